@_spi(Seek) import SeekNetworking

/// The byte range of a request (RFC 9110 §14.1.2): `bytes=0-99`, `bytes=100-`, `bytes=-100`.
enum ByteRange: Hashable {
    /// The bytes from the first offset through the last, or to the end of the body if the last is nil.
    case from(Int64, through: Int64?)
    /// The given number of bytes at the end of a body.
    case last(Int64)

    /// Parses a `Range` field with a single range in bytes, or returns nil.
    init?(_ text: String) {
        guard HTTPFieldLimits.allows(text) else { return nil }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let bounds = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2 else { return nil }
        let first = Self.number(bounds[0])
        let last = Self.number(bounds[1])
        switch (first, last) {
        case (let first?, let last?) where first <= last: self = .from(first, through: last)
        case (let first?, nil) where bounds[1].isEmpty: self = .from(first, through: nil)
        case (nil, let count?) where bounds[0].isEmpty: self = .last(count)
        default: return nil
        }
    }

    /// Parses a decimal number in ASCII digits, or returns nil.
    static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }

    /// Returns the offsets that the range selects from a body of the given size in bytes, or nil if it selects none.
    func offsets(in size: Int64) -> Range<Int64>? {
        switch self {
        case .from(let first, let last):
            first < size ? first..<(min(last ?? size - 1, size - 1) + 1) : nil
        case .last(let count):
            count > 0 && size > 0 ? max(0, size - count)..<size : nil
        }
    }
}

/// The range of a partial response (RFC 9110 §14.4): `bytes 5-9/10`.
struct ContentRange: Hashable {
    var offsets: Range<Int64>
    /// The size of the complete body.
    var size: Int64

    /// The number of bytes in the range. `offsets.count` would be an `Int`, which has only 32 bits on some platforms.
    var length: Int64 { offsets.upperBound - offsets.lowerBound }

    init(completeBodyOf size: Int64) {
        offsets = 0..<size
        self.size = size
    }

    /// Parses a `Content-Range` field in bytes with a known size, or returns nil.
    init?(_ text: String) {
        guard HTTPFieldLimits.allows(text) else { return nil }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let range = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard range.count == 2, let size = ByteRange.number(range[1]) else { return nil }
        let bounds = range[0].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = ByteRange.number(bounds[0]), let last = ByteRange.number(bounds[1]),
            first <= last, last < size
        else { return nil }
        offsets = first..<(last + 1)
        self.size = size
    }
}
