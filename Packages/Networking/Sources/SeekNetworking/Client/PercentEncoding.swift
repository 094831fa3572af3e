/// Percent-encoding as RFC 3986 §2 has it: everything but the unreserved characters, as UTF-8.
///
/// Stricter than a URL needs in places, so that one rule serves path segments, query names and query values:
/// `+`, `&`, `=`, `/` and `#` in a value stay what they are.
enum PercentEncoding {
    static func encode(_ text: String) -> String {
        let length = length(of: text)
        // Most texts need none.
        guard length > text.utf8.count else { return text }
        return String(unsafeUninitializedCapacity: length) { write(text, to: $0, at: 0) }
    }

    /// How many bytes a text takes, encoded.
    static func length(of text: String) -> Int {
        var text = text
        return text.withUTF8 { $0.reduce(0) { $0 + (isUnreserved($1) ? 1 : 3) } }
    }

    /// Writes a text, encoded, into a buffer that has room for its ``length(of:)``.
    ///
    /// - Returns: the index behind it.
    static func write(_ text: String, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Int {
        var index = start
        var text = text
        text.withUTF8 { bytes in
            for byte in bytes {
                if isUnreserved(byte) {
                    buffer[index] = byte
                    index += 1
                } else {
                    buffer[index] = UInt8(ascii: "%")
                    buffer[index + 1] = hexDigit(byte >> 4)
                    buffer[index + 2] = hexDigit(byte & 0xF)
                    index += 3
                }
            }
        }
        return index
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }
}
