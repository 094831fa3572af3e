import Synchronization

/// What a disk store has seen of its use: counts, and the times of use not written yet. Asked on every thread that reads.
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

    private let state = Mutex(State())
    private let limit: Int
    private let resolution: Double

    /// - Parameter limit: How many times of use are collected.
    /// - Parameter resolution: By how many seconds one must be later than the one the database knows to be worth writing.
    init(limit: Int, resolution: Double) {
        self.limit = limit
        self.resolution = resolution
    }

    /// The counts of this object; those of what the store holds are 0.
    var counts: CacheStatistics { state.withLock { $0.counts } }

    func countMiss() { state.withLock { $0.counts.misses += 1 } }

    func countDamage(_ entries: Int) { state.withLock { $0.counts.damaged += entries } }

    func countEvictions(_ entries: Int) { state.withLock { $0.counts.evictions += entries } }

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
        state.withLock { state in
            state.counts.hits += hits
            state.touches[touch.hash] = touch
            guard state.touches.count >= limit else { return [] }
            defer { state.touches.removeAll(keepingCapacity: true) }
            return due(state)
        }
    }

    /// When a row was last used, where the database may not know it.
    func lastUse(of hash: Int64) -> Double? { state.withLock { $0.touches[hash]?.moment } }

    /// All times of use not written yet, by the key's hash.
    var lastUses: [Int64: Touch] { state.withLock { $0.touches } }

    /// Hands over what is not written yet and worth writing, and forgets the rest.
    func takeTouches() -> [Touch] {
        state.withLock { state in
            defer { state.touches = [:] }
            return due(state)
        }
    }

    private func due(_ state: State) -> [Touch] {
        state.touches.values.filter { $0.moment - $0.written >= resolution }
    }
}
