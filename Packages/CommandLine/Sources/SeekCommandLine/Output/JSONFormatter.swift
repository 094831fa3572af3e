/// Indents JSON for people, escapes its control characters, and colors it if requested. Numbers and the order of
/// members are unchanged.
struct JSONFormatter: Sendable {
    let isColored: Bool

    /// Returns JSON without a line end. In text that is not JSON, only white space and control characters are changed.
    ///
    /// - Parameters:
    ///   - json: A value, or several values separated by commas.
    ///   - depth: The number of containers around the values, for which they are indented.
    func formatted(_ json: some Sequence<UInt8>, depth: Int = 0) -> String {
        let bytes = Array(json)
        var (output, depth, index, isAfterOpening) = ("", depth, 0, false)
        func startLine() { output += "\n" + String(repeating: "  ", count: max(0, depth)) }
        while index < bytes.count {
            let byte = bytes[index]
            if byte.isJSONSpace {
                index += 1
                continue
            }
            let isEnd = [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(byte)
            if isEnd { depth -= 1 }
            // The first value in a container, or the end of one that is not empty.
            if isEnd != isAfterOpening { startLine() }
            isAfterOpening = false
            let end = Self.end(of: index, in: bytes)
            let token = SafeText.json(String(decoding: bytes[index..<end], as: UTF8.self))
            output += isColored ? color(of: byte, isName: Self.isName(end, in: bytes)).paint(token) : token
            index = end
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, isAfterOpening) = (depth + 1, true)
            case UInt8(ascii: ","): startLine()
            case UInt8(ascii: ":"): output += " "
            default: break
            }
        }
        return output
    }

    private func color(of first: UInt8, isName: Bool) -> Color {
        switch first {
        case UInt8(ascii: "\""): isName ? .blue : .green
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .yellow
        case UInt8(ascii: "n"): .cyan
        default: .plain
        }
    }

    /// Returns the index after the token that starts at an index.
    private static func end(of start: Int, in bytes: [UInt8]) -> Int {
        let marks = Array("{}[],:".utf8)
        if marks.contains(bytes[start]) { return start + 1 }
        var index = start + 1
        if bytes[start] == UInt8(ascii: "\"") {
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(index + 1, bytes.count)
        }
        while index < bytes.count, !marks.contains(bytes[index]), !bytes[index].isJSONSpace { index += 1 }
        return index
    }

    /// Returns whether the token before an index is the name of a member.
    private static func isName(_ end: Int, in bytes: [UInt8]) -> Bool {
        bytes[end...].first { !$0.isJSONSpace } == UInt8(ascii: ":")
    }
}

extension UInt8 {
    /// Whether the byte is white space of JSON.
    var isJSONSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
