/// The results of one provider, best first.
public struct RankedList: Sendable, Hashable {
    /// The provider's name.
    public var provider: String
    /// The weight of the provider's ranks. Values that are not finite numbers above 0 count as 0.
    public var weight: Double
    /// The results, best first.
    public var hits: [SearchHit]

    /// Creates a list.
    public init(provider: String, weight: Double = 1, hits: [SearchHit]) {
        self.provider = provider
        self.weight = weight
        self.hits = hits
    }
}

/// Merges several lists into one by reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): the score of a
/// hit is the sum of weight / (k + rank) over the lists that contain it.
///
/// The result does not depend on the order of the lists: equal scores are ordered by the best rank, then by
/// ``SearchHit/identity``. Hits with the same identity are merged; the one with the greatest contribution is returned.
/// Of several lists with the same provider name, only the one with the greatest contribution to a hit counts.
///
/// ```swift
/// let lists = [RankedList(provider: "youtube", hits: videos), RankedList(provider: "github", hits: repositories)]
/// let hits = RankFusion().fuse(lists)
/// print(hits[0].title, hits[0].reasons)
/// ```
public struct RankFusion: Sendable, Hashable {
    /// The constant that reduces the advantage of the first ranks: 60 by default, as in the paper. Values that are not
    /// finite numbers above 0 count as 0.
    public var k: Double

    /// Creates a fusion.
    public init(k: Double = 60) {
        self.k = k
    }

    /// Returns each hit of the lists once, best first, with its score and reasons.
    public func fuse(_ lists: [RankedList]) -> [SearchHit] {
        let k = Self.sanitized(k)
        // Hits are referenced by position, because copying a hit retains all its strings.
        var merged: [MergedHit] = []
        var indices: [String: Int] = [:]
        for (listIndex, list) in lists.enumerated() {
            let weight = Self.sanitized(list.weight)
            for hitIndex in list.hits.indices {
                let rank = hitIndex + 1
                let contribution = weight / (k + Double(rank))
                let occurrence = MergedHit.Occurrence(
                    list: listIndex,
                    index: hitIndex,
                    reason: .init(provider: list.provider, rank: rank, weight: weight, contribution: contribution)
                )
                let identity = list.hits[hitIndex].identity
                if let index = indices[identity] {
                    merged[index].add(occurrence, in: lists)
                } else {
                    indices[identity] = merged.count
                    merged.append(MergedHit(occurrence))
                }
            }
        }
        return merged.map(\.ranked).sorted { $0.precedes($1, in: lists) }.map { ranked in
            var hit = ranked.best.hit(in: lists)
            hit.score = ranked.score
            hit.reasons = ranked.reasons
            return hit
        }
    }

    /// Returns the number if it is positive and finite, otherwise 0.
    private static func sanitized(_ number: Double) -> Double { number > 0 && number.isFinite ? number : 0 }
}

/// The occurrences of one hit in the lists.
private struct MergedHit {
    /// The occurrence of a hit in a list.
    struct Occurrence {
        var list: Int
        var index: Int
        var reason: SearchHit.Reason

        func hit(in lists: [RankedList]) -> SearchHit { lists[list].hits[index] }
    }

    /// The occurrence whose hit is returned: the one with the best reason.
    private(set) var best: Occurrence
    /// The best reason of each provider; unsorted except in the copy that `ranked` returns.
    private(set) var reasons: [SearchHit.Reason]
    private(set) var score = 0.0
    private var bestRank = Int.max

    init(_ occurrence: Occurrence) {
        best = occurrence
        reasons = [occurrence.reason]
    }

    mutating func add(_ other: Occurrence, in lists: [RankedList]) {
        if other.reason.precedes(best.reason) {
            best = other
        } else if !best.reason.precedes(other.reason), other.hit(in: lists).sortKey < best.hit(in: lists).sortKey {
            best = other
        }
        if let index = reasons.firstIndex(where: { $0.provider == other.reason.provider }) {
            if other.reason.precedes(reasons[index]) { reasons[index] = other.reason }
        } else {
            reasons.append(other.reason)
        }
    }

    /// The hit with its score, best rank and sorted reasons. Contributions are summed in a fixed order, so that
    /// rounding does not depend on the order of the lists.
    var ranked: MergedHit {
        var ranked = self
        ranked.reasons.sort { $0.precedes($1) }
        ranked.score = ranked.reasons.reduce(0) { $0 + $1.contribution }
        ranked.bestRank = reasons.map(\.rank).min() ?? .max
        return ranked
    }

    /// Returns whether the hit precedes another: by higher score, then better rank, then identity.
    func precedes(_ other: MergedHit, in lists: [RankedList]) -> Bool {
        if score != other.score { return score > other.score }
        if bestRank != other.bestRank { return bestRank < other.bestRank }
        return best.hit(in: lists).identity < other.best.hit(in: lists).identity
    }
}

extension SearchHit.Reason {
    /// Returns whether the reason precedes another: by greater contribution, then provider name, then rank.
    fileprivate func precedes(_ other: Self) -> Bool {
        if contribution != other.contribution { return contribution > other.contribution }
        return (provider, rank) < (other.provider, other.rank)
    }
}

extension SearchHit {
    /// The tie-breaker for hits with the same identity and equal reasons.
    fileprivate var sortKey: (String, String, String, String) { (id, title, text, subtitle ?? "") }
}
