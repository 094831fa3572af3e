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
        var tally = Tally(lists)
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
                tally.add(reason, at: (list, index))
            }
        }
        return tally.ranked()
    }

    private static func sound(_ number: Double) -> Double { number > 0 && number.isFinite ? number : 0 }
}

/// What the lists say of each hit, gathered list by list.
private struct Tally {
    struct Slot {
        /// The hit that stands for all of its identity.
        var place: (list: Int, index: Int)
        let identityHash: Int
        /// Greatest contribution first.
        var reasons: [SearchHit.Reason]
    }

    // The hits are looked at in their lists: handing one on counts references to all its texts.
    private let lists: [RankedList]
    private var slots: [Slot] = []
    /// The slot of each identity, at the place its hash says or one of the next; -1 where there is none. At most half are taken.
    private var positions: [Int]

    init(_ lists: [RankedList]) {
        let capacity = lists.reduce(0) { $0 + $1.hits.count }
        self.lists = lists
        var size = 2
        while size < 2 * capacity { size *= 2 }
        positions = Array(repeating: -1, count: size)
        slots.reserveCapacity(capacity)
    }

    mutating func add(_ reason: SearchHit.Reason, at place: (list: Int, index: Int)) {
        let hash = lists[place.list].hits[place.index].identityHash
        let entry = self.entry(of: place, hash: hash)
        let position = positions[entry]
        guard position >= 0 else {
            positions[entry] = slots.count
            return slots.append(Slot(place: place, identityHash: hash, reasons: [reason]))
        }
        let first = slots[position].reasons[0]
        if Self.precedes(reason, first) || (!Self.precedes(first, reason) && comesFirst(place, before: position)) {
            slots[position].place = place
        }
        if let same = slots[position].reasons.firstIndex(where: { $0.provider == reason.provider }) {
            guard Self.precedes(reason, slots[position].reasons[same]) else { return }
            slots[position].reasons.remove(at: same)
        }
        let next = slots[position].reasons.firstIndex { Self.precedes(reason, $0) } ?? slots[position].reasons.endIndex
        slots[position].reasons.insert(reason, at: next)
    }

    /// Where in ``positions`` the identity of a hit stands, or is to stand. Identities are compared where their hashes are equal only.
    private func entry(of place: (list: Int, index: Int), hash: Int) -> Int {
        let mask = positions.count - 1
        var entry = hash & mask
        while positions[entry] >= 0 {
            let position = positions[entry]
            if slots[position].identityHash == hash, identity(of: slots[position].place) == identity(of: place) {
                break
            }
            entry = (entry + 1) & mask
        }
        return entry
    }

    private func identity(of place: (list: Int, index: Int)) -> String {
        lists[place.list].hits[place.index].identity
    }

    /// Whether a hit is shown rather than the one known, where both have one identity and one place.
    private func comesFirst(_ place: (list: Int, index: Int), before position: Int) -> Bool {
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

        func precedes(_ other: Place) -> Bool {
            score != other.score ? score > other.score : bestRank < other.bestRank
        }
    }

    /// The hits with their scores and reasons, best first. Sums are made in the order of the reasons, which is the same whatever the
    /// order of the lists.
    func ranked() -> [SearchHit] {
        var places = slots.indices.map { index in
            var place = Place(score: 0, bestRank: .max, slot: index)
            for reason in slots[index].reasons {
                place.score += reason.contribution
                place.bestRank = min(place.bestRank, reason.rank)
            }
            return place
        }
        places.sort { $0.precedes($1) }
        orderEqual(&places)
        return places.map { place in
            let slot = slots[place.slot]
            var hit = lists[slot.place.list].hits[slot.place.index]
            hit.score = place.score
            hit.reasons = slot.reasons
            return hit
        }
    }

    /// Puts hits that are equal by numbers in the order of their identities: few are, and texts are compared for those alone.
    private func orderEqual(_ places: inout [Place]) {
        var start = 0
        while start < places.count {
            var end = start + 1
            while end < places.count, !places[start].precedes(places[end]) { end += 1 }
            if end > start + 1 {
                places[start..<end].sort {
                    identity(of: slots[$0.slot].place) < identity(of: slots[$1.slot].place)
                }
            }
            start = end
        }
    }

    private static func precedes(_ left: SearchHit.Reason, _ right: SearchHit.Reason) -> Bool {
        if left.contribution != right.contribution { return left.contribution > right.contribution }
        if left.provider != right.provider { return left.provider < right.provider }
        return left.rank < right.rank
    }
}
