/// Finds a query's terms in a text: how often each, and where.
struct TermMatcher {
    let terms: [SearchTerms.Term]

    /// How much the beginning of a word counts beside the whole word.
    private static let prefixWeight = 0.6

    /// Goes through the places of all terms.
    ///
    /// - Parameter found: is told the term's number, how much the place counts, and where it is in the text.
    func forEachMatch(in list: TokenList, _ found: (_ term: Int, _ weight: Double, _ source: Range<Int32>) -> Void) {
        for (index, token) in list.tokens.enumerated() {
            for (number, term) in terms.enumerated() {
                switch term {
                case .word(let word, let isPrefix):
                    guard !token.isIdeograph else { continue }
                    let bytes = list.bytes(of: token)
                    if bytes.count == word.count ? bytes.elementsEqual(word) : isPrefix && bytes.starts(with: word) {
                        found(number, bytes.count == word.count ? 1 : Self.prefixWeight, token.source)
                    }
                case .row(let row):
                    guard token.isIdeograph, let end = end(of: row, at: index, in: list) else { continue }
                    found(number, 1, token.source.lowerBound..<list.tokens[end].source.upperBound)
                }
            }
        }
    }

    /// The last token of a row of ideographs that begins at a token; nil where another row does.
    private func end(of row: [[UInt8]], at index: Int, in list: TokenList) -> Int? {
        guard index + row.count <= list.tokens.count else { return nil }
        for (offset, character) in row.enumerated() {
            let token = list.tokens[index + offset]
            guard offset == 0 || token.follows, list.bytes(of: token).elementsEqual(character) else { return nil }
        }
        return index + row.count - 1
    }

    /// The places of all terms in a text, in order; those that overlap or touch are one.
    func ranges(in text: String, using list: inout TokenList) -> [Range<Int>] {
        list.scan(text)
        var places: [Range<Int>] = []
        forEachMatch(in: list) { _, _, source in places.append(Int(source.lowerBound)..<Int(source.upperBound)) }
        places.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        return places.reduce(into: []) { merged, place in
            if let last = merged.last, place.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
            } else {
                merged.append(place)
            }
        }
    }
}
