/// An exact LRU set of keys, the baseline for the hit ratio. It is simple rather than fast.
struct LeastRecentlyUsed {
    private var lastAccess: [Int: Int] = [:]
    /// All accesses, in order.
    private var history: [(key: Int, access: Int)] = []
    /// The index in the history from which the least recently used key is searched.
    private var head = 0
    /// The number of accesses.
    private var clock = 0
    let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Looks up a key, inserts it if it is missing, and returns whether it was present.
    mutating func access(_ key: Int) -> Bool {
        clock += 1
        let isHit = lastAccess.updateValue(clock, forKey: key) != nil
        history.append((key, clock))
        while lastAccess.count > capacity {
            let oldest = history[head]
            head += 1
            // A key that was accessed again has a later element in the history, and is not the least recently used.
            if lastAccess[oldest.key] == oldest.access { lastAccess[oldest.key] = nil }
        }
        return isHit
    }
}
