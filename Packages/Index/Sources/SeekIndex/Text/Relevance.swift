/// The relevance of an entry to a query: BM25 over weighted fields (BM25F, Robertson, Zaragoza and Taylor, CIKM 2004).
///
/// The inverse document frequency is omitted: a hit contains all words of the query, and counting how common a word is takes longer
/// than the search.
struct Relevance {
    let matcher: TermMatcher

    /// The weights of title, subtitle and text.
    static let weights = [8.0, 3.0, 1.0]
    /// The typical number of words in each; only the proportion matters.
    private static let typicalLengths = [8.0, 2.0, 30.0]
    /// The usual constants of BM25: term frequency saturation and length normalization.
    private static let (k1, b) = (1.2, 0.5)

    /// Returns the score of an entry, greater than 0; nil when a term does not occur in it.
    func score(of fields: [String], using list: inout TokenList) -> Double? {
        var frequencies = [Double](repeating: 0, count: matcher.terms.count)
        for (number, field) in fields.enumerated() {
            list.scan(field)
            let length = Double(list.tokens.count) / Self.typicalLengths[number]
            let weight = Self.weights[number] / (1 - Self.b + Self.b * length)
            matcher.forEachMatch(in: list) { term, count, _ in frequencies[term] += weight * count }
        }
        guard !frequencies.contains(0) else { return nil }
        return frequencies.reduce(0) { $0 + $1 / (Self.k1 + $1) }
    }
}
