@testable import SeekIndex

extension FuzzTarget {
    /// The tokenizer and the highlighter: matches must be within the text, must not be empty or overlap, and must not
    /// split a Unicode scalar. The input is a query on the first line, followed by a text.
    static let tokenizer = FuzzTarget("tokenizer") { bytes in
        let (query, text) = FuzzText(bytes).firstLineAndRest
        let terms = SearchTerms(query)
        _ = terms.expression(in: ["title", "text"])
        var list = TokenList()
        let ranges = TermMatcher(terms: terms.terms).ranges(in: text, using: &list)
        var end = 0
        for range in ranges {
            guard range.lowerBound >= end, range.upperBound <= text.utf8.count, !range.isEmpty else {
                return "a match is empty, overlaps another or is outside of the text: \(ranges)"
            }
            end = range.upperBound
            for offset in [range.lowerBound, range.upperBound] {
                let index = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
                if index.samePosition(in: text.unicodeScalars) == nil { return "a match splits a scalar: \(range)" }
            }
        }
        return nil
    }
}
