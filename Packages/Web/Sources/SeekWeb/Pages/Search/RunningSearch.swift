import SeekBasics

/// A search that continues after its reader has stopped waiting, so that its responses are stored for the next reader
/// and no request is sent twice.
struct RunningSearch: Sendable {
    private final class Latest: Sendable {
        let results: Mutex<SearchResults>
        init(_ results: SearchResults) { self.results = Mutex(results) }
    }

    private let latest: Latest
    /// Ends with the search, or when the reader stops waiting.
    private let end: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    /// Starts to read the updates of a search.
    init(_ updates: AsyncStream<SearchResults>, of state: SearchState) {
        var pending = SearchResults(state: state)
        pending.isFinal = false
        let latest = Latest(pending)
        let (end, continuation) = AsyncStream<Never>.makeStream()
        Task {
            for await update in updates { latest.results.withLock { $0 = update } }
            continuation.finish()
        }
        (self.latest, self.end, self.continuation) = (latest, end, continuation)
    }

    /// Returns the final results, or the results so far when a time has passed. Can be called once.
    func results(within limit: Duration) async -> SearchResults {
        let timer = Task {
            try await Task.sleep(for: limit)
            continuation.finish()
        }
        for await _ in end {}
        timer.cancel()
        return latest.results.withLock { $0 }
    }
}
