import SeekBasics

/// The order of a federated search, in terms that both APIs support.
///
/// Each source sorts its own results. They are merged by date if sorted by date, and by their ranks otherwise, because
/// relevance and popularity of different sources cannot be compared. A source that does not support the order returns
/// its results by relevance.
public enum SearchSort: String, Sendable, Hashable, CaseIterable {
    /// By relevance.
    case relevance
    /// The latest first: on YouTube by publication; on GitHub by the last push to repositories, the last update of
    /// issues, the date on which users joined, and the commit date of commits.
    case date
    /// The most popular first: on YouTube by views; on GitHub by the stars of repositories, the comments on issues and
    /// the followers of users.
    case popularity
}

extension [SearchHit] {
    /// Returns ranked hits merged by date: repeatedly takes the latest of all sources' next hits.
    ///
    /// The hits of one source remain in order, whatever their dates, so that a list with a higher limit begins with
    /// the same hits. A hit belongs to the source with the greatest contribution to its score. Among the next hits,
    /// those without a date come last, and those with equal dates remain in ranked order.
    func mergedByDate() -> [SearchHit] {
        // The indices of each source's hits in reverse order: the next hit is the last element.
        var queues = Dictionary(grouping: indices.reversed()) { self[$0].reasons.first?.source ?? self[$0].source }
        func key(_ queue: [Int]) -> (Date, Int) {
            queue.last.map { (self[$0].date ?? .distantPast, -$0) } ?? (.distantPast, .min)
        }
        var merged: [SearchHit] = []
        while let (source, queue) = queues.max(by: { key($0.value) < key($1.value) }), let next = queue.last {
            merged.append(self[next])
            queues[source] = queue.count > 1 ? queue.dropLast() : nil
        }
        return merged
    }
}

/// The results of one source, best first.
@_spi(Seek) public struct RankedList: Sendable, Hashable {
    /// The source's name.
    public var source: String
    /// The weight of the source's ranks. Values that are not finite numbers above 0 count as 0.
    public var weight: Double
    /// The results, best first.
    public var hits: [SearchHit]

    /// Creates a list.
    public init(source: String, weight: Double = 1, hits: [SearchHit]) {
        self.source = source
        self.weight = weight
        self.hits = hits
    }
}

/// Merges several lists into one by reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): the score of a
/// hit is the sum of weight / (k + rank) over the lists that contain it.
///
/// The result does not depend on the order of the lists: equal scores are ordered by the best rank, then by
/// ``SearchHit/identity``. Hits with the same identity are merged; the one with the greatest contribution is returned.
/// Of several lists with the same source name, only the one with the greatest contribution to a hit counts.
@_spi(Seek) public struct RankFusion: Sendable, Hashable {
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
        var occurrences: [String: [Occurrence]] = [:]
        for list in lists {
            let weight = Self.sanitized(list.weight)
            for (index, hit) in list.hits.enumerated() {
                let rank = index + 1
                let contribution = weight / (k + Double(rank))
                let reason = SearchHit.Reason(
                    source: list.source,
                    rank: rank,
                    weight: weight,
                    contribution: contribution
                )
                occurrences[hit.identity, default: []].append(Occurrence(hit: hit, reason: reason))
            }
        }
        return occurrences.values.map(Self.merged).sorted { $0.precedes($1) }
    }

    private static func merged(_ occurrences: [Occurrence]) -> SearchHit {
        let occurrences = occurrences.sorted { $0.precedes($1) }
        var hit = occurrences[0].hit
        hit.reasons = []
        for reason in occurrences.map(\.reason) where !hit.reasons.contains(where: { $0.source == reason.source }) {
            hit.reasons.append(reason)
        }
        // The reasons are sorted, so that rounding does not depend on the order of the lists.
        hit.score = hit.reasons.reduce(0) { $0 + $1.contribution }
        return hit
    }

    private static func sanitized(_ number: Double) -> Double { number > 0 && number.isFinite ? number : 0 }
}

private struct Occurrence {
    var hit: SearchHit
    var reason: SearchHit.Reason

    /// Returns whether the occurrence precedes another one of the same hit: by greater contribution, then source
    /// name, then rank, then the content of the hit.
    func precedes(_ other: Self) -> Bool {
        if reason.contribution != other.reason.contribution { return reason.contribution > other.reason.contribution }
        let (key, otherKey) = ((reason.source, reason.rank), (other.reason.source, other.reason.rank))
        return key == otherKey ? hit.content < other.hit.content : key < otherKey
    }
}

extension SearchHit {
    fileprivate var content: (String, String, String, String) { (id, title, text, subtitle ?? "") }

    /// Returns whether the hit precedes another one: by higher score, then better rank in any list, then identity.
    fileprivate func precedes(_ other: SearchHit) -> Bool {
        if score != other.score { return score > other.score }
        func bestRank(_ hit: SearchHit) -> Int { hit.reasons.lazy.map(\.rank).min() ?? .max }
        return (bestRank(self), identity) < (bestRank(other), other.identity)
    }
}
