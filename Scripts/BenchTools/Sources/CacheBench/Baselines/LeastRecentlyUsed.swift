/// An exact least-recently-used set of keys: what eviction is held against. Slow and simple.
struct LeastRecentlyUsed {
    private var uses: [Int: Int] = [:]
    private var order: [(key: Int, use: Int)] = []
    private var head = 0
    private var clock = 0
    let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Asks for a key, and takes it in where it is not there.
    ///
    /// - Returns: Whether it was there.
    mutating func use(_ key: Int) -> Bool {
        clock += 1
        let isHit = uses.updateValue(clock, forKey: key) != nil
        order.append((key, clock))
        while uses.count > capacity {
            let oldest = order[head]
            head += 1
            // A later use of the same key stands further back.
            if uses[oldest.key] == oldest.use { uses[oldest.key] = nil }
        }
        return isHit
    }
}
