#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Takes secrets out of JSON without understanding all of it: a scanner over bytes, which copies everything but the values of
/// secret members. What is not JSON comes out as far as it was scanned, still without those values.
struct JSONRedaction {
    private let bytes: [UInt8]
    private var index = 0
    private var output: [UInt8] = []

    /// The text with the values of secret members replaced.
    static func redacted(
        _ body: some Collection<UInt8>,
        isSecret: (String) -> Bool = { Redaction.isSecret(member: $0) }
    ) -> String {
        var scanner = JSONRedaction(bytes: Array(body))
        scanner.scan(isSecret)
        return String(decoding: scanner.output, as: UTF8.self)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func scan(_ isSecret: (String) -> Bool) {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") else {
                output.append(bytes[index])
                index += 1
                continue
            }
            let start = index
            skipString()
            output += bytes[start..<index]
            let name = Self.text(of: bytes[start..<index])
            copySpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { continue }
            output.append(bytes[index])
            index += 1
            guard isSecret(name) else { continue }
            copySpace()
            skipValue()
            output += Array("\"\(Redaction.placeholder)\"".utf8)
        }
    }

    /// What a string says; its escapes decoded, for a name may be written with them.
    private static func text(of string: ArraySlice<UInt8>) -> String {
        let isPlain = !string.contains(UInt8(ascii: "\\"))
        let decoded = isPlain ? nil : try? JSONDecoder().decode(String.self, from: Data(string))
        return decoded ?? String(decoding: string.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    private mutating func copySpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) {
            output.append(bytes[index])
            index += 1
        }
    }

    /// Moves behind the string that starts here, or to the end where it never ends.
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

    /// Moves behind the value that starts here, whatever it holds.
    private mutating func skipValue() {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                skipString()
                if depth == 0 { return }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                index += 1
                if depth == 0 { return }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return }
                index += 1
            default:
                index += 1
            }
        }
    }
}
