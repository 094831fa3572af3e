public import SeekModels

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension YouTubeClient {
    /// How many results of one search YouTube really pages, whatever it says there are.
    public static let maximumResults = 500

    /// All results of a query over a span of time, each once, by windows of `publishedAfter` and `publishedBefore`.
    ///
    /// YouTube only estimates how many results there are, and rather too many: windows shorter than `minimumSeconds` are not cut.
    ///
    /// - Parameters:
    ///   - query: what to look for; its own dates are replaced. A page of 50 is asked for, since every page costs a call.
    ///   - span: the time of publication.
    ///   - budget: how many of the day's hundred calls it may cost at the most.
    ///   - minimumSeconds: the shortest window.
    public func windowedSearch(
        _ query: YouTubeSearchQuery,
        over span: TimeWindow,
        budget: Int,
        minimumSeconds: Int = 24 * 3600
    ) -> WindowedSearch<YouTubeSearchItem> {
        var query = query
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
            query.publishedBefore = window.end
            return try await search(query, at: cursor)
        }
    }
}

extension GitHubClient {
    /// All repositories that match over a span of time, each once, by windows of `created:`.
    ///
    /// - Parameters:
    ///   - query: what to look for, without a `created:` of its own.
    ///   - span: the time they were made in.
    ///   - budget: how many calls it may cost at the most.
    public func windowedRepositories(
        _ query: GitHubQuery,
        over span: TimeWindow,
        budget: Int
    ) -> WindowedSearch<GitHubRepository> {
        windowed(query, over: span, budget: budget) { query, cursor throws(SearchError) in
            try await searchRepositories(query, pageSize: Self.maximumPageSize, at: cursor)
        }
    }

    /// All issues and pull requests that match over a span of time, each once, by windows of `created:`.
    ///
    /// - Parameters:
    ///   - query: what to look for, without a `created:` of its own.
    ///   - scope: issues, pull requests, or both. Both take a request each for a page, and the limit of 1,000 results holds for each; a
    ///     window is cut where their sum exceeds it.
    ///   - span: the time they were written in.
    ///   - budget: how many calls it may cost at the most. A page of both may exceed it by one.
    public func windowedIssues(
        _ query: GitHubQuery,
        scope: GitHubIssueScope = .all,
        over span: TimeWindow,
        budget: Int
    ) -> WindowedSearch<GitHubIssue> {
        windowed(query, over: span, budget: budget) { query, cursor throws(SearchError) in
            let options = GitHubPageOptions(pageSize: Self.maximumPageSize)
            return try await searchIssues(query, scope: scope, options: options, at: cursor)
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
            // GitHub's ranges hold both their ends.
            try await fetch(query.with(.created(.between(window.start, window.end - 1))), cursor)
        }
    }
}
