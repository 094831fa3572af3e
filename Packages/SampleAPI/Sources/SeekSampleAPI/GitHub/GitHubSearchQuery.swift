/// A record that GitHub's searches can find.
protocol SearchableRecord: Sendable {
    var id: Int { get }
    /// The value by which records that match a query equally well are sorted, the greatest first.
    var popularity: Double { get }
    /// Returns the number by which records are sorted for a value of GitHub's parameter `sort`; nil if GitHub does not
    /// support the value.
    func sortKey(_ sort: String) -> Double?
    /// Returns whether a piece of text occurs in one of the fields.
    func contains(_ piece: SearchPiece, in fields: Set<String>) -> Bool
    func satisfies(_ qualifier: String, _ value: String) -> Bool
    /// Returns whether the record is excluded from the results of a query with these qualifiers.
    func isHidden(withQualifiers names: Set<String>) -> Bool
}

extension SearchableRecord {
    var popularity: Double { 0 }
    func isHidden(withQualifiers names: Set<String>) -> Bool { false }
}

/// The grammars of `q`.
enum GitHubSearchGrammar: Sendable, Hashable {
    /// Qualifiers apply to the whole query, wherever they are. `AND`, `OR` and `NOT` combine words; `AND` has precedence
    /// over `OR`, and parentheses are ignored.
    case standard
    /// A space is `AND`, which has precedence over `OR`; parentheses group words and qualifiers. (`advanced_search`)
    case advanced
}

/// The `q` of a search: words, qualifiers, `AND`, `OR`, `NOT`.
struct GitHubSearchQuery: Sendable {
    private indirect enum Expression: Sendable {
        case text([SearchPiece])
        case qualifier(String, String)
        case not(Expression)
        case all([Expression])
        case any([Expression])
    }

    /// A word, a quoted text or a qualifier; operators and parentheses are other tokens.
    private struct Term: Sendable {
        /// The name and the value of a qualifier; nil for a text.
        var qualifier: (name: String, value: String)?
        var isExcluded: Bool
    }

    /// The qualifiers that match if one of their values does in the standard grammar, such as `user:a org:b`, by the
    /// name of the group. Every other qualifier must match.
    private static func alternatives(_ name: String, _ value: String) -> String? {
        switch name {
        case "user", "org": "owner"
        case "repo", "language", "in": name
        case "is" where ["public", "private", "internal"].contains(value.lowercased()): "visibility"
        default: nil
        }
    }

    /// The fields that are searched for words, unless the query has the qualifier `in`. A word in the first field counts
    /// four times as much as a word in another.
    private let fields: [String]
    /// Nil if nothing can match.
    private let expression: Expression?
    private let terms: [Term]
    /// The number of `AND`, `OR` and `NOT`.
    let operatorCount: Int
    let hasParentheses: Bool
    /// Whether a term is a quoted text.
    let hasQuotedText: Bool

    init(
        _ text: String,
        fields: [String] = [],
        grammar: GitHubSearchGrammar = .standard,
        owners: GitHubOwners
    ) throws(GitHubErrorResponse) {
        self.fields = fields
        let tokens = QueryTokens.tokens(of: text, separators: ["(", ")"], allowsBackticks: true)
        let terms = Self.terms(of: tokens)
        self.terms = terms
        for term in terms {
            if let (name, value) = term.qualifier, !term.isExcluded, !owners.canSearch(name, value) {
                throw .unknownOwner
            }
        }
        operatorCount = tokens.count(where: \.isOperator)
        hasParentheses = tokens.contains { $0.isParenthesis }
        hasQuotedText = tokens.contains { $0.isQuoted }
        // Words and quoted texts, separated by spaces.
        let texts = tokens.filter { !$0.isOperator && !$0.isParenthesis && $0.qualifier == nil }
        guard texts.reduce(-1, { $0 + $1.length + 1 }) <= 256 else { throw .queryTooLong }
        guard operatorCount <= 5 else { throw .tooManyOperators }
        switch grammar {
        case .standard:
            guard operatorCount == 0 || !texts.isEmpty else { throw .onlyOperators }
            expression = Self.standardExpression(tokens)
        case .advanced:
            var parser = AdvancedParser(tokens)
            expression = try parser.query()
        }
    }

