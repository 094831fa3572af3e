/// Percent-encoding as RFC 3986 §2 has it: everything but the unreserved characters, as UTF-8.
///
/// Stricter than a URL needs in places, so that one rule serves path segments, query names and query values:
/// `+`, `&`, `=`, `/` and `#` in a value stay what they are.
enum PercentEncoding {
    static func encode(_ text: String) -> String {
        // Most names and values need none.
        let count = text.utf8.reduce(0) { $0 + (isUnreserved($1) ? 1 : 3) }
        guard count > text.utf8.count else { return text }
        return String(unsafeUninitializedCapacity: count) { encoded in
            var index = 0
            for byte in text.utf8 {
                if isUnreserved(byte) {
                    encoded[index] = byte
                    index += 1
                } else {
                    encoded[index] = UInt8(ascii: "%")
                    encoded[index + 1] = hexDigit(byte >> 4)
                    encoded[index + 2] = hexDigit(byte & 0xF)
                    index += 3
                }
            }
            return index
        }
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
