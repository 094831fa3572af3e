/// A text with the ranges that match a query.
public struct HighlightedText: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The matches as ranges of UTF-8 offsets: sorted, and neither overlapping nor adjacent.
    public var ranges: [Range<Int>]

    /// Creates a text with matches.
    public init(_ text: String, ranges: [Range<Int>] = []) {
        self.text = text
        self.ranges = ranges
    }

    /// A part of the text that is one match, or contains none.
    public struct Segment: Sendable, Hashable {
        /// The part.
        public var text: Substring
        /// Whether the part is a match.
        public var isMatch: Bool
    }

    /// The parts of the text, in order.
    public var segments: [Segment] {
        var segments: [Segment] = []
        var position = text.startIndex
        func add(upTo end: String.Index, isMatch: Bool) {
            guard position < end else { return }
            segments.append(Segment(text: text[position..<end], isMatch: isMatch))
            position = end
        }
        for range in ranges {
            add(upTo: index(range.lowerBound), isMatch: false)
            add(upTo: index(range.upperBound), isMatch: true)
        }
        add(upTo: text.endIndex, isMatch: false)
        return segments
    }

    private func index(_ offset: Int) -> String.Index {
        text.utf8.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex) ?? text.endIndex
    }

    /// Returns the text with one string inserted before each match, and another after it.
    public func marked(_ opening: String, _ closing: String) -> String {
        segments.map { $0.isMatch ? opening + $0.text + closing : String($0.text) }.joined()
    }
}

extension HighlightedText {
    /// Returns the part of the text around the first match, of about `limit` bytes, with `…` for the omitted text.
    func snippet(limit: Int) -> HighlightedText {
        guard text.utf8.count > limit else { return self }
        let utf8 = text.utf8
        let matchStart = ranges.first?.lowerBound ?? 0
        // A third of the snippet precedes the match, or more if the text ends soon after the match.
        let start = wordStart(before: max(0, min(matchStart - limit / 3, utf8.count - limit)))
        var end = min(start + limit, utf8.count)
        while end > start, end < utf8.count, isInsideScalar(end) { end -= 1 }
        let (lower, upper) = (index(start), index(end))
        let opening = start > 0 ? "…" : ""
        let matches = ranges.compactMap { range -> Range<Int>? in
            let (from, to) = (max(range.lowerBound, start), min(range.upperBound, end))
            return from < to ? from - start + opening.utf8.count..<to - start + opening.utf8.count : nil
        }
        return HighlightedText("\(opening)\(text[lower..<upper])\(end < utf8.count ? "…" : "")", ranges: matches)
    }

    /// Returns the start of the word at an offset if it is fewer than 24 bytes before the offset; otherwise the start
    /// of the scalar at the offset.
    private func wordStart(before offset: Int) -> Int {
        let bytes = text.utf8
        var start = offset
        while start > max(0, offset - 24) {
            if bytes[index(start - 1)] == UInt8(ascii: " ") { return start }
            start -= 1
        }
        if start == 0 { return 0 }
        start = offset
        while start > 0, isInsideScalar(start) { start -= 1 }
        return start
    }

    private func isInsideScalar(_ offset: Int) -> Bool { text.utf8[index(offset)] & 0xC0 == 0x80 }
}
