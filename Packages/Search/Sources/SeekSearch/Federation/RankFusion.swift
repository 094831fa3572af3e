/// What one provider found, best first.
public struct RankedList: Sendable, Hashable {
    /// The provider's name.
    public var provider: String
    /// How much the provider's places count; what is no number above 0 counts nothing.
    public var weight: Double
    /// What it found, best first.
    public var hits: [SearchHit]

    /// Makes a list.
    public init(provider: String, weight: Double = 1, hits: [SearchHit]) {
        self.provider = provider
        self.weight = weight
        self.hits = hits
    }
}

/// Makes one list of several by reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): a hit's score is the sum, over
/// the lists it stands in, of weight / (k + rank).
///
/// A pure value. The result depends neither on the order of the lists nor on chance: equal scores are ordered by the best rank,
/// then by ``SearchHit/identity``. Hits of one identity become one, as the provider sees it in whose list it counts most; within
/// the lists of one provider only its best place counts.
///
/// ```swift
/// let hits = RankFusion().fuse([RankedList(provider: "youtube", hits: videos), RankedList(provider: "github", hits: repositories)])
/// print(hits[0].title, hits[0].reasons)
/// ```
public struct RankFusion: Sendable, Hashable {
    /// How little the first places count above the next: 60, as the paper has it. What is no number above 0 is taken as 0.
    public var k: Double

    /// Makes a fusion.
    public init(k: Double = 60) {
        self.k = k
    }

    /// One list of several.
    ///
    /// - Returns: each hit once, best first, with its score and the reasons of it.
    public func fuse(_ lists: [RankedList]) -> [SearchHit] {
        var tally = Tally(capacity: lists.reduce(0) { $0 + $1.hits.count })
        for list in lists.indices {
            let weight = Self.sound(lists[list].weight)
            for (index, hit) in lists[list].hits.enumerated() {
                let reason = SearchHit.Reason(
                    provider: lists[list].provider,
                    rank: index + 1,
                    weight: weight,
                    contribution: weight / (Self.sound(k) + Double(index + 1))
                )
                tally.add(reason, of: hit, at: (list, index), in: lists)
            }
        }
        return tally.ranked().map { slot in
            var hit = lists[slot.place.list].hits[slot.place.index]
            hit.score = slot.score
            hit.reasons = slot.reasons
            return hit
        }
    }

    private static func sound(_ number: Double) -> Double { number > 0 && number.isFinite ? number : 0 }
}

/// What the lists say of each hit, gathered list by list.
private struct Tally {
    struct Slot {
        let identity: String
        /// The hit that stands for all of its identity.
        var place: (list: Int, index: Int)
        /// Greatest contribution first.
        var reasons: [SearchHit.Reason]
        var score = 0.0
        var bestRank = Int.max
    }

    private var slots: [Slot] = []
    private var positions: [String: Int]

    init(capacity: Int) {
        positions = Dictionary(minimumCapacity: capacity)
        slots.reserveCapacity(capacity)
    }

    mutating func add(
        _ reason: SearchHit.Reason,
        of hit: SearchHit,
        at place: (list: Int, index: Int),
        in lists: [RankedList]
    ) {
        guard let position = positions[hit.identity] else {
            positions[hit.identity] = slots.count
            slots.append(Slot(identity: hit.identity, place: place, reasons: [reason]))
            return
        }
        let first = slots[position].reasons[0]
        let known = lists[slots[position].place.list].hits[slots[position].place.index]
        let isFirst = Self.precedes(reason, first) || (!Self.precedes(first, reason) && Self.key(hit) < Self.key(known))
        if isFirst { slots[position].place = place }
        if let same = slots[position].reasons.firstIndex(where: { $0.provider == reason.provider }) {
            guard Self.precedes(reason, slots[position].reasons[same]) else { return }
            slots[position].reasons.remove(at: same)
        }
        let next = slots[position].reasons.firstIndex { Self.precedes(reason, $0) } ?? slots[position].reasons.endIndex
        slots[position].reasons.insert(reason, at: next)
    }

    /// The slots, best first. Sums are made in the order of the reasons, which is the same whatever the order of the lists.
    func ranked() -> [Slot] {
        var slots = slots
        for index in slots.indices {
            slots[index].score = slots[index].reasons.reduce(0) { $0 + $1.contribution }
            slots[index].bestRank = slots[index].reasons.reduce(.max) { min($0, $1.rank) }
        }
        let order = slots.indices.sorted { left, right in
            if slots[left].score != slots[right].score { return slots[left].score > slots[right].score }
            if slots[left].bestRank != slots[right].bestRank { return slots[left].bestRank < slots[right].bestRank }
            return slots[left].identity < slots[right].identity
        }
        return order.map { slots[$0] }
    }

    private static func precedes(_ left: SearchHit.Reason, _ right: SearchHit.Reason) -> Bool {
        if left.contribution != right.contribution { return left.contribution > right.contribution }
        if left.provider != right.provider { return left.provider < right.provider }
        return left.rank < right.rank
    }

    /// What tells two hits of one identity and one place apart.
    private static func key(_ hit: SearchHit) -> (String, String, String, String) {
        (hit.id, hit.title, hit.text, hit.subtitle ?? "")
    }
}
