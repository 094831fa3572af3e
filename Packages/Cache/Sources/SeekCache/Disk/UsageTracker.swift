import SeekBasics

/// The counts of a disk store, and the access times that are not yet in its database. Used by all threads that read.
final class UsageTracker: Sendable {
    /// The time when an entry was last used, and the time that the database contains.
    struct Access: Sendable, Hashable {
        /// The hash of the key. Keys with the same hash share an access time, which is only a hint for eviction.
        var hash: Int64
        /// The time of the last use, in seconds since 2001.
        var time: Double
        /// The time in the database; negative infinity if it is unknown.
        var writtenTime: Double
    }

    private struct State {
        var counts = CacheStatistics()
        var accesses: [Int64: Access] = [:]
    }

    private let state = Mutex(State())
    private let options: DiskOptions

    init(_ options: DiskOptions) { self.options = options }

    /// The counts of hits, misses, evictions and corruptions. The number and size of the entries are 0, because only
    /// the database contains them.
    var counts: CacheStatistics { state.withLock { $0.counts } }

    func count(_ change: (inout CacheStatistics) -> Void) { state.withLock { change(&$0.counts) } }

    /// Records an access, and adds a number of hits.
    ///
    /// - Returns: The accesses to write now; empty until there are ``DiskOptions/accessBatchCount`` of them.
    func record(_ access: Access, hits: Int = 0) -> [Access] {
        state.withLock { state in
            state.counts.hits += hits
            state.accesses[access.hash] = access
            guard state.accesses.count >= options.accessBatchCount else { return [] }
            defer { state.accesses.removeAll(keepingCapacity: true) }
            return unwritten(state)
        }
    }

    /// Returns the time of the last access that is not yet written; nil if there is none.
    func lastAccess(of hash: Int64) -> Double? { state.withLock { $0.accesses[hash]?.time } }

    /// All accesses that are not yet written, by the hash of the key.
    var accesses: [Int64: Access] { state.withLock { $0.accesses } }

    /// Removes all accesses, and returns those to write.
    func takeAccesses() -> [Access] {
        state.withLock { state in
            defer { state.accesses = [:] }
            return unwritten(state)
        }
    }

    /// Returns the accesses that are later than the written ones by ``DiskOptions/accessResolution`` or more.
    private func unwritten(_ state: State) -> [Access] {
        state.accesses.values.filter { $0.time - $0.writtenTime >= options.accessResolution }
    }
}
