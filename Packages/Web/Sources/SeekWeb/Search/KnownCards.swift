import Seek
import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The durations, counts and avatars that lookups have found for the latest results, in memory. The details of a result
/// show them before the repeated search has looked them up again.
final class KnownCards: Sendable {
    private struct Card {
        var duration: Duration?
        var count: SearchHit.Count?
        var image: URL?
    }

    /// The maximum number of results.
    static let limit = 2_000

    private let cards = Mutex<[String: Card]>([:])

    /// Stores what is known of results. If more than ``limit`` results would be stored, removes the earlier ones.
    func store(_ results: [SearchResult]) {
        cards.withLock { cards in
            if cards.count + results.count > Self.limit { cards.removeAll() }
            for hit in results.map(\.hit) {
                cards[hit.id] = Card(duration: hit.duration, count: hit.count, image: hit.author?.image)
            }
        }
    }

    /// Returns a result, completed with what is known of it.
    func completed(_ hit: SearchHit) -> SearchHit {
        guard let card = cards.withLock({ $0[hit.id] }) else { return hit }
        var hit = hit
        hit.duration = hit.duration ?? card.duration
        hit.count = hit.count ?? card.count
        if hit.author?.image == nil { hit.author?.image = card.image }
        return hit
    }
}
