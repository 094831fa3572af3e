import SeekBasics

/// Entity tags (RFC 9110 §8.8.3).
enum EntityTag {
    /// Returns 32 hexadecimal digits that identify a string: two 64-bit FNV-1a hashes. Not for security.
    static func digest(of text: String) -> String {
        hexadecimal(FNV1a.hash(text.utf8)) + hexadecimal(FNV1a.hash(text.utf8, offsetBasis: 0x9AE1_6A3B_2F90_404F))
    }

    /// Returns whether an `If-None-Match` field matches a tag, by weak comparison (RFC 9110 §13.1.2).
    static func matches(_ tag: String, ifNoneMatch field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { part in
            let candidate = part.filter { !$0.isWhitespace }
            return candidate == "*" || opaque(candidate) == opaque(tag)
        }
    }

    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
