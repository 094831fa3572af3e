import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store in memory with a limit on what it holds, gone with the process.
///
/// What is read again stays, what is read once makes room: eviction is SIEVE's, which a scan cannot flush. Only as much
/// is evicted as the new value needs. Each operation is a look-up and a few links under a lock, so its methods are not
/// asynchronous; they are when called through ``DataStore``.
///
/// ```swift
/// let store = MemoryStore(costLimit: 16 << 20)
/// try store.put(Data("hello".utf8), for: "greeting", expiresAt: nil)
/// let entry = store.value(for: "greeting")
/// ```
public final class MemoryStore: DataStore {
    /// What an entry costs besides the bytes of its key and value: an estimate of the bookkeeping, in bytes, so that many
    /// tiny entries cannot grow far beyond the limit.
    public static let entryOverhead = 128

    /// How much the entries may cost together, in bytes. An entry costs its value, its key and ``entryOverhead``.
    public let costLimit: Int

    /// The loads under way for callers of ``DataStore/value(for:orLoad:)``.
    public let singleFlight: SingleFlight

    private let state = Mutex(State())
    private let now: @Sendable () -> Date

    /// Makes an empty store.
    ///
    /// - Parameter costLimit: In bytes; 0 or less keeps nothing.
    /// - Parameter now: The clock that tells ages and expiry.
    public init(costLimit: Int, now: @escaping @Sendable () -> Date = { Date() }) {
        self.costLimit = costLimit
        self.now = now
        singleFlight = SingleFlight(now: now)
    }

    /// The value put under a key; nil where there is none, none any more, or it has expired.
    public func value(for key: String) -> CacheEntry? {
        let key = KeyBytes(key)
        let now = now()
        return state.withLock { $0.value(for: key, at: now) }
    }

    /// Keeps a value under a key, in place of the one that was there.
    ///
    /// A value that costs more than ``costLimit`` is not kept, and pushes nothing out; what was under its key is gone
    /// all the same.
    ///
    /// - Throws: ``CacheError/keyTooLong(bytes:)``, ``CacheError/tagsTooLong(bytes:)``, and nothing else.
    public func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        tags: Set<String> = []
    ) throws(CacheError) {
        try CacheError.checkKey(key)
        _ = try CacheTags.encode(tags)
        let now = now()
        insert(Entry(data: data, storedAt: now, usedAt: now, expiresAt: expiresAt, tags: tags), for: KeyBytes(key))
    }

    /// Keeps what another store found, with the times it had there.
    func insert(_ entry: CacheEntry, for key: KeyBytes) {
        insert(
            Entry(
                data: entry.data,
                storedAt: entry.storedAt,
                usedAt: now(),
                expiresAt: entry.expiresAt,
                tags: entry.tags
            ),
            for: key
        )
    }

    private func insert(_ entry: Entry, for key: KeyBytes) {
        let cost = SeekCache.cost(of: entry, for: key)
        state.withLock { state in
            if let old = state.list.remove(key) { state.forget(old, for: key) }
            guard cost <= costLimit else { return }
            while state.cost > costLimit - cost, let victim = state.list.evict() {
                state.forget(victim.value, for: victim.key)
                state.evictions += 1
            }
            state.list.insert(entry, for: key)
            state.cost += cost
            state.bytes += entry.data.count
        }
    }

    /// Removes the value under a key, if there is one.
    public func remove(_ key: String) {
        let key = KeyBytes(key)
        state.withLock { state in
            if let old = state.list.remove(key) { state.forget(old, for: key) }
        }
    }

    /// Removes everything whose key begins with the UTF-8 bytes of a text, and tells how many entries that were.
    @discardableResult
    public func removeAll(prefix: String) -> Int {
        let prefix = KeyBytes(prefix)
        return removeAll { key, _ in key.hasPrefix(prefix) }
    }

    /// Removes everything that bears a tag, and tells how many entries that were.
    @discardableResult
    public func removeAll(tag: String) -> Int {
        removeAll { _, entry in entry.tags.containsTag(tag) }
    }

    private func removeAll(where isVictim: (KeyBytes, Entry) -> Bool) -> Int {
        state.withLock { state in
            var count = 0
            for (_, key, entry) in state.list.entries() where isVictim(key, entry) {
                state.list.remove(key)
                state.forget(entry, for: key)
                count += 1
            }
            return count
        }
    }

    /// Removes everything. The counts of hits, misses and evictions stay.
    public func removeAll() {
        state.withLock { state in
            state.list.removeAll()
            state.cost = 0
            state.bytes = 0
        }
    }

    /// Everything the store holds, expired entries included, the one put last first.
    public func items() -> [CacheItem] {
        let now = now()
        return state.withLock { $0.list.entries() }.map { item(of: $0.value, for: $0.key, at: now) }
    }

    /// What the store holds, and how it was used.
    public func statistics() -> CacheStatistics {
        state.withLock { state in
            CacheStatistics(
                count: state.list.count,
                bytes: state.bytes,
                hits: state.hits,
                misses: state.misses,
                evictions: state.evictions
            )
        }
    }

    /// Removes what a policy decides to remove. The policy decides while others go on using the store.
    public func clean(policy: any CleanupPolicy) -> CleanupResult {
        let now = now()
        let entries = state.withLock { $0.list.entries() }
        let items = entries.map { item(of: $0.value, for: $0.key, at: now) }
        let verdict = CleanupVerdict(of: policy, on: items)
        return state.withLock { state in
            verdict.report { index in
                let (id, key, _) = entries[index]
                guard let removed = state.list.remove(key, id: id) else { return false }
                state.forget(removed, for: key)
                return true
            }
        }
    }

    private func item(of entry: Entry, for key: KeyBytes, at now: Date) -> CacheItem {
        CacheItem(
            key: key.text,
            age: now.timeIntervalSince(entry.storedAt),
            size: entry.data.count,
            idle: now.timeIntervalSince(entry.usedAt),
            expiresIn: entry.expiresAt?.timeIntervalSince(now),
            tags: entry.tags
        )
    }
}

private struct Entry {
    var data: Data
    var storedAt: Date
    var usedAt: Date
    var expiresAt: Date?
    var tags: Set<String>
}

/// What the lock guards.
private struct State {
    let list = SieveList<Entry>()
    var cost = 0
    var bytes = 0
    var hits = 0
    var misses = 0
    var evictions = 0

    mutating func value(for key: KeyBytes, at now: Date) -> CacheEntry? {
        let found = list.use(key) { entry -> CacheEntry? in
            if let expiresAt = entry.expiresAt, expiresAt <= now { return nil }
            let found = CacheEntry(
                data: entry.data,
                storedAt: entry.storedAt,
                expiresAt: entry.expiresAt,
                lastUsedAt: entry.usedAt,
                tags: entry.tags,
                now: now
            )
            entry.usedAt = now
            return found
        }
        guard let found else {
            misses += 1
            return nil
        }
        hits += 1
        return found
    }

    /// Takes an entry that has left the list out of the sums.
    mutating func forget(_ entry: Entry, for key: KeyBytes) {
        cost -= SeekCache.cost(of: entry, for: key)
        bytes -= entry.data.count
    }
}

private func cost(of entry: Entry, for key: KeyBytes) -> Int {
    entry.data.count + key.text.utf8.count + MemoryStore.entryOverhead
}
