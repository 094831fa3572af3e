import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Memory over another store, such as a ``DiskStore``: what is read is kept in memory, what is put goes to both.
///
/// The memory knows only what comes through this object: what another process puts into the same folder, it finds once
/// its own copy has expired or was evicted. The store behind is told of a value's use in memory, once a minute, so that it
/// does not take what is used most for what is used least.
///
/// ```swift
/// let store = TieredStore(memory: MemoryStore(costLimit: 16 << 20), over: try DiskStore(folder: folder))
/// ```
public final class TieredStore: DataStore {
    /// The fast store.
    public let memory: MemoryStore
    /// The store that holds everything.
    public let base: any DataStore

    /// The loads under way, which are those of the store behind.
    public let singleFlight: SingleFlight

    /// By how many seconds a use must be later than the last to be told to the store behind.
    private static let resolution = 60.0

    let activity = Mutex(TierActivity())

    /// Makes a store of two, whose clocks should be one.
    public init(memory: MemoryStore, over base: any DataStore) {
        self.memory = memory
        self.base = base
        singleFlight = base.singleFlight
    }

    /// The value put under a key; nil where there is none, none any more, or it has expired.
    public func value(for key: String) async throws(CacheError) -> CacheEntry? {
        try await found(for: key)?.entry
    }

    /// The value put under a key, as ``value(for:)`` has it, and whether it was in memory.
    public func found(for key: String) async throws(CacheError) -> (entry: CacheEntry, isFromMemory: Bool)? {
        if let entry = memory.value(for: key) {
            let idle = entry.storedAt.addingTimeInterval(entry.age).timeIntervalSince(entry.lastUsedAt)
            if idle >= Self.resolution { base.recordAccess(of: key) }
            return (entry, true)
        }
        let bytes = KeyBytes(key)
        activity.withLock { $0.beginReading(bytes) }
        let entry: CacheEntry?
        do throws(CacheError) {
            entry = try await base.value(for: key)
        } catch {
            activity.withLock { _ = $0.endReading(bytes) }
            throw error
        }
        activity.withLock { activity in
            // What was written meanwhile may be newer than what was read.
            if activity.endReading(bytes), let entry { memory.insert(entry, for: bytes) }
        }
        return entry.map { ($0, false) }
    }

    /// Closes the store behind, where it is a ``DiskStore``.
    public func close() async {
        await (base as? DiskStore)?.close()
    }

    /// Keeps a value under a key in both stores, in place of the one that was there.
    public func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        tags: Set<String> = []
    ) async throws(CacheError) {
        try await write(key, then: { try? memory.put(data, for: key, expiresAt: expiresAt, tags: tags) }) {
            () async throws(CacheError) in
            try await base.put(data, for: key, expiresAt: expiresAt, tags: tags)
        }
    }

    /// Removes the value under a key, if there is one.
    public func remove(_ key: String) async throws(CacheError) {
        try await write(key, then: {}) { () async throws(CacheError) in try await base.remove(key) }
    }

    /// Changes what stands under a key behind. The memory forgets its value first, and takes the new one last, unless
    /// another change came in between.
    private func write(
        _ key: String,
        then keep: () -> Void,
        _ change: () async throws(CacheError) -> Void
    ) async throws(CacheError) {
        let bytes = KeyBytes(key)
        activity.withLock { activity in
            activity.beginWriting(bytes)
            memory.remove(key)
        }
        do throws(CacheError) {
            try await change()
        } catch {
            activity.withLock { _ = $0.endWriting(bytes) }
            throw error
        }
        activity.withLock { if $0.endWriting(bytes) { keep() } }
    }

    /// Removes everything whose key begins with the UTF-8 bytes of a text, and tells how many entries that were.
    @discardableResult
    public func removeAll(prefix: String) async throws(CacheError) -> Int {
        try await sweep({ memory.removeAll(prefix: prefix) }) { () async throws(CacheError) in
            try await base.removeAll(prefix: prefix)
        }
    }

    /// Removes everything that bears a tag, and tells how many entries that were.
    @discardableResult
    public func removeAll(tag: String) async throws(CacheError) -> Int {
        try await sweep({ memory.removeAll(tag: tag) }) { () async throws(CacheError) in
            try await base.removeAll(tag: tag)
        }
    }

    /// Removes everything.
    public func removeAll() async throws(CacheError) {
        try await sweep({ memory.removeAll() }) { () async throws(CacheError) in try await base.removeAll() }
    }

    /// Removes what a policy decides to remove. It sees the items of the store behind.
    public func clean(policy: any CleanupPolicy) async throws(CacheError) -> CleanupResult {
        try await sweepReported { () async throws(CacheError) in try await base.clean(policy: policy) }
    }

    /// Removes what goes beyond limits in the store behind; the memory has its own.
    public func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult {
        try await sweepReported { () async throws(CacheError) in try await base.trim(to: limits) }
    }

    private func sweepReported(
        _ change: () async throws(CacheError) -> CleanupResult
    ) async throws(CacheError) -> CleanupResult {
        let report = try await sweep({}, change)
        for item in report.removed { memory.remove(item.key) }
        return report
    }

    /// Changes many keys behind. What is read or written meanwhile does not stay in memory.
    private func sweep<Result>(
        _ forget: () -> Void,
        _ change: () async throws(CacheError) -> Result
    ) async throws(CacheError) -> Result {
        activity.withLock { activity in
            activity.beginSweeping()
            forget()
        }
        defer { activity.withLock { $0.endSweeping() } }
        return try await change()
    }

    /// Everything the store behind holds, idle no longer than in memory.
    public func items() async throws(CacheError) -> [CacheItem] {
        let idle = Dictionary(memory.items().map { (KeyBytes($0.key), $0.idle) }) { first, _ in first }
        return try await base.items().map { item in
            CacheItem(
                key: item.key,
                age: item.age,
                size: item.size,
                idle: min(item.idle, idle[KeyBytes(item.key)] ?? item.idle),
                expiresIn: item.expiresIn,
                tags: item.tags
            )
        }
    }

    /// What the store behind holds, with the hits of both. What the memory evicts is not lost and does not count.
    public func statistics() async throws(CacheError) -> CacheStatistics {
        var statistics = try await base.statistics()
        statistics.hits += memory.statistics().hits
        return statistics
    }
}
