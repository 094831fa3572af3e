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

/// The `q` of a search: words, qualifiers, `AND`, `OR`, `NOT`.
///
/// `AND` has precedence over `OR`; parentheses are not supported.
struct GitHubSearchQuery: Sendable {
    struct Rules: Sendable {
        /// The names of the qualifiers; nil if every `name:value` is a qualifier.
        var qualifiers: Set<String>?
        /// The fields that are searched for words, unless the query has the qualifier `in`. A word in the first field
        /// counts four times as much as a word in another.
        var fields: [String] = []
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

    /// The qualifiers that match if one of their values does, such as `user:a user:b`. Every other qualifier must
    /// match.
    private static let alternativeQualifiers: Set<String> = ["user", "org", "repo", "language", "in"]

    private let rules: Rules
    /// The operands of `OR`. A record matches if it satisfies the conditions of at least one operand.
    private let groups: [[Condition]]

    init(_ text: String, rules: Rules, accounts: Set<String>) throws(GitHubErrorResponse) {
        self.rules = rules
        var groups: [[Condition]] = [[]]
        var operatorCount = 0
        var textLength = 0
        var isNegated = false
        for token in QueryTokens.tokens(of: text) {
            if !token.isQuoted, !token.isExcluded, ["AND", "OR", "NOT"].contains(token.text) {
                operatorCount += 1
                if token.text == "OR" { groups.append([]) }
                isNegated = token.text == "NOT"
                continue
            }
            let condition = Self.condition(token, isNegated, rules)
            if case .text = condition.kind { textLength += token.text.count + (token.isExcluded ? 2 : 1) }
            if case .qualifier(let name, let login) = condition.kind, name == "user" || name == "org",
                !accounts.contains(login.lowercased())
            {
                throw .unknownOwner
            }
            groups[groups.count - 1].append(condition)
            isNegated = false
        }
        // The limit of 256 characters, and the separator that was counted after the last term.
        guard textLength <= 257 else { throw .queryTooLong }
        guard operatorCount <= 5 else { throw .tooManyOperators }
        self.groups = groups.filter { !$0.isEmpty }
    }

    private static func condition(_ token: QueryTokens.Token, _ isNegated: Bool, _ rules: Rules) -> Condition {
        let isExcluded = isNegated != token.isExcluded
        if !token.isQuoted, let colon = token.text.firstIndex(of: ":") {
            let name = token.text[..<colon].lowercased()
            let value = String(token.text[token.text.index(after: colon)...])
            if rules.qualifiers?.contains(name) ?? true, !value.isEmpty {
                return Condition(kind: .qualifier(name, value), isExcluded: isExcluded, isQuoted: false)
            }
        }
        return Condition(
            kind: .text(QueryTokens.pieces(of: token)),
            isExcluded: isExcluded,
            isQuoted: token.isQuoted
        )
    }

    /// Returns the lowercase values of a qualifier, except negated ones.
    func values(of name: String) -> [String] {
        groups.joined().compactMap { condition in
            guard case .qualifier(name, let value) = condition.kind, !condition.isExcluded else { return nil }
            return value.lowercased()
        }
    }

    /// Whether the query has words, and not only qualifiers.
    var hasText: Bool {
        groups.joined().contains { if case .text(let pieces) = $0.kind { !pieces.isEmpty } else { false } }
    }

    var hasQuotedText: Bool { groups.joined().contains(where: \.isQuoted) }

    /// Whether the query has several operands of `OR`.
    var hasAlternatives: Bool { groups.count > 1 }

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
        groups.compactMap { score($0, record) }.max()
    }

    private func score(_ group: [Condition], _ record: some SearchableRecord) -> Int? {
        guard Self.qualifiersMatch(group, record) else { return nil }
        let requestedFields = group.flatMap { condition -> [String] in
            guard case .qualifier("in", let value) = condition.kind else { return [] }
            return value.lowercased().split(separator: ",").map(String.init)
        }
        let fields = Set(requestedFields.isEmpty ? rules.fields : requestedFields)
        let firstField = Set(rules.fields.prefix(1))
        var score = 0
        var hasOnlyIgnoredTerms = true
        for condition in group {
            guard case .text(let pieces) = condition.kind else {
                hasOnlyIgnoredTerms = false
                continue
            }
            // A term without searchable characters, such as a lone `&`, is ignored; a group of only such terms matches
            // nothing.
            guard !pieces.isEmpty else { continue }
            hasOnlyIgnoredTerms = false
            let isFound = pieces.allSatisfy { record.contains($0, in: fields) }
            guard isFound != condition.isExcluded else { return nil }
            if isFound { score += pieces.allSatisfy { record.contains($0, in: firstField) } ? 4 : 1 }
        }
        return hasOnlyIgnoredTerms ? nil : score
    }

    private static func qualifiersMatch(_ group: [Condition], _ record: some SearchableRecord) -> Bool {
        /// Whether one of the values matches, by qualifier.
        var anyMatches: [String: Bool] = [:]
        var names: Set<String> = []
        for condition in group {
            guard case .qualifier(let name, let value) = condition.kind else { continue }
            names.insert(name)
            let isMatch = name == "in" || record.satisfies(name, value)
            if alternativeQualifiers.contains(name), !condition.isExcluded {
                anyMatches[name] = anyMatches[name] == true || isMatch
            } else if isMatch == condition.isExcluded {
                return false
            }
        }
        return anyMatches.values.allSatisfy { $0 } && !record.isHidden(withQualifiers: names)
    }
}
