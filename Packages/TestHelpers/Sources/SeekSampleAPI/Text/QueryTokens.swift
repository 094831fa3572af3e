/// Splits a search text into tokens at white space outside quotation marks.
enum QueryTokens {
    struct Token: Sendable, Hashable {
        /// The text without quotation marks, and without the minus sign of an excluded token.
        var text: String
        /// Whether a minus sign precedes the token outside quotation marks.
        var isExcluded = false
        /// Whether the text started with a quotation mark in the query.
        var isQuoted = false
    }

    /// Returns the tokens of a query.
    ///
    /// - Parameter separators: Characters that form tokens of their own outside quotation marks, such as `|`.
    static func tokens(of query: String, separators: Set<Character> = []) -> [Token] {
        var tokens: [Token] = []
        var token = Token(text: "")
        var isInQuotes = false
        func close() {
            if !token.isQuoted, !token.isExcluded, token.text.count > 1, token.text.hasPrefix("-") {
                token.text.removeFirst()
                token.isExcluded = true
            }
            if !token.text.isEmpty { tokens.append(token) }
            token = Token(text: "")
        }
        for character in query {
            if character == "\"" {
                if !isInQuotes, !token.isQuoted, token.text.isEmpty || token.text == "-" {
                    token = Token(text: "", isExcluded: token.text == "-", isQuoted: true)
                }
                isInQuotes.toggle()
            } else if isInQuotes {
                token.text.append(character)
            } else if character.isWhitespace {
                close()
            } else if separators.contains(character) {
                close()
                tokens.append(Token(text: String(character)))
            } else {
                token.text.append(character)
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
