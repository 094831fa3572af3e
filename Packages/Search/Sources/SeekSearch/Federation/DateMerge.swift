#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension [SearchHit] {
    /// Returns ranked hits as a merge by date: of the next hit of each provider, the latest comes first. Hits of one
    /// provider remain in its order, whatever their dates, so that a longer list begins with the shorter one.
    ///
    /// A hit belongs to the provider with the greatest contribution to its score. Hits without a date come last of the
    /// next ones, and equal dates are in the order of the ranks.
    func mergedByDate() -> [SearchHit] {
        // The positions of the hits of each provider; the next one is the last element.
        var queues = Dictionary(grouping: indices.reversed()) { self[$0].reasons.first?.provider ?? self[$0].source }
        func key(_ queue: [Int]) -> (Date, Int) {
            queue.last.map { (self[$0].date ?? .distantPast, -$0) } ?? (.distantPast, .min)
        }
        var merged: [SearchHit] = []
        while let (provider, queue) = queues.max(by: { key($0.value) < key($1.value) }), let next = queue.last {
            merged.append(self[next])
            queues[provider] = queue.count > 1 ? queue.dropLast() : nil
        }
        return merged
    }
}
