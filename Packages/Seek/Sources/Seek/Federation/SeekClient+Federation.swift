public import SeekBasics
import SeekModels
import SeekNetworking
public import SeekSearch

/// The options of a federated search of ``SeekClient``.
public struct FederationOptions: Sendable, Hashable {
    /// The kinds of results, by default videos and repositories. Kinds that neither API can search are ignored.
    public var kinds: [SearchHit.Kind] = [.video, .repository]
    /// The maximum number of hits, 25 by default.
    public var limit = 25
    /// How each source sorts its results; by relevance by default.
    public var sort = SearchSort.relevance
    /// The earliest date: on YouTube of publication; on GitHub of the last push or update, of a commit, or of the
    /// creation of a user or topic. Nil for any date. A search of code fails if a date is set.
    public var since: Date?
    /// The latest date, inclusive; nil for any date.
    public var until: Date?
    /// The weights of sources in the merged ranking, by name (`youtube`, `youtube-channels`, `youtube-playlists`,
    /// `github`, `github-issues`, `github-pull-requests`, `github-users`, `github-code`, `github-commits`,
    /// `github-topics`). The default is 1.
    public var weights: [String: Double] = [:]
    /// The time limit of each source, 10 s by default.
    public var timeBudget: Duration = .seconds(10)

    /// Creates the default options.
    public init() {}
}

extension SeekClient {
    /// Returns the federated search of both clients, to add custom sources or to read each source's report.
    ///
    /// - Parameters:
    ///   - options: The options of the search.
    ///   - others: Additional sources.
    ///   - clock: Measures the time budgets.
    public func federation(
        _ options: FederationOptions = FederationOptions(),
        adding others: [FederatedSearch.Source] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) -> FederatedSearch {
        let builtIn = options.kinds.compactMap { source(of: $0, options) }.map { source in
            FederatedSearch.Source(
                source,
                weight: options.weights[source.name] ?? 1,
                timeBudget: options.timeBudget
            )
        }
        return FederatedSearch(builtIn + others, limit: options.limit, sort: options.sort, clock: clock)
    }

    /// Returns the source of results of one kind; nil if neither API has a search for it. Its pages have the maximum
    /// size, because every page costs one call.
    private func source(of kind: SearchHit.Kind, _ options: FederationOptions) -> (any SearchSource)? {
        let sort = options.sort
        if let kind = YouTubeSearchItem.Kind(rawValue: kind.rawValue) {
            return youTube.source(of: kind) {
                $0.order = [.date: .date, .popularity: .viewCount][sort]
                $0.publishedAfter = options.since
                $0.publishedBefore = options.until
            }
        }
        func source<Item>(
            _ search: GitHubSearch<Item>,
            _ qualifier: (GitHubRange<Date>) -> GitHubQualifier = { .created($0) }
        ) -> some SearchSource<Item> {
            let qualifiers = options.period.map { [qualifier($0)] } ?? []
            return gitHub.source(search, qualifiers: qualifiers, pageSize: GitHubClient.maximumPageSize)
        }
        func issues(_ scope: GitHubIssueScope) -> some SearchSource<GitHubIssue> {
            source(.issues(scope, sort: [.date: .updated, .popularity: .comments][sort])) { .updated($0) }
        }
        switch kind {
        case .repository:
            let repositories = source(.repositories(sort: [.date: .updated, .popularity: .stars][sort])) { .pushed($0) }
            return sort == .date ? RepositoriesByPush(base: repositories) : repositories
        case .issue: return issues(.issues)
        case .pullRequest: return issues(.pullRequests)
        case .user: return source(.users(sort: [.date: .joined, .popularity: .followers][sort]))
        case .code: return source(.code())
        case .commit: return source(.commits(sort: [.date: .committerDate][sort])) { .committerDate($0) }
        case .topic: return source(.topics())
        default: return nil
        }
    }

    /// Searches both APIs concurrently and merges their results.
    ///
    /// Does not throw: ``/SeekSearch/FederatedResult/failures`` contains the sources that failed.
    public func search(
        _ text: String,
        _ options: FederationOptions = FederationOptions()
    ) async -> FederatedResult {
        await federation(options).search(text)
    }

    /// Searches both APIs concurrently, and returns a stream of the merged results so far; the last one is final.
    public func updates(
        for text: String,
        _ options: FederationOptions = FederationOptions()
    ) -> AsyncStream<FederatedResult> {
        federation(options).updates(for: text)
    }
}

/// A source of repositories whose pages are sorted by the date of their hits, which is that of the last push. GitHub
/// can sort them by their last update only.
private struct RepositoriesByPush<Base: SearchSource<GitHubRepository>>: SearchSource {
    var base: Base

    var name: String { base.name }
    var displayName: String { base.displayName }

    func part(of text: String) -> SourceText { base.part(of: text) }

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<GitHubRepository> {
        var page = try await base.page(for: text, at: cursor)
        page.items.sort { $0.searchHit?.date ?? .distantPast > $1.searchHit?.date ?? .distantPast }
        return page
    }

    func with(_ change: (inout CallOptions) -> Void) -> Self { Self(base: base.with(change)) }
}

extension FederationOptions {
    /// The period of ``since`` and ``until``; nil if it has neither a beginning nor an end.
    fileprivate var period: GitHubRange<Date>? {
        switch (since, until) {
        case (let since?, let until?): .between(since, until)
        case (let since?, nil): .atLeast(since)
        case (nil, let until?): .atMost(until)
        case (nil, nil): nil
        }
    }
}
