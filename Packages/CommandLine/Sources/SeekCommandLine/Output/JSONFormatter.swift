import SeekBasics

/// Indents JSON for people, escapes its control characters, and colors it if requested. Numbers and the order of
/// members are unchanged.
struct JSONFormatter: Sendable {
    let isColored: Bool

    /// The maximum number of levels for which lines are indented further. Otherwise, the output of deeply nested JSON
    /// would be quadratic in its size.
    static let maximumIndentation = 32

    /// The approximate size of the pieces of ``write(_:depth:to:)`` in bytes.
    private static let pieceSize = 64 << 10

    /// Returns JSON without a line end. In text that is not JSON, only white space and control characters are changed.
    func formatted(_ json: some Sequence<UInt8>) -> String {
        var output: [UInt8] = []
        write(json) { output += $0 }
        return String(decoding: output, as: UTF8.self)
    }

    /// Writes what ``formatted(_:)`` returns in pieces, so that the indented text is not held in memory.
    ///
    /// - Parameters:
    ///   - json: A value, or several values separated by commas.
    ///   - depth: The number of containers around the values, for which they are indented.
    ///   - output: Receives each piece.
    func write(_ json: some Sequence<UInt8>, depth: Int = 0, to output: ([UInt8]) -> Void) {
        let bytes = Array(json)
        var (piece, depth, index, isAfterOpening) = ([UInt8](), depth, 0, false)
        func startLine() {
            piece.append(UInt8(ascii: "\n"))
            piece += repeatElement(UInt8(ascii: " "), count: 2 * min(max(0, depth), Self.maximumIndentation))
        }
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
            piece += (isColored ? color(of: byte, isName: Self.isName(end, in: bytes)).paint(token) : token).utf8
            index = end
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, isAfterOpening) = (depth + 1, true)
            case UInt8(ascii: ","): startLine()
            case UInt8(ascii: ":"): piece.append(UInt8(ascii: " "))
            default: break
            }
            if piece.count >= Self.pieceSize {
                output(piece)
                piece.removeAll(keepingCapacity: true)
            }
        }
        output(piece)
    }

    /// Returns whether JSON has more levels than ``maximumIndentation``.
    static func isDeep(_ json: some Collection<UInt8>) -> Bool {
        var (depth, isString, isEscaped) = (0, false, false)
        return json.contains { byte in
            if isString {
                isString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                return false
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            return depth > maximumIndentation
        }
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
