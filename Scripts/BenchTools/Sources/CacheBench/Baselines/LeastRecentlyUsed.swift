/// An exact LRU set of keys, the baseline for the hit ratio. It is simple rather than fast.
struct LeastRecentlyUsed {
    private var uses: [Int: Int] = [:]
    private var order: [(key: Int, use: Int)] = []
    private var head = 0
    private var clock = 0
    let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Looks up a key and inserts it if it is missing.
    ///
    /// - Returns: Whether the key was present.
    mutating func use(_ key: Int) -> Bool {
        clock += 1
        let isHit = uses.updateValue(clock, forKey: key) != nil
        order.append((key, clock))
        while uses.count > capacity {
            let oldest = order[head]
            head += 1
            // Skipped if the key was used again later: that use is further back.
            if uses[oldest.key] == oldest.use { uses[oldest.key] = nil }
        }
        return isHit
    }
}
