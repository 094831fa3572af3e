/// What a query asks for: words, of which the last may be the beginning of one, and rows of ideographs. A pure value; any text makes
/// one, and none makes an error.
struct SearchTerms {
    enum Term: Hashable {
        /// A word, or where `isPrefix` the beginning of one.
        case word([UInt8], isPrefix: Bool)
        /// Ideographs in a row.
        case row([[UInt8]])
    }

    /// Each once, in the order of the text.
    private(set) var terms: [Term] = []

    /// How many terms count; a text has more where somebody pasted a page.
    static let limit = 32
    /// How many bytes of a text are looked at.
    static let longestText = 4_096
    /// How many ideographs are looked for in a row; of more, each so many make a term.
    static let longestRow = 32
    /// The beginning of a word has to have so many characters: a single letter would begin a quarter of all words.
    private static let shortestPrefix = 2

    /// Reads a query. The last word is a beginning where nothing follows it.
    init(_ text: String) {
        var list = TokenList()
        list.scan(text, limit: Self.longestText)
        let end = Int32(min(text.utf8.count, Self.longestText))
        var row: [[UInt8]] = []
        for token in list.tokens {
            let bytes = Array(list.bytes(of: token))
            if !token.follows || row.count == Self.longestRow {
                if !row.isEmpty { add(.row(row)) }
                row = []
            }
            if token.isIdeograph {
                row.append(bytes)
            } else {
                let isLong = bytes.count { $0 & 0xC0 != 0x80 } >= Self.shortestPrefix
                add(.word(bytes, isPrefix: token.source.upperBound == end && isLong))
            }
        }
        if !row.isEmpty { add(.row(row)) }
    }

    private mutating func add(_ term: Term) {
        if terms.count < Self.limit, !terms.contains(term) { terms.append(term) }
    }

    /// The query in FTS5's language (https://sqlite.org/fts5.html#full_text_query_syntax). Whatever was typed stands in quotes, and
    /// nothing of it but letters, digits, `+` and `#`.
    ///
    /// - Parameters:
    ///   - columns: where the terms are looked for.
    ///   - kinds: the kinds' tokens, of which one has to be there; all do where it is empty.
    func expression(in columns: [String], kinds: [String] = []) -> String {
        let all = terms.map { "(\(Self.expression(of: $0)))" }.joined(separator: " AND ")
        let found = "{\(columns.joined(separator: " "))} : (\(all))"
        if kinds.isEmpty { return found }
        return "(\(found)) AND (kind : (\(kinds.map { "\"\($0)\"" }.joined(separator: " OR "))))"
    }

    private static func expression(of term: Term) -> String {
        switch term {
        case .word(let bytes, let isPrefix):
            return quoted(bytes) + (isPrefix ? " *" : "")
        case .row(let characters) where characters.count == 1:
            return quoted(characters[0]) + " *"
        case .row(let characters):
            // That they stand in a row is seen when the text is there.
            return zip(characters, characters.dropFirst()).map { quoted($0 + $1) }.joined(separator: " AND ")
        }
    }

    private static func quoted(_ bytes: [UInt8]) -> String { "\"\(String(decoding: bytes, as: UTF8.self))\"" }
}
