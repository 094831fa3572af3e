/// Places of an array by the hash of what stands there: a hash table that holds no keys.
///
/// A dictionary compares the key it keeps a copy of; here the look-up touches a word of the table and then the entry itself,
/// which is read in any case. Open addressing with linear probing; a removal moves those that follow back, so that no look-up
/// ever steps over the dead.
struct PlaceTable {
    /// A place, and what tells it from most others of its row; `place` is negative where the slot is free.
    private struct Slot {
        var place: Int32 = -1
        var hash: UInt32 = 0
    }

    private var slots: [Slot] = []
    private(set) var count = 0

    /// Where something of this hash stands that is the one looked for.
    @inline(__always)
    func place(for hash: Int, where isIt: (Int) -> Bool) -> Int? {
        guard count > 0 else { return nil }
        let hash = Self.folded(hash)
        let mask = slots.count - 1
        var index = Int(hash) & mask
        return slots.withUnsafeBufferPointer { slots in
            while true {
                let slot = slots[index]
                guard slot.place >= 0 else { return nil }
                if slot.hash == hash, isIt(Int(slot.place)) { return Int(slot.place) }
                index = (index + 1) & mask
            }
        }
    }

    /// Adds a place that is not in the table.
    mutating func insert(_ place: Int, for hash: Int) {
        // At most two thirds full, so that rows stay short.
        if (count + 1) * 3 > slots.count * 2 { grow() }
        put(Slot(place: Int32(place), hash: Self.folded(hash)))
        count += 1
    }

    /// Takes a place out that is in the table.
    mutating func remove(_ place: Int, for hash: Int) {
        let mask = slots.count - 1
        var hole = Int(Self.folded(hash)) & mask
        while slots[hole].place != Int32(place) { hole = (hole + 1) & mask }
        var next = (hole + 1) & mask
        while slots[next].place >= 0 {
            // What stands at or after its own slot, counted from the hole on, may move into it.
            let home = Int(slots[next].hash) & mask
            if (next - home) & mask >= (next - hole) & mask {
                slots[hole] = slots[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        slots[hole] = Slot()
        count -= 1
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: max(16, old.count * 2))
        for slot in old where slot.place >= 0 { put(slot) }
    }

    private mutating func put(_ slot: Slot) {
        let mask = slots.count - 1
        var index = Int(slot.hash) & mask
        while slots[index].place >= 0 { index = (index + 1) & mask }
        slots[index] = slot
    }

    private static func folded(_ hash: Int) -> UInt32 {
        let bits = UInt64(bitPattern: Int64(hash))
        return UInt32(truncatingIfNeeded: bits ^ (bits >> 32))
    }
}
