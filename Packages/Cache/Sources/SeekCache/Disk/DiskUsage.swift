import SeekBasics

/// What a disk store has seen of its use: counts, and the times of use not written yet. Asked on every thread that reads.
///
/// It is kept in parts, by the key's hash: readers do not wait for one another.
final class DiskUsage: Sendable {
    /// A time of use, and the one the database knows.
    struct Touch: Sendable, Hashable {
        /// That of the key: where several have it, the time is another's, and no more than a wrong hint.
        var hash: Int64
        var moment: Double
        var written: Double
    }

    private struct State {
        var counts = CacheStatistics()
        var touches: [Int64: Touch] = [:]
    }

    private final class Part: Sendable {
        let state = Mutex(State())
    }

    /// As many as a power of two.
    private let parts = (0..<16).map { _ in Part() }
    private let limit: Int
    private let resolution: Double

    /// - Parameter limit: How many times of use are collected in each part.
    /// - Parameter resolution: By how many seconds one must be later than the one the database knows to be worth writing.
    init(limit: Int, resolution: Double) {
        self.limit = limit
        self.resolution = resolution
    }

    /// The counts of this object; those of what the store holds are 0.
    var counts: CacheStatistics {
        parts.reduce(into: CacheStatistics()) { sum, part in
            let counts = part.state.withLock { $0.counts }
            sum.hits += counts.hits
            sum.misses += counts.misses
            sum.corrupt += counts.corrupt
            sum.evictions += counts.evictions
        }
    }

    func countMiss(of hash: Int64) { update(hash) { $0.counts.misses += 1 } }

    func countDamage(_ entries: Int) { update(0) { $0.counts.corrupt += entries } }

    func countEvictions(_ entries: Int) { update(0) { $0.counts.evictions += entries } }

    /// Counts a hit and notes when a row was used.
    ///
    /// - Returns: What is to be written now, none as long as there is room for more.
    func countHit(_ touch: Touch) -> [Touch] {
        note(touch, hits: 1)
    }

    /// Notes when a row was used, by somebody who was not given its value.
    ///
    /// - Returns: As ``countHit(_:)``.
    func note(_ touch: Touch, hits: Int = 0) -> [Touch] {
        update(touch.hash) { state in
            state.counts.hits += hits
            state.touches[touch.hash] = touch
            guard state.touches.count >= limit else { return [] }
            defer { state.touches.removeAll(keepingCapacity: true) }
            return due(state)
        }
    }

    /// When a row was last used, where the database may not know it.
    func lastUse(of hash: Int64) -> Double? { update(hash) { $0.touches[hash]?.moment } }

    /// All times of use not written yet, by the key's hash.
    var lastUses: [Int64: Touch] {
        parts.reduce(into: [:]) { all, part in
            for (hash, touch) in part.state.withLock({ $0.touches }) { all[hash] = touch }
        }
    }

    /// Hands over what is not written yet and worth writing, and forgets the rest.
    func takeTouches() -> [Touch] {
        parts.flatMap { part in
            part.state.withLock { state in
                defer { state.touches = [:] }
                return due(state)
            }
        }
    }

    private func update<Result: Sendable>(_ hash: Int64, _ body: (inout sending State) -> sending Result) -> Result {
        parts[Int(truncatingIfNeeded: hash) & (parts.count - 1)].state.withLock(body)
    }

    private func due(_ state: State) -> [Touch] {
        state.touches.values.filter { $0.moment - $0.written >= resolution }
    }
}
