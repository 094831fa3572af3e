import SeekCache
import SeekIndex
import SeekSearch
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The index of what was seen: what the disk cache holds, by its words.
///
/// It has nothing of its own: each of its sources is an answer in the cache, and what the cache gave up the index gives up too. So answers
/// may be indexed behind the search that brought them; what a program did not get done, or damage took, the next offline search does.
final class SeenIndex: Sendable {
    let index: TextIndex
    private let cache: DiskStore
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void
    private let state = Mutex(State())

    private struct State {
        /// What is to be indexed: keys and answers, of each key the last.
        var pending: [String: Data] = [:]
        var work: Task<Void, Never>?
    }

    /// How many answers are indexed in one transaction.
    private static let batch = 64

    init(
        _ cache: DiskStore,
        now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        // A folder of its own: the cache has the other for itself.
        index = TextIndex(folder: cache.folder.appending(path: "index", directoryHint: .isDirectory))
        self.cache = cache
        self.now = now
        self.report = report
    }

    /// Takes note of an answer that was put into the cache. Returns at once.
    func note(_ answer: Data, for key: String) {
        state.withLock { state in
            state.pending[key] = answer
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
            let taken = state.withLock { state -> [String: Data] in
                defer { state.pending = [:] }
                if state.pending.isEmpty { state.work = nil }
                return state.pending
            }
            if taken.isEmpty { return }
            do throws(IndexError) {
                try await put(taken.map { ($0.key, $0.value) })
            } catch {
                // The next offline search finds the answers in the cache.
                report(error)
            }
        }
    }

    private func put(_ answers: [(key: String, bytes: Data?)]) async throws(IndexError) {
        let seenAt = now()
        try await index.put(
            answers.map { key, bytes in
                let hits = bytes.map { SeenHits.hits(in: $0, for: key) } ?? []
                return IndexSource(name: key, seenAt: seenAt, entries: hits.compactMap { IndexEntry($0) })
            }
        )
    }

    /// Makes the index tell what the cache holds: indexes what it does not know, and removes what is gone.
    func reconcile() async throws(OfflineSearchError) {
        await finish()
        let now = now()
        let kept: [CacheItem]
        do throws(CacheError) {
            kept = try await cache.items().filter { SeenHits.isListing($0.key) }
        } catch {
            throw .cache(error)
        }
        do throws(IndexError) {
            let known = try await index.sources()
            try await index.remove(sources: Array(Set(known.keys).subtracting(kept.map(\.key))))
            let missing = kept.filter { item in
                // An answer that was put anew is younger than what is known of it. A millisecond is for what ages lose in rounding.
                known[item.key].map { now.addingTimeInterval(-item.age) > $0.addingTimeInterval(0.001) } ?? true
            }
            for start in stride(from: 0, to: missing.count, by: Self.batch) {
                var answers: [(key: String, bytes: Data?)] = []
                for item in missing[start..<min(start + Self.batch, missing.count)] {
                    // One that expired, or is gone by now, has nothing to show.
                    answers.append((item.key, try? await cache.value(for: item.key)?.data))
                }
                try await put(answers)
            }
        } catch {
            throw .index(error)
        }
    }
}
