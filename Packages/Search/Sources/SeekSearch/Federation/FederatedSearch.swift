public import SeekNetworking

/// Searches several sources concurrently and merges their results by reciprocal rank fusion (Cormack, Clarke and
/// Büttcher, SIGIR 2009).
///
/// Sources are independent: one that fails or exceeds its time budget does not affect the others. Each hit has the
/// reasons for its rank.
///
/// ```swift
/// let federated = FederatedSearch([.init(youTube.source()), .init(gitHub.source(.repositories()), weight: 2)])
/// for await result in federated.updates(for: "swift") { show(result.hits, waitingFor: result.pending) }
/// ```
///
/// A federated search is a source itself, for ``SearchModel`` or another federated search: one page, which is updated
/// each time one of the sources finishes. The page fails to load only if all sources fail, with the error of the first
/// source. The state of each source is in ``SearchModel/sources``.
public struct FederatedSearch: SearchSource {
    /// A source with its weight and time budget.
    public struct Source: Sendable {
        /// The source.
        public var source: any SearchSource
        /// The weight of the source's ranks: 1 by default. With 0, hits found by no other source come last.
        public var weight: Double
        /// The maximum time from the start of the search: 10 s by default.
        public var timeBudget: Duration

        /// Creates a source.
        public init(_ source: any SearchSource, weight: Double = 1, timeBudget: Duration = .seconds(10)) {
            self.source = source
            self.weight = weight
            self.timeBudget = timeBudget
        }
    }

    /// The name among the sources of another federated search: `federated`.
    public var name: String { "federated" }
    /// The sources. Reports are in this order.
    public private(set) var sources: [Source]
    let limit: Int
    let sort: SearchSort
    let clock: any Clock<Duration>

    /// Creates a federated search.
    ///
    /// - Parameters:
    ///   - sources: The sources. Their names should differ: of several sources with the same name, only the one with
    ///     the greatest contribution to the score of a hit counts.
    ///   - limit: The maximum number of hits of each source and of the merged list.
    ///   - sort: The order in which each source returns its results. ``SearchSort/date`` merges hits by their dates and
    ///     retains the order of each source; any other order merges them by their scores.
    ///   - clock: Measures the time budgets.
    public init(
        _ sources: [Source],
        limit: Int = 25,
        sort: SearchSort = .relevance,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.sources = sources
        self.limit = max(0, limit)
        self.sort = sort
        self.clock = clock
    }

    /// Returns the merged results after all sources have responded, failed or exceeded their time budget.
    ///
    /// Does not throw: see ``FederatedResult/failures``, and ``FederatedResult/error`` for the case that no source
    /// responded. When the task is cancelled, the results so far are returned at once.
    public func search(_ text: String) async -> FederatedResult {
        let run = FederatedRun(self, text: text)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                run.start(.init { if $0.isFinal { continuation.resume(returning: $0) } })
            }
        } onCancel: {
            run.cancel()
        }
    }

    /// Returns a stream of merged results, updated each time a source finishes. All sources of the first result are
    /// pending, and the last result is final.
    ///
    /// The search starts immediately and is cancelled when the stream is no longer read. A slow reader receives the
    /// latest result only, and may miss even the first; the final one is never skipped.
    public func updates(for text: String) -> AsyncStream<FederatedResult> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let run = FederatedRun(self, text: text)
            continuation.onTermination = { _ in run.cancel() }
            run.start(.init(onResult: { continuation.yield($0) }, onFinish: { continuation.finish() }))
        }
    }

    /// Returns a search whose sources have changed call options.
    public func with(_ change: (inout CallOptions) -> Void) -> FederatedSearch {
        var search = self
        for index in sources.indices { search.sources[index].source = sources[index].source.with(change) }
        return search
    }

    /// Returns the page with the merged results.
    ///
    /// - Throws: The first source's error if all sources fail, and ``SearchError/invalidQuery(_:)`` for a cursor: there
    ///   is only one page.
    public func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<SearchHit> {
        guard cursor == nil else { throw .cursorOfAnotherSearch }
        return try await page(for: text) { _ in }
    }
}

extension FederatedSearch: ProgressiveSource {
    var pendingReports: [SourceReport] {
        sources.map { SourceReport(name: $0.source.name, displayName: $0.source.displayName) }
    }

    func page(
        for text: String,
        update: @Sendable (SearchPage<SearchHit>) async -> Void
    ) async throws(SearchError) -> SearchPage<SearchHit> {
        var latest = FederatedResult(hits: [], sources: [])
        for await result in updates(for: text) {
            latest = result
            await update(SearchPage(result))
        }
        if let error = latest.error { throw error }
        return SearchPage(latest)
    }
}

extension SearchPage<SearchHit> {
    fileprivate init(_ result: FederatedResult) {
        let responses = result.sources.compactMap(\.response)
        var provenance = Provenance(merging: responses.compactMap(\.provenance))
        // `SearchPage.quotaCost` is the number of attempts.
        provenance.attempts = result.quotaCost
        self.init(
            items: result.hits,
            incompleteReasons: responses.reduce(into: []) { $0.formUnion($1.incompleteReasons) },
            provenance: provenance
        )
        sources = result.sources
    }
}
