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
