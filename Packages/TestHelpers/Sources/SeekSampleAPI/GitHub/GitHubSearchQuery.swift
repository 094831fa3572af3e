/// A record that searches of GitHub find.
protocol SearchableRecord: Sendable {
    /// Whether a piece of text occurs in one of the places.
    func contains(_ piece: SearchPiece, in places: Set<String>) -> Bool
    /// Whether a qualifier holds.
    func satisfies(_ qualifier: String, _ value: String) -> Bool
    /// Whether it is left out unless one of these qualifiers is in the query.
    func isHidden(withQualifiers names: Set<String>) -> Bool
}

extension SearchableRecord {
    func isHidden(withQualifiers names: Set<String>) -> Bool { false }
}

/// The `q` of a search: words, qualifiers, `AND`, `OR`, `NOT`.
///
/// `AND` binds closer than `OR`, as everywhere; parentheses are not read.
struct GitHubSearchQuery: Sendable {
    /// What is particular to a kind of search.
    struct Rules: Sendable {
        /// The qualifiers; nil where every `name:value` counts as one.
        var qualifiers: Set<String>?
        /// Where words are looked for; a match in the first counts four times.
        var places: [String] = []
    }

    private struct Condition: Sendable {
        enum Kind: Sendable {
            case text([SearchPiece])
            case qualifier(String, String)
        }

        var kind: Kind
        var isExcluded: Bool
        var isQuoted: Bool
    }

    /// Qualifiers of which any one may hold; of the others all must.
    private static let alternatives: Set<String> = ["user", "org", "repo", "language", "in"]

    private let rules: Rules
    /// One of these must hold; in each, all conditions.
    private let groups: [[Condition]]

    init(_ text: String, rules: Rules, accounts: Set<String>) throws(GitHubRefusal) {
        self.rules = rules
        var groups: [[Condition]] = [[]]
        var operators = 0
        var length = 0
        var isNegated = false
        for token in QueryTokens.tokens(of: text) {
            if !token.isQuoted, ["AND", "OR", "NOT"].contains(token.text) {
                operators += 1
                if token.text == "OR" { groups.append([]) }
                isNegated = token.text == "NOT"
                continue
            }
            let condition = Self.condition(token, isNegated, rules)
            if case .text = condition.kind { length += token.text.count + 1 }
            if case .qualifier(let name, let login) = condition.kind, name == "user" || name == "org",
                !accounts.contains(login.lowercased())
            {
                throw .unknownOwner
            }
            groups[groups.count - 1].append(condition)
            isNegated = false
        }
        guard length <= 257 else { throw .longQuery }
        guard operators <= 5 else { throw .manyOperators }
        self.groups = groups.filter { !$0.isEmpty }
    }

    private static func condition(_ token: QueryTokens.Token, _ isNegated: Bool, _ rules: Rules) -> Condition {
        let hasMinus = !token.isQuoted && token.text.count > 1 && token.text.hasPrefix("-")
        let body = hasMinus ? token.text.dropFirst() : token.text[...]
        let isExcluded = isNegated != hasMinus
        if !token.isQuoted, let colon = body.firstIndex(of: ":") {
            let name = body[..<colon].lowercased()
            let value = String(body[body.index(after: colon)...])
            if rules.qualifiers?.contains(name) ?? true, !value.isEmpty {
                return Condition(kind: .qualifier(name, value), isExcluded: isExcluded, isQuoted: false)
            }
        }
        let text = QueryTokens.Token(text: String(body), isQuoted: token.isQuoted)
        return Condition(
            kind: .text(QueryTokens.pieces(of: text)),
            isExcluded: isExcluded,
            isQuoted: token.isQuoted
        )
    }

    /// The values a qualifier has, those that are excluded aside.
    func values(of name: String) -> [String] {
        groups.joined().compactMap { condition in
            guard case .qualifier(name, let value) = condition.kind, !condition.isExcluded else { return nil }
            return value.lowercased()
        }
    }

    /// Whether it has words, and not only qualifiers.
    var hasText: Bool {
        groups.joined().contains { if case .text(let pieces) = $0.kind { !pieces.isEmpty } else { false } }
    }

    /// Whether it has text between quotation marks.
    var hasQuotedText: Bool { groups.joined().contains(where: \.isQuoted) }

    /// Whether it has an `OR`.
    var hasAlternatives: Bool { groups.count > 1 }

    /// How well a record fits, or nil where it does not: a word in the first place counts four times one elsewhere.
    func score(of record: some SearchableRecord) -> Int? {
        groups.compactMap { score($0, record) }.max()
    }

    private func score(_ group: [Condition], _ record: some SearchableRecord) -> Int? {
        guard Self.qualifiersHold(group, record) else { return nil }
        let fields = group.flatMap { condition -> [String] in
            guard case .qualifier("in", let value) = condition.kind else { return [] }
            return value.lowercased().split(separator: ",").map(String.init)
        }
        let places = Set(fields.isEmpty ? rules.places : fields)
        let main = Set(rules.places.prefix(1))
        var score = 0
        var isEmpty = true
        for condition in group {
            guard case .text(let pieces) = condition.kind else {
                isEmpty = false
                continue
            }
            // A lone & is no condition; but a query of nothing else finds nothing.
            guard !pieces.isEmpty else { continue }
            isEmpty = false
            let isFound = pieces.allSatisfy { record.contains($0, in: places) }
            guard isFound != condition.isExcluded else { return nil }
            if isFound { score += pieces.allSatisfy { record.contains($0, in: main) } ? 4 : 1 }
        }
        return isEmpty ? nil : score
    }

    private static func qualifiersHold(_ group: [Condition], _ record: some SearchableRecord) -> Bool {
        var anyHolds: [String: Bool] = [:]
        var names: Set<String> = []
        for condition in group {
            guard case .qualifier(let name, let value) = condition.kind else { continue }
            names.insert(name)
            let holds = name == "in" || record.satisfies(name, value)
            if alternatives.contains(name), !condition.isExcluded {
                anyHolds[name] = (anyHolds[name] ?? false) || holds
            } else if holds == condition.isExcluded {
                return false
            }
        }
        return anyHolds.values.allSatisfy { $0 } && !record.isHidden(withQualifiers: names)
    }
}
