public import SeekBasics

/// A memory store in front of another store, such as a ``DiskStore``. Values that are read or put are stored in both.
///
/// The memory store does not observe changes by other processes: it returns its own copy until the copy expires or is
/// evicted. From the second minute after an entry was stored, the first hit in memory in each minute is recorded in the
/// base store, so that the base store does not evict entries that are used often.
///
/// ```swift
/// let store = TieredStore(memory: MemoryStore(costLimit: 16 << 20), over: try DiskStore(folder: folder))
/// ```
public final class TieredStore: DataStore {
    /// The store in memory.
    public let memory: MemoryStore
    /// The store behind the memory store. Every value is written to it.
    public let base: any DataStore

    /// The in-flight loads, shared with the base store.
    public let singleFlight: SingleFlight

    let overlaps = Mutex(OverlapTracker())
    private let limits: CacheLimits

    /// Creates a store from two others, which should use the same clock. The maximum age of a ``DiskStore`` also limits
    /// what is returned from memory; that of another base store is not known.
    public init(memory: MemoryStore, over base: any DataStore) {
        self.memory = memory
        self.base = base
        limits = (base as? DiskStore)?.limits ?? .none
        singleFlight = base.singleFlight
    }

    /// Returns the entry of a key; nil if there is none, or it has expired.
    public func value(for key: String) async throws(CacheError) -> CacheEntry? {
        try await entry(for: key)?.entry
    }

    /// Returns the entry of a key, and whether it was in memory; nil if there is none, or it has expired.
    public func entry(for key: String) async throws(CacheError) -> (entry: CacheEntry, isFromMemory: Bool)? {
        if let entry = memory.value(for: key) {
            let previousUse = entry.lastUsedAt.timeIntervalSince(entry.storedAt)
            if Self.minutes(entry.age.seconds) > Self.minutes(previousUse) { base.recordAccess(of: key) }
            return (entry, true)
        }
        let bytes = KeyBytes(key)
        overlaps.withLock { $0.beginReading(bytes) }
        var entry: CacheEntry?
        defer {
            overlaps.withLock { overlaps in
                // A value that was written in the meantime may be newer.
                if overlaps.endReading(bytes), let entry { memory.insert(entry, for: bytes) }
            }
        }
        entry = try await base.value(for: key)
        return entry.map { ($0, false) }
    }

    private static func minutes(_ seconds: Double) -> Double { (seconds / 60).rounded(.down) }

    /// Closes the base store. Values in memory remain, and the next use opens the base store again.
    public func close() async { await base.close() }

    /// Stores a value in both stores, and replaces an existing one.
    public func put(_ data: Data, for key: String, expiresAt: Date?) async throws(CacheError) {
        let expiry = limits.expiry(of: expiresAt, storedAt: singleFlight.now())
        try await write(key, then: { try? memory.put(data, for: key, expiresAt: expiry) }) {
            () async throws(CacheError) in
            try await base.put(data, for: key, expiresAt: expiresAt)
        }
    }

    /// Removes the value of a key.
    public func remove(_ key: String) async throws(CacheError) {
        try await write(key, then: {}) { () async throws(CacheError) in try await base.remove(key) }
    }

    /// Changes the value of a key in the base store. The value in memory is removed beforehand. The new value is stored
    /// in memory afterwards, unless this change overlapped with another one or with a read that had begun earlier.
    private func write(
        _ key: String,
        then store: () -> Void,
        _ change: () async throws(CacheError) -> Void
    ) async throws(CacheError) {
        let bytes = KeyBytes(key)
        overlaps.withLock { overlaps in
            overlaps.beginWriting(bytes)
            memory.remove(key)
        }
        var isWritten = false
        defer { overlaps.withLock { if $0.endWriting(bytes), isWritten { store() } } }
        try await change()
        isWritten = true
    }

    /// Removes all entries whose keys start with the UTF-8 bytes of a prefix, and returns their number.
    @discardableResult
    public func removeAll(prefix: String) async throws(CacheError) -> Int {
        try await removeMany({ memory.removeAll(prefix: prefix) }) { () async throws(CacheError) in
            try await base.removeAll(prefix: prefix)
        }
    }

    /// Removes all entries.
    public func removeAll() async throws(CacheError) {
        try await removeMany({ memory.removeAll() }) { () async throws(CacheError) in try await base.removeAll() }
    }

    /// Removes the entries that a policy selects from the items of the base store.
    public func clean(policy: any CleanupPolicy) async throws(CacheError) -> CleanupResult {
        try await removeItems { () async throws(CacheError) in try await base.clean(policy: policy) }
    }

    /// Removes expired entries and those that exceed limits in the base store. The memory store has its own limit.
    public func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult {
        try await removeItems { () async throws(CacheError) in try await base.trim(to: limits) }
    }

    private func removeItems(
        _ change: () async throws(CacheError) -> CleanupResult
    ) async throws(CacheError) -> CleanupResult {
        let result = try await removeMany({}, change)
        for item in result.removed { memory.remove(item.key) }
        return result
    }

    /// Changes many keys of the base store. Values that are read or written in the meantime are not stored in memory.
    private func removeMany<Result>(
        _ removeFromMemory: () -> Void,
        _ change: () async throws(CacheError) -> Result
    ) async throws(CacheError) -> Result {
        overlaps.withLock { overlaps in
            overlaps.beginRemoval()
            removeFromMemory()
        }
        defer { overlaps.withLock { $0.endRemoval() } }
        return try await change()
    }

    /// Returns the items of the base store, with the time since their last use in either store.
    public func items() async throws(CacheError) -> [CacheItem] {
        let idleTimes = Dictionary(memory.items().map { ($0.keyBytes, $0.idleTime) }) { first, _ in first }
        var items = try await base.items()
        for index in items.indices {
            if let idleTime = idleTimes[items[index].keyBytes] {
                items[index].idleTime = min(items[index].idleTime, idleTime)
            }
        }
        return items
    }

    /// Returns the statistics of the base store, with the hits of both stores. Misses and evictions of the memory store
    /// do not count.
    public func statistics() async throws(CacheError) -> CacheStatistics {
        var statistics = try await base.statistics()
        statistics.hits += memory.statistics().hits
        return statistics
    }
}