    private static func terms(of tokens: [QueryTokens.Token]) -> [Term] {
        var isAfterNot = false
        return tokens.compactMap { token in
            guard !token.isParenthesis else { return nil }
            defer { isAfterNot = token.isOperator && token.text == "NOT" }
            guard !token.isOperator else { return nil }
            return Term(qualifier: token.qualifier, isExcluded: isAfterNot != token.isExcluded)
        }
    }

    /// Returns the lowercase values of a qualifier, except negated ones.
    func values(of name: String) -> [String] {
        terms.compactMap { term in
            guard !term.isExcluded, let qualifier = term.qualifier, qualifier.name == name else { return nil }
            return qualifier.value.lowercased()
        }
    }

    /// Whether the query has words, and not only qualifiers.
    var hasText: Bool { terms.contains { $0.qualifier == nil } }

    /// Returns the matching records in the requested order. Records of equal rank are sorted by id: ascending if the
    /// order is descending, and vice versa.
    func matches<Record: SearchableRecord>(in records: [Record], _ request: SampleRequest) -> [Record] {
        let sort = request["sort"] ?? ""
        // `order` is ignored when results are sorted by best match.
        let isAscending = request["order"] == "asc" && records.first?.sortKey(sort) != nil
        let ranked = records.compactMap { record in
            score(of: record).map { score in
                (rank: record.sortKey(sort).map { ($0, 0) } ?? (Double(score), record.popularity), record: record)
            }
        }
        let descending = ranked.sorted { $0.rank != $1.rank ? $0.rank > $1.rank : $0.record.id < $1.record.id }
        return (isAscending ? descending.reversed() : descending).map(\.record)
    }

    /// Returns the relevance of a record; nil if it does not match.
    private func score(of record: some SearchableRecord) -> Int? {
        guard let expression, !record.isHidden(withQualifiers: Set(terms.compactMap(\.qualifier?.name))) else {
            return nil
        }
        let requestedFields = values(of: "in").flatMap { $0.split(separator: ",").map(String.init) }
        let searchedFields = Set(requestedFields.isEmpty ? fields : requestedFields)
        let firstField = Set(fields.prefix(1))
        func score(_ expression: Expression) -> Int? {
            switch expression {
            case .text(let pieces):
                guard pieces.allSatisfy({ record.contains($0, in: searchedFields) }) else { return nil }
                return pieces.allSatisfy { record.contains($0, in: firstField) } ? 4 : 1
            case .qualifier("in", _): return 0
            case .qualifier(let name, let value): return record.satisfies(name, value) ? 0 : nil
            case .not(let operand): return score(operand) == nil ? 0 : nil
            case .any(let operands): return operands.compactMap(score).max()
            case .all(let operands):
                let scores = operands.compactMap(score)
                return scores.count == operands.count ? scores.reduce(0, +) : nil
            }
        }
        return score(expression)
    }

    /// Returns the expression of a term; nil for a text without searchable characters, such as a lone `&`, which is
    /// ignored.
    private static func expression(_ token: QueryTokens.Token) -> Expression? {
        let pieces = QueryTokens.pieces(of: token)
        guard token.qualifier != nil || !pieces.isEmpty else { return nil }
        let term = token.qualifier.map { Expression.qualifier($0.name, $0.value) } ?? .text(pieces)
        return token.isExcluded ? .not(term) : term
    }

