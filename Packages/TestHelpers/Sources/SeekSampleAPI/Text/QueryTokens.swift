/// Splits a search text into tokens at white space outside quotation marks.
enum QueryTokens {
    struct Token: Sendable, Hashable {
        /// The text without quotation marks, and without the minus sign of an excluded token.
        var text: String
        /// Whether a minus sign precedes the text. A minus sign within quotation marks belongs to the text.
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

    /// Splits a token into pieces, which must all match. A quoted token is one piece, which matches anywhere in a text.
    static func pieces(of token: Token) -> [SearchPiece] {
        let folded = TextFolding.fold(token.text)
        return token.isQuoted ? [.substring(folded)] : SearchPiece.pieces(of: folded)
    }
}
