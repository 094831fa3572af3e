import SeekModels

/// The scope of a search of issues.
///
/// GitHub rejects a query with neither `is:issue` nor `is:pull-request`, and returns nothing for a query with both, so
/// ``all`` sends two requests. Qualifiers of the query narrow the scope: `is:pr` with ``all`` is one request.
public enum GitHubIssueScope: String, Sendable, Hashable, CaseIterable {
    /// Issues.
    case issues
    /// Pull requests.
    case pullRequests
    /// Issues and pull requests, merged in the order of the search.
    case all

    var kinds: [IssueKind] {
        switch self {
        case .issues: [.issues]
        case .pullRequests: [.pullRequests]
        case .all: [.issues, .pullRequests]
        }
    }
}

enum IssueKind: String, Sendable, Hashable, Codable {
    case issues
    case pullRequests = "pull requests"

    var qualifier: GitHubQualifier { .is(self == .issues ? "issue" : "pull-request") }

    init?(qualifier name: String, value: String) {
        switch (name, value) {
        case ("is", "issue"), ("type", "issue"): self = .issues
        case ("is", "pr"), ("is", "pull-request"), ("type", "pr"): self = .pullRequests
        default: return nil
        }
    }
}

/// The kinds of results that a query includes and excludes by `is:` and `type:`. Quoted phrases are ignored.
struct IssueKindFilter: Sendable, Hashable {
    private(set) var included: Set<IssueKind> = []
    private(set) var excluded: Set<IssueKind> = []
    /// Whether the query contains an `OR` outside quotation marks.
    private(set) var hasAlternatives = false
    /// Parentheses in quotation marks are not counted.
    let hasBalancedParentheses: Bool

    init(in query: GitHubQuery) {
        hasBalancedParentheses = Self.hasBalancedParentheses(query.description)
        var isAfterNot = false
        for word in query.words {
            hasAlternatives = hasAlternatives || word == "OR"
            let isNegated = isAfterNot || word.hasPrefix("-")
            isAfterNot = word == "NOT"
            let parts = word.drop { $0 == "-" }.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = parts[1].filter { $0 != "\"" }.lowercased()
            guard let kind = IssueKind(qualifier: parts[0].lowercased(), value: value) else { continue }
            if isNegated { excluded.insert(kind) } else { included.insert(kind) }
        }
    }

    private static func hasBalancedParentheses(_ text: String) -> Bool {
        var (depth, isQuoted) = (0, false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if isQuoted { continue }
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }

    /// Returns the kinds in a scope that the query does not rule out.
    func kinds(in scope: GitHubIssueScope) -> [IssueKind] {
        scope.kinds.filter { (included.isEmpty || included.contains($0)) && !excluded.contains($0) }
    }

    /// Returns the text of the request for one kind of results: the query, with a qualifier if it selects no kind.
    func text(of query: GitHubQuery, for kind: IssueKind, usesAdvancedSyntax: Bool) -> String {
        guard included.isEmpty else { return query.description }
        // Without parentheses, the qualifier would apply to the last alternative only.
        return usesAdvancedSyntax && hasAlternatives ? "(\(query)) \(kind.qualifier)" : "\(query) \(kind.qualifier)"
    }
}

extension GitHubQuery {
    /// Returns the scope narrowed by the query's `is:` and `type:` qualifiers; nil if no issue or pull request in the
    /// scope can match them.
    public func issueScope(within scope: GitHubIssueScope = .all) -> GitHubIssueScope? {
        let filter = IssueKindFilter(in: self)
        guard filter.included.count < 2 else { return nil }
        let kinds = filter.kinds(in: scope)
        return GitHubIssueScope.allCases.first { $0.kinds == kinds }
    }

    func issueDiagnostics(in scope: GitHubIssueScope, searchType: GitHubSearchType?) -> [QueryDiagnostic] {
        var diagnostics: [QueryDiagnostic] = []
        let filter = IssueKindFilter(in: self)
        let kinds = filter.kinds(in: scope)
        if filter.included.count > 1 {
            // `is:issue OR is:pr` matches nothing either, with or without the advanced syntax.
            let message =
                "the search text has qualifiers for both issues and pull requests, which matches nothing on GitHub; "
                + "remove one of them, or both to search for either"
            diagnostics.append(QueryDiagnostic(rule: "issue-type-both", message: message))
        } else if kinds.isEmpty {
            let names = scope.kinds.map(\.rawValue).joined(separator: " and ")
            let message = "the search is for \(names), which the search text excludes; remove 'is:' or 'type:' from it"
            diagnostics.append(QueryDiagnostic(rule: "issue-type-conflict", message: message))
        }
        guard let searchType, searchType != .lexical else { return diagnostics }
        if ![.semantic, .hybrid].contains(searchType) {
            let message = "GitHub has no search type '\(searchType.rawValue)'; use lexical, semantic or hybrid"
            diagnostics.append(QueryDiagnostic(rule: "search-type-unknown", message: message))
        } else if !kinds.isEmpty, kinds != [.issues] {
            let message = "a \(searchType.rawValue) search covers issues only; search for issues, or use lexical search"
            diagnostics.append(QueryDiagnostic(rule: "search-type-issues", message: message))
        }
        return diagnostics
    }
}
