/// A part of a GitHub query as GitHub reads it: a word, a quoted text, a qualifier, an operator or a parenthesis.
struct GitHubQueryToken: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// A word or a quoted text.
        case text(isQuoted: Bool)
        /// `name:value`. The name is in lower case, and the value has no quotation marks.
        case qualifier(name: String, value: String)
        /// `AND`, `OR` or `NOT`.
        case logicalOperator
        /// `(` or `)`.
        case parenthesis
    }

    let kind: Kind
    /// The text as it was entered, with quotation marks, and with the minus sign of an excluded token.
    let text: String
    /// Whether a minus sign or `NOT` precedes the token.
    let isExcluded: Bool

    /// The token as a text to search for, in quotation marks.
    var quoted: String {
        let content = text.drop { $0 == "-" }.filter { $0 != "\"" }
        return "\(text.hasPrefix("-") ? "-" : "")\"\(content)\""
    }

    private init(_ text: Substring, isNegated: Bool) {
        self.text = String(text)
        isExcluded = isNegated || text.hasPrefix("-")
        kind = Self.kind(of: text)
    }

    private static func kind(of text: Substring) -> Kind {
        if ["AND", "OR", "NOT"].contains(text) { return .logicalOperator }
        if text == "(" || text == ")" { return .parenthesis }
        let content = text.drop { $0 == "-" }
        if content.hasPrefix("\"") || content.hasPrefix("`") { return .text(isQuoted: true) }
        let parts = content.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains("\"") else { return .text(isQuoted: false) }
        let value = parts[1].filter { $0 != "\"" }
        return value.isEmpty
            ? .text(isQuoted: false) : .qualifier(name: parts[0].lowercased(), value: String(value))
    }

    /// Returns the tokens of a query, which white space and parentheses separate outside quotation marks. A text
    /// between backticks is quoted as well (MarcusJellinghaus/mcp-workspace #254).
    static func tokens(of query: String) -> [GitHubQueryToken] {
        var tokens: [GitHubQueryToken] = []
        var start = query.startIndex
        var quotationMark: Character?
        var isAfterNot = false
        func close(at index: String.Index) {
            guard start < index else { return }
            let token = GitHubQueryToken(query[start..<index], isNegated: isAfterNot)
            tokens.append(token)
            if token.kind != .parenthesis { isAfterNot = token.text == "NOT" }
        }
        for index in query.indices {
            let character = query[index]
            let next = query.index(after: index)
            if let mark = quotationMark {
                if character == mark { quotationMark = nil }
            } else if character == "\"" {
                quotationMark = character
            } else if character == "`", query[start..<index].allSatisfy({ $0 == "-" }), query[next...].contains("`") {
                quotationMark = character
            } else if character.isWhitespace {
                close(at: index)
                start = next
            } else if character == "(" || character == ")" {
                close(at: index)
                start = index
                close(at: next)
                start = next
            }
        }
        close(at: query.endIndex)
        return tokens
    }
}

extension [GitHubQueryToken] {
    var operatorCount: Int { count { $0.kind == .logicalOperator } }

    var hasParentheses: Bool { contains { $0.kind == .parenthesis } }

    var hasBalancedParentheses: Bool {
        var depth = 0
        for token in self where token.kind == .parenthesis {
            depth += token.text == "(" ? 1 : -1
            if depth < 0 { return false }
        }
        return depth == 0
    }

    /// The words and quoted texts, without qualifiers and operators.
    var freeText: String {
        compactMap { if case .text = $0.kind { $0.text } else { nil } }.joined(separator: " ")
    }
}
