/// The terms of a query: words, of which the last can be a prefix, and sequences of ideographs. Every text is valid.
struct SearchTerms {
    enum Term: Hashable {
        /// A word, or the prefix of one, in UTF-8.
        case word([UInt8], isPrefix: Bool)
        /// Consecutive ideographs, each in UTF-8.
        case sequence([[UInt8]])
    }

    /// The distinct terms, in the order of the text.
    private(set) var terms: [Term] = []

    /// The maximum number of terms; further ones are ignored.
    static let limit = 32
    /// The maximum number of UTF-8 bytes of a query that are read.
    static let maximumTextLength = 4_096
    /// The maximum number of ideographs in a sequence; a longer one becomes several terms.
    static let maximumSequenceLength = 32
    /// The minimum number of scalars of a prefix: a single letter would match too many words.
    private static let minimumPrefixLength = 2

    /// Parses a query. The last word is a prefix if it has at least two scalars and nothing follows it.
    init(_ text: String) {
        var list = TokenList()
        list.scan(text, limit: Self.maximumTextLength)
        let end = min(text.utf8.count, Self.maximumTextLength)
        var sequence: [[UInt8]] = []
        for token in list.tokens {
            let bytes = Array(list.bytes(of: token))
            if !token.followsIdeograph || sequence.count == Self.maximumSequenceLength {
                if !sequence.isEmpty { add(.sequence(sequence)) }
                sequence = []
            }
            if token.isIdeograph {
                sequence.append(bytes)
            } else {
                // Counts scalars: all bytes but the continuation bytes of UTF-8.
                let isLong = bytes.count { $0 & 0xC0 != 0x80 } >= Self.minimumPrefixLength
                add(.word(bytes, isPrefix: token.textRange.upperBound == end && isLong))
            }
        }
        if !sequence.isEmpty { add(.sequence(sequence)) }
    }

    private mutating func add(_ term: Term) {
        if terms.count < Self.limit, !terms.contains(term) { terms.append(term) }
    }

    /// Returns the query in the syntax of FTS5 (https://sqlite.org/fts5.html#full_text_query_syntax). The tokens of
    /// the user input are quoted; they contain no quotation marks. If `kinds` is not empty, one of these tokens must
    /// match.
    func expression(in columns: [String], kinds: [String] = []) -> String {
        let allTerms = terms.map { "(\(Self.expression(of: $0)))" }.joined(separator: " AND ")
        let termsInColumns = "{\(columns.joined(separator: " "))} : (\(allTerms))"
        if kinds.isEmpty { return termsInColumns }
        return "(\(termsInColumns)) AND (kind : (\(kinds.map { "\"\($0)\"" }.joined(separator: " OR "))))"
    }

    private static func expression(of term: Term) -> String {
        switch term {
        case .word(let bytes, let isPrefix):
            return quoted(bytes) + (isPrefix ? " *" : "")
        case .sequence(let characters) where characters.count == 1:
            return quoted(characters[0]) + " *"
        case .sequence(let characters):
            // FTS5 stores no positions, so `Relevance` checks whether the pairs are consecutive in the text.
            return zip(characters, characters.dropFirst()).map { quoted($0 + $1) }.joined(separator: " AND ")
        }
    }

    private static func quoted(_ bytes: [UInt8]) -> String { "\"\(String(decoding: bytes, as: UTF8.self))\"" }
}

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
