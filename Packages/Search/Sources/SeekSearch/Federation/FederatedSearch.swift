/// Searches several sources at once and makes one list of what they find.
///
/// Each provider has a failure and a time budget of its own: one that fails, or is too late, takes nothing from the others. What is
/// there is shown as it comes; the order is ``RankFusion``'s, and each hit keeps the reasons of its place.
///
/// ```swift
/// let federated = FederatedSearch([.init(youTube.provider()), .init(gitHub.provider(), weight: 2)])
/// for await result in federated.updates(for: "swift") { show(result.hits, waitingFor: result.pending) }
/// ```
public struct FederatedSearch: Sendable {
    /// A provider, and what it is to the whole.
    public struct Source: Sendable {
        /// What is asked.
        public var provider: any SearchProvider
        /// How much its places count; 1 is the common weight, 0 puts what only it found last.
        public var weight: Double
        /// How long it may take, from the start of the search; 10 s unless said otherwise.
        public var timeBudget: Duration

        /// Makes a source.
        public init(_ provider: any SearchProvider, weight: Double = 1, timeBudget: Duration = .seconds(10)) {
            self.provider = provider
            self.weight = weight
            self.timeBudget = timeBudget
        }
    }

    /// Who is asked. What is told of them stands in this order.
    public let sources: [Source]
    let fusion: RankFusion
    let clock: any Clock<Duration>

    /// Makes a federated search.
    ///
    /// - Parameters:
    ///   - sources: who is asked. Their names should differ: of two lists under one name a hit counts once.
    ///   - fusion: how their lists become one.
    ///   - clock: by which time budgets run.
    public init(
        _ sources: [Source],
        fusion: RankFusion = RankFusion(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.sources = sources
        self.fusion = fusion
        self.clock = clock
    }

    /// Searches, and returns once every provider has answered, failed or used up its time.
    ///
    /// It never fails itself: ``FederatedResult/failures`` tells who did, ``FederatedResult/error`` whether nobody answered. Where the
    /// task is cancelled it returns at once, with what was found until then.
    ///
    /// - Parameters:
    ///   - text: what to look for.
    ///   - limit: how many hits are wanted at the most, of each provider and of all together.
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

    /// Searches, and tells the result anew, whole, each time a provider is done; the last result is final.
    ///
    /// The search starts at once. It is cancelled when nobody goes on reading. A slow reader misses results in between, never
    /// the last.
    public func updates(for text: String, limit: Int = 25) -> AsyncStream<FederatedResult> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let run = FederatedRun(self, text: text, limit: limit)
            continuation.onTermination = { _ in run.cancel() }
            run.start(.init(onResult: { continuation.yield($0) }, onFinish: { continuation.finish() }))
        }
    }
}
