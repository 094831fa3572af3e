/// Splits a search text into tokens at white space outside quotation marks.
enum QueryTokens {
    struct Token: Sendable, Hashable {
        /// The text without quotation marks, and without the minus sign of an excluded token.
        var text: String
        /// Whether a minus sign precedes the text. A minus sign within quotation marks belongs to the text.
        var isExcluded = false
        /// Whether the text started with a quotation mark in the query.
        var isQuoted = false
        /// The number of characters in the query, with quotation marks and minus sign.
        var length = 0
    }

    /// Returns the tokens of a query.
    ///
    /// - Parameters:
    ///   - separators: Characters that form tokens of their own outside quotation marks, such as `|`.
    ///   - allowsBackticks: Whether a token may be quoted by backticks as well.
    static func tokens(
        of query: String,
        separators: Set<Character> = [],
        allowsBackticks: Bool = false
    ) -> [Token] {
        var tokens: [Token] = []
        var token = Token(text: "")
        var quotationMark: Character?
        func close() {
            if !token.isQuoted, !token.isExcluded, token.text.count > 1, token.text.hasPrefix("-") {
                token.text.removeFirst()
                token.isExcluded = true
            }
            if !token.text.isEmpty { tokens.append(token) }
            token = Token(text: "")
        }
        for (index, character) in zip(query.indices, query) {
            let isStart = !token.isQuoted && (token.text.isEmpty || token.text == "-")
            let opensBackticks =
                allowsBackticks && isStart && character == "`" && query[query.index(after: index)...].contains("`")
            if let mark = quotationMark {
                token.length += 1
                if character == mark { quotationMark = nil } else { token.text.append(character) }
            } else if character == "\"" || opensBackticks {
                if isStart {
                    token = Token(text: "", isExcluded: token.text == "-", isQuoted: true, length: token.length)
                }
                token.length += 1
                quotationMark = character
            } else if character.isWhitespace {
                close()
            } else if separators.contains(character) {
                close()
                tokens.append(Token(text: String(character), length: 1))
            } else {
                token.length += 1
                token.text.append(character)
            }
        }
        close()
        return tokens
    }

    /// Splits a token into pieces, which must all match. A quoted token is one piece, which matches anywhere in a text.
    static func pieces(of token: Token) -> [SearchPiece] {
        let folded = TextFolding.fold(token.text)
        return token.isQuoted ? [.substring(folded)] : SearchPiece.pieces(of: folded)
    }
}
