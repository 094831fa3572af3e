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
        let k = Self.sound(k)
        for list in lists.indices {
            let weight = Self.sound(lists[list].weight)
            for index in lists[list].hits.indices {
                let reason = SearchHit.Reason(
                    provider: lists[list].provider,
                    rank: index + 1,
                    weight: weight,
                    contribution: weight / (k + Double(index + 1))
                )
                tally.add(reason, at: (list, index), in: lists)
            }
        }
        return tally.ranked().map { slot, score in
            var hit = lists[slot.place.list].hits[slot.place.index]
            hit.score = score
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
    }

    private var slots: [Slot] = []
    private var positions: [String: Int]

    init(capacity: Int) {
        positions = Dictionary(minimumCapacity: capacity)
        slots.reserveCapacity(capacity)
    }

    // The hits are looked at in their lists: handing one on counts references to all its texts.
    mutating func add(_ reason: SearchHit.Reason, at place: (list: Int, index: Int), in lists: [RankedList]) {
        let identity = lists[place.list].hits[place.index].identity
        guard let position = positions[identity] else {
            positions[identity] = slots.count
            slots.append(Slot(identity: identity, place: place, reasons: [reason]))
            return
        }
        let first = slots[position].reasons[0]
        if Self.precedes(reason, first)
            || (!Self.precedes(first, reason) && comesFirst(place, before: position, in: lists))
        {
            slots[position].place = place
        }
        if let same = slots[position].reasons.firstIndex(where: { $0.provider == reason.provider }) {
            guard Self.precedes(reason, slots[position].reasons[same]) else { return }
            slots[position].reasons.remove(at: same)
        }
        let next = slots[position].reasons.firstIndex { Self.precedes(reason, $0) } ?? slots[position].reasons.endIndex
        slots[position].reasons.insert(reason, at: next)
    }

    /// Whether a hit is shown rather than the one known, where both have one identity and one place.
    private func comesFirst(_ place: (list: Int, index: Int), before position: Int, in lists: [RankedList]) -> Bool {
        let known = slots[position].place
        return Self.key(lists[place.list].hits[place.index]) < Self.key(lists[known.list].hits[known.index])
    }

    private static func key(_ hit: SearchHit) -> (String, String, String, String) {
        (hit.id, hit.title, hit.text, hit.subtitle ?? "")
    }

    /// What the order is made of.
    private struct Place {
        var score: Double
        var bestRank: Int
        var slot: Int
    }

    /// The slots and their scores, best first. Sums are made in the order of the reasons, which is the same whatever the order of the lists.
    func ranked() -> [(slot: Slot, score: Double)] {
        var places = slots.indices.map { index in
            let reasons = slots[index].reasons
            return Place(
                score: reasons.reduce(0) { $0 + $1.contribution },
                bestRank: reasons.reduce(.max) { min($0, $1.rank) },
                slot: index
            )
        }
        places.sort { left, right in
            if left.score != right.score { return left.score > right.score }
            if left.bestRank != right.bestRank { return left.bestRank < right.bestRank }
            return slots[left.slot].identity < slots[right.slot].identity
        }
        return places.map { (slots[$0.slot], $0.score) }
    }

    private static func precedes(_ left: SearchHit.Reason, _ right: SearchHit.Reason) -> Bool {
        if left.contribution != right.contribution { return left.contribution > right.contribution }
        if left.provider != right.provider { return left.provider < right.provider }
        return left.rank < right.rank
    }
}
