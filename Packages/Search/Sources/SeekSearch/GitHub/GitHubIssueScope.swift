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

    init(in query: GitHubQuery) {
        for token in query.tokens {
            guard case .qualifier(let name, let value) = token.kind,
                let kind = IssueKind(qualifier: name, value: value.lowercased())
            else { continue }
            if token.isExcluded { excluded.insert(kind) } else { included.insert(kind) }
        }
    }

    /// Returns the kinds in a scope that the query does not rule out.
    func kinds(in scope: GitHubIssueScope) -> [IssueKind] {
        scope.kinds.filter { (included.isEmpty || included.contains($0)) && !excluded.contains($0) }
    }

    /// Returns the text of the request for one kind of results: the query, with a qualifier if it selects no kind. In
    /// the advanced syntax, a qualifier in the query may apply to one of its alternatives only.
    func text(of query: GitHubQuery, for kind: IssueKind, usesAdvancedSyntax: Bool) -> String {
        guard usesAdvancedSyntax else {
            return (included.isEmpty ? query.with(kind.qualifier) : query).description
        }
        let hasAlternatives = query.tokens.contains { $0.text == "OR" }
        return (included.isEmpty || hasAlternatives ? query.with(kind.qualifier) : query).advancedText
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
            diagnostics.append(QueryDiagnostic(rule: "issue-type-both", problem: QueryProblem(message)))
        } else if kinds.isEmpty {
            let names = scope.kinds.map(\.rawValue).joined(separator: " and ")
            let message = "the search is for \(names), which the search text excludes; remove 'is:' or 'type:' from it"
            diagnostics.append(QueryDiagnostic(rule: "issue-type-conflict", problem: QueryProblem(message)))
        }
        guard let searchType, searchType != .lexical else { return diagnostics }
        if ![.semantic, .hybrid].contains(searchType) {
            let message = "GitHub has no search type '\(searchType.rawValue)'; use lexical, semantic or hybrid"
            diagnostics.append(QueryDiagnostic(rule: "search-type-unknown", problem: QueryProblem(message)))
        } else {
            if !kinds.isEmpty, kinds != [.issues] {
                let message =
                    "a \(searchType.rawValue) search covers issues only; search for issues, or use lexical search"
                diagnostics.append(QueryDiagnostic(rule: "search-type-issues", problem: QueryProblem(message)))
            }
            if !description.isEmpty { diagnostics += meaningDiagnostics(of: searchType) }
        }
        return diagnostics
    }

    /// Returns the problems of a text that GitHub cannot match by meaning: it would match by words instead or, with
    /// parentheses, reject the search.
    private func meaningDiagnostics(of searchType: GitHubSearchType) -> [QueryDiagnostic] {
        let tokens = tokens
        let type = searchType.rawValue
        func diagnostic(_ rule: String, if isProblem: Bool, _ message: String) -> QueryDiagnostic? {
            isProblem ? QueryDiagnostic(rule: rule, problem: "\(message), or use lexical search") : nil
        }
        return [
            diagnostic(
                "search-type-text",
                if: tokens.freeText.isEmpty,
                "a \(type) search needs words, and the search has only qualifiers; add words"
            ),
            diagnostic(
                "search-type-quotes",
                if: tokens.contains { $0.kind == .text(isQuoted: true) },
                "a \(type) search cannot match text in quotation marks; remove them"
            ),
            diagnostic(
                "search-type-operators",
                if: tokens.operatorCount > 0,
                "a \(type) search has no operators (AND, OR, NOT); remove them"
            ),
            diagnostic(
                "search-type-parentheses",
                if: tokens.hasParentheses,
                "a \(type) search has no parentheses; remove them"
            ),
        ].compactMap { $0 }
    }
}
