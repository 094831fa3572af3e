public import SeekBasics

/// A memory store in front of another store, such as a ``DiskStore``. Values that are read or put are stored in both.
///
/// Each hit in memory compares the version of the copy with that in the base store, so that changes by other processes
/// are seen at the next read. From the second minute after an entry was stored, the first hit in memory in each minute is recorded in the
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
        if let entry = memory.value(for: key) {
            if try await base.version(of: key) == entry.version {
                let previousUse = entry.lastUsedAt.timeIntervalSince(entry.storedAt)
                if Self.minutes(entry.age.seconds) > Self.minutes(previousUse) { base.recordAccess(of: key) }
                return entry
            }
            memory.remove(key)
        }
        guard let entry = try await base.value(for: key) else { return nil }
        memory.insert(entry, for: KeyBytes(key))
        return entry
    }

    private static func minutes(_ seconds: Double) -> Double { (seconds / 60).rounded(.down) }

    /// Returns the version of a key's value in the base store; nil if there is none, or it has expired.
    public func version(of key: String) async throws(CacheError) -> CacheVersion? { try await base.version(of: key) }

    /// Closes the base store. Values in memory remain, and the next use opens the base store again.
    public func close() async { await base.close() }

    /// Stores a value in both stores, and replaces an existing one, if a condition holds for the base store.
    @discardableResult
    public func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        if condition: PutCondition
    ) async throws(CacheError) -> CacheVersion? {
        let storedAt = singleFlight.now()
        let version = try await base.put(data, for: key, expiresAt: expiresAt, if: condition)
        if let version {
            let expiry = limits.expiry(of: expiresAt, storedAt: storedAt)
            let entry = CacheEntry(data: data, storedAt: storedAt, expiresAt: expiry, version: version, now: storedAt)
            memory.insert(entry, for: KeyBytes(key))
        }
        return version
    }

    /// Removes the value of a key.
    public func remove(_ key: String) async throws(CacheError) {
        memory.remove(key)
        try await base.remove(key)
    }

    /// Removes all entries whose keys start with the UTF-8 bytes of a prefix, and returns their number.
    @discardableResult
    public func removeAll(prefix: String) async throws(CacheError) -> Int {
        memory.removeAll(prefix: prefix)
        return try await base.removeAll(prefix: prefix)
    }

    /// Removes all entries.
    public func removeAll() async throws(CacheError) {
        memory.removeAll()
        try await base.removeAll()
    }

    /// Removes the entries that a policy selects from the items of the base store.
    public func clean(policy: any CleanupPolicy) async throws(CacheError) -> CleanupResult {
        removedFromMemory(try await base.clean(policy: policy))
    }

    /// Removes expired entries and those that exceed limits in the base store. The memory store has its own limit.
    public func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult {
        removedFromMemory(try await base.trim(to: limits))
    }

    private func removedFromMemory(_ result: CleanupResult) -> CleanupResult {
        for item in result.removed { memory.remove(item.key) }
        return result
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
