/// How well a text answers a query: BM25 over weighted fields (BM25F, Robertson, Zaragoza and Taylor, CIKM 2004).
///
/// Without the part that makes rare words count more than common ones: a result holds all words of the query, so that it would only weigh
/// them against each other, and telling how common a word is takes longer than the whole search.
struct Relevance {
    let matcher: TermMatcher

    /// How much a word counts in title, subtitle and text.
    static let weights = [8.0, 3.0, 1.0]
    /// How many words each usually has; only the proportion matters.
    private static let usualLengths = [8.0, 2.0, 30.0]
    /// The usual constants: how soon more of a word counts no more, and how much a long field takes from it.
    private static let (k1, b) = (1.2, 0.5)

    /// The score of an entry, above 0; nil where a term is not in it.
    func score(of fields: [String], using list: inout TokenList) -> Double? {
        var frequencies = [Double](repeating: 0, count: matcher.terms.count)
        for (number, field) in fields.enumerated() {
            list.scan(field)
            let length = Double(list.tokens.count) / Self.usualLengths[number]
            let weight = Self.weights[number] / (1 - Self.b + Self.b * length)
            matcher.forEachMatch(in: list) { term, count, _ in frequencies[term] += weight * count }
        }
        guard !frequencies.contains(0) else { return nil }
        return frequencies.reduce(0) { $0 + $1 / (Self.k1 + $1) }
    }
}
