import SeekBasics
public import SeekModels

extension YouTubeClient {
    /// The maximum number of results that YouTube returns for one search, whatever total it reports.
    public static let maximumResults = 500

    /// Returns a search for all results of a query that were published in a span of time. Each request is limited to a
    /// window of the span by `publishedAfter` and `publishedBefore`.
    ///
    /// YouTube overestimates totals, so windows are not divided into parts shorter than `minimumSeconds`.
    ///
    /// - Parameters:
    ///   - query: The query; its dates are replaced, and its page size is 50 because every page costs a call.
    ///   - span: The span of publication dates.
    ///   - budget: The maximum number of calls. Retries of the last page may exceed it.
    ///   - minimumSeconds: The minimum length of a window in seconds: a day by default.
    public func windowedSearch(
        _ query: some YouTubeQueryConvertible,
        over span: TimeWindow,
        budget: Int,
        minimumSeconds: Int = 24 * 3600
    ) -> WindowedSearch<YouTubeSearchItem> {
        var query = query.youTubeQuery
        query.pageSize = YouTubeSearchQuery.maximumPageSize
        let rules = WindowPlan.Rules(
            cap: Self.maximumResults,
            pageSize: query.pageSize,
            minimumSeconds: minimumSeconds
        )
        return WindowedSearch(WindowPlan(span, rules: rules), budget: budget) {
            [query] window, cursor throws(SearchError) in
            var query = query
            query.publishedAfter = window.start
            // `publishedBefore` includes its date, and a window excludes its end.
            query.publishedBefore = window.end - 1
            return try await search(query, at: cursor)
        }
    }
}

extension GitHubClient {
    /// Returns a search for all matching repositories created in a span of time. Each request is limited to a window of
    /// the span by `created:`.
    ///
    /// - Parameters:
    ///   - query: The query, without a `created:` qualifier.
    ///   - span: The span of creation dates.
    ///   - budget: The maximum number of calls. Retries of the last page may exceed it.
    public func windowedRepositories(
        _ query: some GitHubQueryConvertible,
        over span: TimeWindow,
        budget: Int
    ) -> WindowedSearch<GitHubRepository> {
        windowed(query.gitHubQuery, over: span, budget: budget) { query, cursor throws(SearchError) in
            try await searchRepositories(query, pageSize: Self.maximumPageSize, at: cursor)
        }
    }

    /// Returns a search for all matching issues and pull requests created in a span of time. Each request is limited to
    /// a window of the span by `created:`.
    ///
    /// - Parameters:
    ///   - query: The query, without a `created:` qualifier.
    ///   - scope: Issues, pull requests, or both, which takes two requests per page. A window is divided if it has more
    ///     than 1,000 issues and pull requests together.
    ///   - usesAdvancedSyntax: Whether the text has the advanced syntax, as in `searchIssues`.
    ///   - span: The span of creation dates.
    ///   - budget: The maximum number of calls. A last page of two requests may exceed it, and so may retries.
    public func windowedIssues(
        _ query: some GitHubQueryConvertible,
        scope: GitHubIssueScope = .all,
        usesAdvancedSyntax: Bool = false,
        over span: TimeWindow,
        budget: Int
    ) -> WindowedSearch<GitHubIssue> {
        windowed(query.gitHubQuery, over: span, budget: budget) { query, cursor throws(SearchError) in
            try await searchIssues(
                query,
                scope: scope,
                usesAdvancedSyntax: usesAdvancedSyntax,
                pageSize: Self.maximumPageSize,
                at: cursor
            )
        }
    }

    private func windowed<Item: Sendable & Identifiable>(
        _ query: GitHubQuery,
        over span: TimeWindow,
        budget: Int,
        fetch: @escaping @Sendable (GitHubQuery, PageCursor?) async throws(SearchError) -> SearchPage<Item>
    ) -> WindowedSearch<Item> where Item.ID: Sendable {
        let rules = WindowPlan.Rules(cap: Self.maximumResults, pageSize: Self.maximumPageSize, minimumSeconds: 1)
        return WindowedSearch(WindowPlan(span, rules: rules), budget: budget) { window, cursor throws(SearchError) in
            // With the qualifier added, an empty query would be valid and match everything.
            _ = try QueryText.checked(query.description, limit: .max)
            // GitHub's ranges include both ends.
            return try await fetch(query.with(.created(.between(window.start, window.end - 1))), cursor)
        }
    }
}
