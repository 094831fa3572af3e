import Seek
import SeekBasics

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
