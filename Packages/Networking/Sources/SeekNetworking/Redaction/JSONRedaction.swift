import SeekBasics

/// Replaces secrets in JSON: values of members with secret names, and secrets in URLs and JSON inside strings. All else
/// is copied unchanged. Malformed JSON is scanned as far as possible.
struct JSONRedaction {
    private let bytes: [UInt8]
    private var redactor: Redactor
    private let depth: Int
    private var index = 0
    private var output: [UInt8] = []

    /// Returns JSON without its secrets. `depth` is the number of strings that it is nested in.
    static func redacted(_ body: some Collection<UInt8>, by redactor: inout Redactor, depth: Int = 0) -> String {
        var scanner = JSONRedaction(bytes: Array(body), redactor: redactor, depth: depth)
        scanner.scan()
        redactor = scanner.redactor
        return String(decoding: scanner.output, as: UTF8.self)
    }

    private mutating func scan() {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") else {
                output.append(bytes[index])
                index += 1
                continue
            }
            let stringStart = index
            skipString()
            let string = bytes[stringStart..<index]
            let spaceStart = index
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else {
                output += redacted(string)
                output += bytes[spaceStart..<index]
                continue
            }
            index += 1
            output += bytes[stringStart..<index]
            guard redactor.names.isSecret(member: Self.text(of: string)) else { continue }
            let secondSpaceStart = index
            skipSpace()
            output += bytes[secondSpaceStart..<index]
            let valueStart = index
            skipValue()
            let value = bytes[valueStart..<index]
            // `null` and Booleans are not secrets, and a decoder may require them.
            let isLiteral = ["null", "true", "false"].contains { value.elementsEqual($0.utf8) }
            if value.first == UInt8(ascii: "\"") { redactor.record(Self.text(of: value)) }
            output += isLiteral ? value : Array("\"\(Redaction.placeholder)\"".utf8)[...]
        }
    }

    /// Returns a string literal, with its secrets replaced.
    private mutating func redacted(_ string: ArraySlice<UInt8>) -> [UInt8] {
        guard Redactor.mayContainSecret(string) || string.contains(UInt8(ascii: "\\")) else { return Array(string) }
        let text = Self.text(of: string)
        let redacted = redactor.redact(text: text, depth: depth + 1)
        return redacted == text ? Array(string) : Array(JSONValue.string(redacted).data)
    }

    /// Returns the value of a string literal, with its escapes decoded.
    private static func text(of string: ArraySlice<UInt8>) -> String {
        let isPlain = !string.contains(UInt8(ascii: "\\"))
        let decoded = isPlain ? nil : try? JSONDecoder().decode(String.self, from: Data(string))
        return decoded ?? String(decoding: string.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    /// Skips a string literal, or all remaining bytes if it is not terminated.
    private mutating func skipString() {
        index += 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "\""):
                index += 1
                return
            default: index += 1
            }
        }
        index = bytes.count
    }

    private mutating func skipValue() {
        var openBrackets = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                skipString()
                if openBrackets == 0 { return }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                openBrackets += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if openBrackets == 0 { return }
                openBrackets -= 1
                index += 1
                if openBrackets == 0 { return }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if openBrackets == 0 { return }
                index += 1
            default:
                index += 1
            }
        }
    }
}
