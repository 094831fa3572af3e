/// The `q` of search/repositories: words, qualifiers, `AND`, `OR`, `NOT`.
///
/// `AND` binds closer than `OR`, as everywhere; parentheses are not read.
struct RepositoryQuery: Sendable {
    private struct Condition: Sendable {
        enum Kind: Sendable {
            case text([SearchPiece])
            case qualifier(String, String)
        }

        var kind: Kind
        var isExcluded: Bool
    }

    /// Where words are looked for.
    private static let textQualifiers: Set<String> = ["name", "description", "topics", "readme"]
    /// Qualifiers of which any one may hold; of the others all must.
    private static let alternatives: Set<String> = ["user", "org", "repo", "language", "in"]
    private static let known: Set<String> = [
        "archived", "created", "fork", "forks", "in", "is", "language", "license", "org", "pushed", "repo", "size",
        "stars",
        "template", "topic", "topics", "user",
    ]

    /// One of these must hold; in each, all conditions.
    private let groups: [[Condition]]

    init(_ text: String, accounts: Set<String>) throws(GitHubRefusal) {
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
            let condition = Self.condition(token, isNegated)
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

    private static func condition(_ token: QueryTokens.Token, _ isNegated: Bool) -> Condition {
        let hasMinus = !token.isQuoted && token.text.count > 1 && token.text.hasPrefix("-")
        let body = hasMinus ? token.text.dropFirst() : token.text[...]
        let isExcluded = isNegated != hasMinus
        if !token.isQuoted, let colon = body.firstIndex(of: ":") {
            let name = body[..<colon].lowercased()
            let value = String(body[body.index(after: colon)...])
            if known.contains(name), !value.isEmpty {
                return Condition(kind: .qualifier(name, value), isExcluded: isExcluded)
            }
        }
        let text = QueryTokens.Token(text: String(body), isQuoted: token.isQuoted)
        return Condition(kind: .text(QueryTokens.pieces(of: text)), isExcluded: isExcluded)
    }

    /// How well a repository fits, or nil where it does not: a word in the name counts four times one elsewhere.
    func score(of repository: SearchableRepository) -> Int? {
        groups.compactMap { Self.score($0, repository) }.max()
    }

    private static func score(_ group: [Condition], _ repository: SearchableRepository) -> Int? {
        guard qualifiersHold(group, repository.record) else { return nil }
        let fields = group.flatMap { condition -> [String] in
            guard case .qualifier("in", let value) = condition.kind else { return [] }
            return value.lowercased().split(separator: ",").map(String.init)
        }
        let places = fields.isEmpty ? textQualifiers : Set(fields)
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
            let isFound = pieces.allSatisfy { repository.contains($0, in: places) }
            guard isFound != condition.isExcluded else { return nil }
            if isFound { score += pieces.allSatisfy { repository.contains($0, in: ["name"]) } ? 4 : 1 }
        }
        return isEmpty ? nil : score
    }

    private static func qualifiersHold(_ group: [Condition], _ record: RepositoryRecord) -> Bool {
        var anyHolds: [String: Bool] = [:]
        var allowsForks = false
        for condition in group {
            guard case .qualifier(let name, let value) = condition.kind else { continue }
            if name == "fork" { allowsForks = true }
            let holds = name == "in" || record.satisfies(name, value)
            if alternatives.contains(name), !condition.isExcluded {
                anyHolds[name] = (anyHolds[name] ?? false) || holds
            } else if holds == condition.isExcluded {
                return false
            }
        }
        // Forks stay out unless they are asked for.
        return anyHolds.values.allSatisfy { $0 } && (allowsForks || !record.isFork)
    }
}