    /// Returns the expression of a query; nil if nothing can match.
    private static func standardExpression(_ tokens: [QueryTokens.Token]) -> Expression? {
        var filters: [(group: String?, values: [Expression])] = []
        var alternatives: [[Expression]] = [[]]
        var isNegated = false
        for token in tokens where !token.isParenthesis {
            if token.isOperator {
                if token.text == "OR" { alternatives.append([]) }
                isNegated = token.text == "NOT"
                continue
            }
            let isExcluded = isNegated != token.isExcluded
            let term = expression(token).map { isNegated ? .not($0) : $0 }
            isNegated = false
            guard let term else { continue }
            guard let (name, value) = token.qualifier else {
                alternatives[alternatives.count - 1].append(term)
                continue
            }
            let group = isExcluded ? nil : Self.alternatives(name, value)
            if group != nil, let index = filters.firstIndex(where: { $0.group == group }) {
                filters[index].values.append(term)
            } else {
                filters.append((group, [term]))
            }
        }
        let texts = alternatives.filter { !$0.isEmpty }.map(Expression.all)
        let operands = filters.map { Expression.any($0.values) } + (texts.isEmpty ? [] : [.any(texts)])
        return operands.isEmpty ? nil : .all(operands)
    }

    /// Parses the advanced grammar by recursive descent.
    private struct AdvancedParser {
        var tokens: ArraySlice<QueryTokens.Token>
        /// The number of open parentheses, which is limited because each is a recursion.
        private var depth = 0

        init(_ tokens: [QueryTokens.Token]) {
            self.tokens = tokens[...]
        }

        mutating func query() throws(GitHubErrorResponse) -> Expression? {
            let expression = try alternatives()
            guard tokens.isEmpty else { throw .unbalancedParentheses }
            return expression
        }

        private mutating func alternatives() throws(GitHubErrorResponse) -> Expression? {
            var operands = [try conjunction()]
            while tokens.first?.isOperator("OR") == true {
                tokens.removeFirst()
                operands.append(try conjunction())
            }
            let expressions = operands.compactMap { $0 }
            return expressions.isEmpty ? nil : .any(expressions)
        }

        private mutating func conjunction() throws(GitHubErrorResponse) -> Expression? {
            var operands: [Expression] = []
            while let token = tokens.first, !token.isOperator("OR"), !token.isParenthesis(")") {
                if token.isOperator("AND") {
                    tokens.removeFirst()
                } else if let operand = try operand() {
                    operands.append(operand)
                }
            }
            return operands.isEmpty ? nil : .all(operands)
        }

        private mutating func operand() throws(GitHubErrorResponse) -> Expression? {
            guard let token = tokens.popFirst() else { return nil }
            if token.isOperator("NOT") {
                return try operand().map { .not($0) }
            }
            guard token.isParenthesis("(") else { return GitHubSearchQuery.expression(token) }
            depth += 1
            guard depth <= 100 else { throw .unbalancedParentheses }
            let group = try alternatives()
            guard tokens.popFirst()?.isParenthesis(")") == true else { throw .unbalancedParentheses }
            depth -= 1
            return group
        }
    }
}

extension QueryTokens.Token {
    fileprivate var isOperator: Bool { !isQuoted && !isExcluded && ["AND", "OR", "NOT"].contains(text) }

    fileprivate var isParenthesis: Bool { !isQuoted && !isExcluded && ["(", ")"].contains(text) }

    fileprivate func isOperator(_ name: String) -> Bool { isOperator && text == name }

    fileprivate func isParenthesis(_ character: String) -> Bool { isParenthesis && text == character }

    /// The name, in lower case, and the value of a qualifier; nil for a text. Every `name:value` is a qualifier, and one
    /// with an unknown name matches nothing.
    fileprivate var qualifier: (name: String, value: String)? {
        guard !isQuoted, let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
        let value = String(text[text.index(after: colon)...])
        return value.isEmpty ? nil : (text[..<colon].lowercased(), value)
    }
}

/// The owners and repositories of the sample data, to which `user:`, `org:` and `repo:` refer.
struct GitHubOwners: Sendable {
    /// The logins of the accounts in lower case.
    var logins: Set<String> = []
    /// The full names of the repositories in lower case.
    var repositories: Set<String> = []

    func canSearch(_ qualifier: String, _ value: String) -> Bool {
        switch qualifier {
        case "user", "org": logins.contains(value.lowercased())
        case "repo": repositories.contains(value.lowercased())
        default: true
        }
    }
}
