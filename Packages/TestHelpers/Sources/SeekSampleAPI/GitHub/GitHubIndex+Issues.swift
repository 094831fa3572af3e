extension GitHubIndex {
    /// Returns a page of issues and pull requests (`GET /search/issues`).
    func searchIssues(_ caller: GitHubAPI.Caller, _ query: GitHubSearchQuery) throws(GitHubErrorResponse) -> Page {
        let request = caller.request
        let types = Self.types(in: query)
        guard !types.isEmpty else { throw .missingIssueType }
        if request.isSemanticSearch, !caller.hasToken { throw .semanticSearchNeedsToken }
        if request.isSemanticSearch, query.hasParentheses { throw .semanticSearchWithParentheses }
        let reasons = request.isSemanticSearch ? Self.fallbackReasons(query, types) : []
        let isSemantic = request.isSemanticSearch && reasons.isEmpty
        let members: OrderedJSON = [
            "search_type": .string(isSemantic ? request["search_type"] ?? "" : "lexical"),
            "lexical_fallback_reason": reasons.isEmpty ? nil : .strings(reasons),
        ]
        let json = IssueJSON(origin: request.origin, accounts: accounts)
        return searchPage(query.matches(in: issues, request), request, kind: "issues", members: members.withoutNulls) {
            json.json(of: $0.record)
        }
    }

    /// Returns the types in a query: `issue`, `pr`. GitHub rejects a query without a type; a query that requires both
    /// types matches nothing.
    private static func types(in query: GitHubSearchQuery) -> Set<String> {
        // GitHub accepts `is:pull-request`, but not `type:pull-request`.
        let names = query.values(of: "is") + query.values(of: "type").filter { $0 != "pull-request" }
        return Set(names.compactMap { ["issue": "issue", "pr": "pr", "pull-request": "pr"][$0] })
    }

    /// Returns the reasons why a semantic search falls back to a lexical one.
    private static func fallbackReasons(_ query: GitHubSearchQuery, _ types: Set<String>) -> [String] {
        var reasons: [String] = []
        if types != ["issue"] { reasons.append("non_issue_target") }
        if !query.hasText { reasons.append("no_text_terms") }
        if query.hasQuotedText { reasons.append("quoted_text") }
        if query.operatorCount > 0 { reasons.append("or_boolean_not_supported") }
        return reasons
    }
}
