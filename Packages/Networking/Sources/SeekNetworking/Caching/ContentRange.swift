/// The range of a partial response (RFC 9110 §14.4): `bytes 5-9/10`.
struct ContentRange: Hashable {
    var offsets: Range<Int>
    /// The size of the complete body.
    var size: Int

    /// Creates the range of a complete body.
    init(wholeOf size: Int) {
        offsets = 0..<size
        self.size = size
    }

    /// Parses a `Content-Range` field in bytes with a known size, or returns nil.
    init?(_ text: String) {
        guard HTTPFieldLimits.allows(text) else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let sides = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2, let size = ByteRange.offset(sides[1]) else { return nil }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = ByteRange.offset(ends[0]), let last = ByteRange.offset(ends[1]),
            first <= last, last < size
        else { return nil }
        offsets = first..<(last + 1)
        self.size = size
    }
}
