public import SeekBasics
import SeekModels
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
    /// The weights of providers in the merged ranking, by name (`youtube`, `youtube-channels`, `youtube-playlists`,
    /// `github`, `github-issues`, `github-pull-requests`, `github-users`, `github-code`, `github-commits`,
    /// `github-topics`). The default is 1.
    public var weights: [String: Double] = [:]
    /// The time limit of each provider, 10 s by default.
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
        let builtIn = options.kinds.compactMap { provider(of: $0, options) }.map { provider in
            FederatedSearch.Source(
                provider,
                weight: options.weights[provider.name] ?? 1,
                timeBudget: options.timeBudget
            )
        }
        return FederatedSearch(builtIn + others, sort: options.sort, clock: clock)
    }

    private func provider(of kind: SearchHit.Kind, _ options: FederationOptions) -> (any SearchProvider)? {
        let (sort, since, until) = (options.sort, options.since, options.until)
        return YouTubeSearchItem.Kind(rawValue: kind.rawValue).map {
            youTube.provider(of: $0, sort: sort, since: since, until: until)
        } ?? gitHub.provider(of: kind, sort: sort, since: since, until: until)
    }

    /// Searches both APIs concurrently and merges their results.
    ///
    /// Does not throw: ``/SeekSearch/FederatedResult/failures`` contains the sources that failed.
    public func search(
        _ text: String,
        _ options: FederationOptions = FederationOptions()
    ) async -> FederatedResult {
        await federation(options).search(text, limit: options.limit)
    }

    /// Searches both APIs concurrently, and returns a stream of the merged results so far; the last one is final.
    public func updates(
        for text: String,
        _ options: FederationOptions = FederationOptions()
    ) -> AsyncStream<FederatedResult> {
        federation(options).updates(for: text, limit: options.limit)
    }
}
