/// Finds the terms of a search in the tokens of a text.
struct TermMatcher {
    let terms: [SearchTerms.Term]

    /// The weight of a prefix match; that of a whole word is 1.
    private static let prefixWeight = 0.6

    /// Calls a closure for each match with the index of its term, its weight, and its range in the text.
    func forEachMatch(in list: TokenList, _ body: (_ termIndex: Int, _ weight: Double, _ range: Range<Int>) -> Void) {
        for (index, token) in list.tokens.enumerated() {
            for (termIndex, term) in terms.enumerated() {
                switch term {
                case .word(let word, let isPrefix):
                    guard !token.isIdeograph else { continue }
                    let bytes = list.bytes(of: token)
                    let isWholeWord = bytes.count == word.count
                    guard isWholeWord || isPrefix, bytes.starts(with: word) else { continue }
                    body(termIndex, isWholeWord ? 1 : Self.prefixWeight, token.textRange)
                case .sequence(let sequence):
                    guard token.isIdeograph, let end = end(of: sequence, at: index, in: list) else { continue }
                    body(termIndex, 1, token.textRange.lowerBound..<list.tokens[end].textRange.upperBound)
                }
            }
        }
    }

    /// Returns the index of the last token of a sequence of ideographs, if the tokens from an index on are this
    /// sequence; otherwise nil.
    private func end(of sequence: [[UInt8]], at index: Int, in list: TokenList) -> Int? {
        guard index + sequence.count <= list.tokens.count else { return nil }
        for (offset, character) in sequence.enumerated() {
            let token = list.tokens[index + offset]
            guard offset == 0 || token.followsIdeograph, list.bytes(of: token).elementsEqual(character) else {
                return nil
            }
        }
        return index + sequence.count - 1
    }

    /// Returns the sorted ranges of all matches in a text; those that overlap or are adjacent are merged.
    func ranges(in text: String, using list: inout TokenList) -> [Range<Int>] {
        list.scan(text)
        var ranges: [Range<Int>] = []
        forEachMatch(in: list) { _, _, range in ranges.append(range) }
        ranges.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        return ranges.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }
}

/// The relevance of an entry to a query: BM25 over weighted fields (BM25F, Robertson, Zaragoza and Taylor, CIKM 2004).
///
/// The inverse document frequency is omitted: it matters less when each hit contains all words of the query, and
/// counting the entries that contain a word takes longer than the search.
struct Relevance {
    let matcher: TermMatcher

    /// The weights of title, subtitle and text.
    static let weights = [8.0, 3.0, 1.0]
    /// The typical numbers of tokens of title, subtitle and text, which normalize the length of a field.
    private static let typicalLengths = [8.0, 2.0, 30.0]
    /// The constants of BM25: term frequency saturation, and length normalization, which is usually 0.75.
    private static let (k1, b) = (1.2, 0.5)

    /// Returns the score of an entry, given its title, subtitle and text. The score is greater than 0; nil if a term
    /// occurs in none of these fields.
    func score(of fields: [String], using list: inout TokenList) -> Double? {
        var frequencies = [Double](repeating: 0, count: matcher.terms.count)
        for (fieldIndex, field) in fields.enumerated() {
            list.scan(field)
            let relativeLength = Double(list.tokens.count) / Self.typicalLengths[fieldIndex]
            let fieldWeight = Self.weights[fieldIndex] / (1 - Self.b + Self.b * relativeLength)
            matcher.forEachMatch(in: list) { termIndex, weight, _ in frequencies[termIndex] += fieldWeight * weight }
        }
        guard !frequencies.contains(0) else { return nil }
        return frequencies.reduce(0) { $0 + $1 / (Self.k1 + $1) }
    }
}
