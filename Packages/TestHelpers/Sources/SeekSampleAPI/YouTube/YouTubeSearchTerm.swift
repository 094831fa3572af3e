/// One condition of `q`: `swift`, `boating|sailing`, `-fishing`, `"a phrase"`. All must hold.
struct YouTubeSearchTerm: Sendable, Hashable {
    /// One of these must be found: each is a list of pieces that belong together.
    var alternatives: [[SearchPiece]]
    /// Whether it must not be found instead.
    var isExcluded = false

    /// The terms of a query. A part without anything to search for, such as a lone `&`, is no condition; but a query
    /// of nothing else finds nothing.
    static func terms(of query: String) -> [YouTubeSearchTerm] {
        var terms: [YouTubeSearchTerm] = []
        var joinsLast = false
        var sawText = false
        for token in QueryTokens.tokens(of: query, separators: ["|"]) {
            if token.text == "|", !token.isQuoted {
                joinsLast = !terms.isEmpty
                continue
            }
            sawText = true
            let isExcluded = !token.isQuoted && token.text.count > 1 && token.text.hasPrefix("-")
            let pieces = QueryTokens.pieces(of: token)
            guard !pieces.isEmpty else { continue }
            if joinsLast, !isExcluded, let last = terms.popLast() {
                terms.append(YouTubeSearchTerm(alternatives: last.alternatives + [pieces], isExcluded: last.isExcluded))
            } else {
                terms.append(YouTubeSearchTerm(alternatives: [pieces], isExcluded: isExcluded))
            }
            joinsLast = false
        }
        return terms.isEmpty && sawText ? [YouTubeSearchTerm(alternatives: [])] : terms
    }

    func isFound(in text: SearchableText) -> Bool {
        alternatives.contains { pieces in pieces.allSatisfy(text.contains) }
    }
}
