/// Splits a search text into tokens at white space outside quotation marks.
enum QueryTokens {
    struct Token: Sendable, Hashable {
        /// The text without quotation marks.
        var text: String
        /// Whether the token started with a quotation mark in the query.
        var isQuoted: Bool
    }

    /// Returns the tokens of a query.
    ///
    /// - Parameter separators: Characters that form tokens of their own outside quotation marks, such as `|`.
    static func tokens(of query: String, separators: Set<Character> = []) -> [Token] {
        var tokens: [Token] = []
        var text = ""
        var isInQuotes = false
        var startedQuoted = false
        func close() {
            if !text.isEmpty { tokens.append(Token(text: text, isQuoted: startedQuoted)) }
            text = ""
            startedQuoted = false
        }
        for character in query {
            if character == "\"" {
                if text.isEmpty { startedQuoted = true }
                isInQuotes.toggle()
            } else if isInQuotes {
                text.append(character)
            } else if character.isWhitespace {
                close()
            } else if separators.contains(character) {
                close()
                tokens.append(Token(text: String(character), isQuoted: false))
            } else {
                text.append(character)
            }
        }
        close()
        return tokens
    }

    /// Returns the pieces of a token, which must all match. A quoted token is one run.
    static func pieces(of token: Token) -> [SearchPiece] {
        let folded = TextFolding.fold(token.text)
        return token.isQuoted ? [.run(folded)] : SearchPiece.pieces(of: folded)
    }
}
