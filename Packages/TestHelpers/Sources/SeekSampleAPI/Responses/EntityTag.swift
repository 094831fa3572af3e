import SeekBasics

/// Entity tags (RFC 9110 §8.8.3).
enum EntityTag {
    /// Returns a hexadecimal hash that identifies a string. Not for security.
    static func digest(of text: String) -> String { String(FNV1a.hash(text.utf8), radix: 16) }

    /// Returns whether an `If-None-Match` field matches a tag, by weak comparison (RFC 9110 §13.1.2).
    static func matches(_ tag: String, ifNoneMatch field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { part in
            let candidate = part.filter { !$0.isWhitespace }
            return candidate == "*" || withoutWeakPrefix(candidate) == withoutWeakPrefix(tag)
        }
    }

    private static func withoutWeakPrefix(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }
}
