/// Which part of a body an answer carries (RFC 9110 §14.4): `bytes 5-9/10`.
struct ContentRange: Hashable {
    var offsets: Range<Int>
    /// How large the whole is.
    var size: Int

    /// The whole of a body.
    init(wholeOf size: Int) {
        offsets = 0..<size
        self.size = size
    }

    /// Reads a `Content-Range` field; nil for other units, for a whole of unknown size and for anything else.
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
