public import SeekNetworking

/// Searches several sources concurrently and merges their results by ``RankFusion``.
///
/// Sources are independent: one that fails or exceeds its time budget does not affect the others. Each hit has the
/// reasons for its rank.
///
/// ```swift
/// let federated = FederatedSearch([.init(youTube.provider()), .init(gitHub.provider(), weight: 2)])
/// for await result in federated.updates(for: "swift") { show(result.hits, waitingFor: result.pending) }
/// ```
public struct FederatedSearch: CallConfigurable {
    /// A provider with its weight and time budget.
    public struct Source: Sendable {
        /// The provider.
        public var provider: any SearchProvider
        /// The weight of the provider's ranks: 1 by default. With 0, hits found by no other source come last.
        public var weight: Double
        /// The maximum time from the start of the search: 10 s by default.
        public var timeBudget: Duration

        /// Creates a source.
        public init(_ provider: any SearchProvider, weight: Double = 1, timeBudget: Duration = .seconds(10)) {
            self.provider = provider
            self.weight = weight
            self.timeBudget = timeBudget
        }
    }

    /// The sources. Reports are in this order.
    public private(set) var sources: [Source]
    var pendingReports: [SourceReport] { sources.map { SourceReport(name: $0.provider.name) } }
    let fusion: RankFusion
    let sort: SearchSort
    let clock: any Clock<Duration>

    /// Creates a federated search.
    ///
    /// - Parameters:
    ///   - sources: The sources. Their names should differ: of several sources with the same name, only the one with
    ///     the greatest contribution to the score of a hit counts.
    ///   - fusion: Merges the lists of the sources.
    ///   - sort: The order in which each source returns its results, as set in its provider. ``SearchSort/date`` merges
    ///     hits by their dates and retains the order of each source; any other order merges them by their scores.
    ///   - clock: Measures the time budgets.
    public init(
        _ sources: [Source],
        fusion: RankFusion = RankFusion(),
        sort: SearchSort = .relevance,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.sources = sources
        self.fusion = fusion
        self.sort = sort
        self.clock = clock
    }

    /// Returns the merged results after all sources have responded, failed or exceeded their time budget.
    ///
    /// Does not throw: see ``FederatedResult/failures``, and ``FederatedResult/error`` for the case that no source
    /// responded. When the task is cancelled, the results so far are returned at once.
    ///
    /// - Parameters:
    ///   - text: The search text.
    ///   - limit: The maximum number of hits of each source and of the merged list.
    public func search(_ text: String, limit: Int = 25) async -> FederatedResult {
        let run = FederatedRun(self, text: text, limit: limit)
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
    public func updates(for text: String, limit: Int = 25) -> AsyncStream<FederatedResult> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let run = FederatedRun(self, text: text, limit: limit)
            continuation.onTermination = { _ in run.cancel() }
            run.start(.init(onResult: { continuation.yield($0) }, onFinish: { continuation.finish() }))
        }
    }

    /// Returns a search whose providers have changed call options.
    public func with(_ change: (inout CallOptions) -> Void) -> FederatedSearch {
        var search = self
        for index in sources.indices { search.sources[index].provider = sources[index].provider.with(change) }
        return search
    }
}
