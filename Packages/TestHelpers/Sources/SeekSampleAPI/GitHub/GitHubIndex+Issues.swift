extension GitHubIndex {
    /// Returns a page of issues and pull requests (`GET /search/issues`).
    func searchIssues(_ caller: GitHubAPI.Caller, _ query: GitHubSearchQuery) throws(GitHubErrorResponse) -> Found {
        let request = caller.request
        let types = Self.types(in: query)
        guard !types.isEmpty else { throw .missingIssueType }
        let isByMeaning = request.asksForMeaning
        if isByMeaning, !caller.hasToken { throw .semanticSearchNeedsToken }
        let reasons = isByMeaning ? Self.fallbackReasons(query, types) : []
        let matches = issues.compactMap { issue in
            query.score(of: issue).map { (score: $0, record: issue.record) }
        }
        let sorted = Self.sorted(matches, request)
        let paging = GitHubPaging(request)
        let json = IssueJSON(origin: request.origin, accounts: accounts)
        var body: [JSONText.Member] = [
            .init(name: "total_count", value: .integer(sorted.count)),
            .init(name: "incomplete_results", value: false),
            .init(name: "items", value: .array(paging.items(of: sorted).map(json.json))),
            .init(
                name: "search_type",
                value: .string(isByMeaning && reasons.isEmpty ? request["search_type"] ?? "" : "lexical")
            ),
        ]
        if !reasons.isEmpty {
            body.append(.init(name: "lexical_fallback_reason", value: .array(reasons.map(JSONText.string))))
        }
        return Found(
            .object(body),
            link: paging.link(
                count: min(sorted.count, Self.searchLimit),
                path: "\(request.origin)/search/issues",
                items: request.items
            )
        )
    }

    /// Returns the types in a query: `issue`, `pr`. GitHub rejects a query without a type; one with both types matches
    /// nothing.
    private static func types(in query: GitHubSearchQuery) -> Set<String> {
        let names = query.values(of: "is") + query.values(of: "type").filter { $0 != "pull-request" }
        return Set(names.compactMap { ["issue": "issue", "pr": "pr", "pull-request": "pr"][$0] })
    }

    /// Returns the reasons why a semantic search falls back to a lexical one.
    private static func fallbackReasons(_ query: GitHubSearchQuery, _ types: Set<String>) -> [String] {
        var reasons: [String] = []
        if types != ["issue"] { reasons.append("non_issue_target") }
        if !query.hasText { reasons.append("no_text_terms") }
        if query.hasQuotedText { reasons.append("quoted_text") }
        if query.hasAlternatives { reasons.append("or_boolean_not_supported") }
        return reasons
    }

    private static func sorted(
        _ matches: [(score: Int, record: IssueRecord)],
        _ request: SampleRequest
    ) -> [IssueRecord] {
        let sort = request["sort"] ?? ""
        let keys = matches.map { match -> (Double, IssueRecord) in
            (match.record.sortKey(sort) ?? Double(match.score), match.record)
        }
        let isSorted = matches.first.map { $0.record.sortKey(sort) != nil } ?? false
        // `order` is ignored when results are sorted by best match.
        let isAscending = isSorted && request["order"] == "asc"
        let descending = keys.sorted { $0.0 != $1.0 ? $0.0 > $1.0 : $0.1.id < $1.1.id }.map(\.1)
        return isAscending ? descending.reversed() : descending
    }
}
