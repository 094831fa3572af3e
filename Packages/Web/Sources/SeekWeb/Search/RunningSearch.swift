import Seek
import SeekBasics

/// A search that continues after its first reader has stopped waiting. Further readers can join it, so that no request
/// is sent twice, and all readers show the same costs and provenance.
final class RunningSearch: Sendable {
    private struct State {
        var latest: SearchResults
        var readers: [AsyncStream<SearchResults>.Continuation] = []
    }

    private let state: Mutex<State>
    private let start = ContinuousClock.now

    init(_ updates: AsyncStream<SearchResults>, of search: SearchParameters) {
        var pending = SearchResults(search: search)
        pending.isFinal = false
        state = Mutex(State(latest: pending))
        Task { [self] in
            for await update in updates { add(update) }
            end()
        }
    }

    var age: Duration { ContinuousClock.now - start }

    // Readers are resumed after the lock has been released, because they may acquire it. They receive the updates in
    // order, because only the task above calls these methods.

    private func add(_ update: SearchResults) {
        let readers = state.withLock { state in
            state.latest = update
            return state.readers
        }
        for reader in readers { reader.yield(update) }
    }

    /// Ends the streams of all readers.
    private func end() {
        let readers = state.withLock { state in
            state.latest.isFinal = true
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.finish() }
    }

    /// A new stream: the results so far, then each update. A slow reader receives only the latest update.
    var updates: AsyncStream<SearchResults> {
        let (stream, continuation) = AsyncStream<SearchResults>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let isFinal = state.withLock { state in
            // The lock is held, so that no later update is yielded first. No reader of this stream can be resumed yet.
            continuation.yield(state.latest)
            if !state.latest.isFinal { state.readers.append(continuation) }
            return state.latest.isFinal
        }
        if isFinal { continuation.finish() }
        return stream
    }

    /// Returns the final results, or the results so far if the search takes longer than a limit.
    func results(within limit: Duration) async -> SearchResults {
        let updates = updates
        await withTaskGroup { group in
            group.addTask { for await _ in updates {} }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        return state.withLock { $0.latest }
    }
}

/// The searches of pages that were sent before all sources had responded. Each search is stored until the script of
/// its page requests the rest of the results.
final class RunningSearches: Sendable {
    /// The maximum time until the script requests the rest.
    private static let lifetime = Duration.seconds(30)
    /// The maximum number of searches. A search beyond it is not stored, and the script of its page searches again.
    private static let limit = 64

    private let searches = Mutex<[SearchParameters: RunningSearch]>([:])

    func store(_ search: RunningSearch, of parameters: SearchParameters) {
        searches.withLock { searches in
            searches = searches.filter { $0.value.age < Self.lifetime }
            if searches.count < Self.limit { searches[parameters] = search }
        }
    }

    /// Removes and returns the search of a page; nil if there is none, or if it is too old.
    func take(_ parameters: SearchParameters) -> RunningSearch? {
        searches.withLock { $0.removeValue(forKey: parameters) }.flatMap { $0.age < Self.lifetime ? $0 : nil }
    }
}

/// The latest results with the durations, counts and avatars that lookups have found, in memory. A page with the
/// details of a result shows the result immediately, before its search has been repeated, and even if the search no
/// longer finds the result.
final class RecentHits: Sendable {
    static let limit = 2_000

    private let hits = Mutex<[String: SearchHit]>([:])

    subscript(id: String) -> SearchHit? { hits.withLock { $0[id] } }

    /// Stores results of the kinds that have details. Results of other kinds, such as issues, are complete and may have
    /// long texts. If there could be more than ``limit`` results, removes all earlier ones first.
    func store(_ results: [SearchResult]) {
        hits.withLock { hits in
            if hits.count + results.count > Self.limit { hits.removeAll() }
            for hit in results.map(\.hit) where ResultID(hit.id)?.hasDetails == true { hits[hit.id] = hit }
        }
    }

    /// Returns a result. Its missing duration, count and avatar are taken from the stored result with the same ID.
    func completed(_ hit: SearchHit) -> SearchHit {
        guard let stored = self[hit.id] else { return hit }
        var hit = hit
        hit.duration = hit.duration ?? stored.duration
        hit.count = hit.count ?? stored.count
        if hit.author?.image == nil { hit.author?.image = stored.author?.image }
        return hit
    }
}
