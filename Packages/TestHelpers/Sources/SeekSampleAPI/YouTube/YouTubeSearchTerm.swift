/// A term of `q`: `swift`, `boating|sailing`, `-fishing` or `"a phrase"`. All terms must match.
struct YouTubeSearchTerm: Sendable, Hashable {
    /// The alternatives, of which at least one must match. Each is a list of pieces that must all match.
    var alternatives: [[SearchPiece]]
    /// Whether no alternative may match.
    var isExcluded = false

    /// Parses the terms of a query. A token without searchable characters, such as a lone `&`, is ignored; a query
    /// that consists only of such tokens matches nothing.
    static func terms(of query: String) -> [YouTubeSearchTerm] {
        var terms: [YouTubeSearchTerm] = []
        var isAlternative = false
        var hasTokens = false
        for token in QueryTokens.tokens(of: query, separators: ["|"]) {
            if token.text == "|", !token.isQuoted {
                isAlternative = !terms.isEmpty
                continue
            }
            hasTokens = true
            let pieces = QueryTokens.pieces(of: token)
            guard !pieces.isEmpty else { continue }
            if isAlternative, !token.isExcluded, let last = terms.popLast() {
                terms.append(YouTubeSearchTerm(alternatives: last.alternatives + [pieces], isExcluded: last.isExcluded))
            } else {
                terms.append(YouTubeSearchTerm(alternatives: [pieces], isExcluded: token.isExcluded))
            }
            isAlternative = false
        }
        return terms.isEmpty && hasTokens ? [YouTubeSearchTerm(alternatives: [])] : terms
    }

    /// Returns whether an alternative matches, regardless of ``isExcluded``.
    func isFound(in text: SearchableText) -> Bool {
        alternatives.contains { pieces in pieces.allSatisfy(text.contains) }
    }
}
