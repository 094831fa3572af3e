import SeekBasics
import SeekCache
import SeekIndex
import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The index of what was seen: what the disk cache holds, by its words.
///
/// It has nothing of its own: each of its sources is an answer in the cache, and what the cache gave up the index gives up too. So answers
/// may be indexed behind the search that brought them; what a program did not get done, or damage took, the next offline search does.
final class OfflineIndex: Sendable {
    let index: TextIndex
    private let cache: DiskStore
    private let now: @Sendable () -> Date
    /// Is told what fails and need not fail a search.
    let report: @Sendable (any Error) -> Void
    private let state = Mutex(State())

    private struct State {
        /// What is to be indexed, in the order in which it came.
        var pending: [Seen] = []
        var work: Task<Void, Never>?
    }

    /// An answer in the cache.
    private struct Seen {
        var key: String
        /// Nil for one that is not there any more.
        var bytes: Data?
        var date: Date
    }

    /// Where the index is located, below the folder of the cache.
    static let folderName = "index"

    /// How many answers are indexed in one transaction.
    private static let batch = 64

    init(
        _ cache: DiskStore,
        now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        // A folder of its own: the cache has the other for itself.
        index = TextIndex(folder: cache.folder.appending(path: Self.folderName, directoryHint: .isDirectory))
        self.cache = cache
        self.now = now
        self.report = report
    }

    /// Takes note of an answer that was put into the cache. Returns at once.
    func note(_ answer: Data, for key: String) {
        let seen = Seen(key: key, bytes: answer, date: now())
        state.withLock { state in
            state.pending.append(seen)
            guard state.work == nil else { return }
            state.work = Task(priority: .utility) { await work() }
        }
    }

    /// Returns once all that was noted is indexed.
    func finish() async {
        while let work = state.withLock({ $0.work }) { await work.value }
    }

    private func work() async {
        while true {
            let taken = state.withLock { state -> [Seen] in
                defer { state.pending = [] }
                if state.pending.isEmpty { state.work = nil }
                return state.pending
            }
            if taken.isEmpty { return }
            do throws(IndexError) {
                try await put(taken)
            } catch {
                // The next offline search finds the answers in the cache.
                report(error)
            }
        }
    }

    private func put(_ answers: [Seen]) async throws(IndexError) {
        try await index.put(
            answers.map { seen in
                let answer = OfflineResponse(key: seen.key)
                let results = seen.bytes.flatMap { answer?.results(in: $0, for: seen.key) } ?? []
                return IndexSource(
                    name: seen.key,
                    seenAt: seen.date,
                    detail: answer?.detail ?? 0,
                    entries: results.compactMap { IndexEntry($0) }
                )
            }
        )
    }

    /// Makes the index tell what the cache holds: indexes what it does not know, and removes what is gone.
    func reconcile() async throws(OfflineSearchError) {
        await finish()
        let begin = now()
        let kept: [CacheItem]
        do throws(CacheError) {
            kept = try await cache.items().filter { OfflineResponse(key: $0.key) != nil }
        } catch {
            throw .cache(error)
        }
        let end = now()
        do throws(IndexError) {
            let gone = Set(try await index.sources().keys).subtracting(kept.map(\.key))
            try await index.remove(sources: Array(gone))
            // What is put in may leave others to be put in again, which then leave none.
            for _ in 0..<2 {
                let known = try await index.sources()
                let missing = kept.filter { item in
                    // An answer that was put anew is younger than what is known of it. A millisecond is for what ages lose in rounding.
                    known[item.key].map {
                        begin.addingTimeInterval(-(item.age / .seconds(1))) > $0.addingTimeInterval(0.001)
                    } ?? true
                }
                if missing.isEmpty { return }
                try await put(missing, at: end)
            }
        } catch {
            throw .index(error)
        }
    }

    private func put(_ items: [CacheItem], at now: Date) async throws(IndexError) {
        for start in stride(from: 0, to: items.count, by: Self.batch) {
            var answers: [Seen] = []
            for item in items[start..<min(start + Self.batch, items.count)] {
                // One that expired, or is gone by now, has nothing to show.
                let bytes = try? await cache.value(for: item.key)?.data
                answers.append(Seen(key: item.key, bytes: bytes, date: now.addingTimeInterval(-(item.age / .seconds(1)))))
            }
            try await put(answers)
        }
    }
}
