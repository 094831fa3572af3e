public import SeekBasics

/// A store in memory with a limit on its total cost.
///
/// Entries are evicted by SIEVE, which retains those that are read repeatedly, even during a scan of many keys. The
/// methods are synchronous, because each operation is short; they are asynchronous when called through ``DataStore``.
///
/// ```swift
/// let store = MemoryStore(costLimit: 16 << 20)
/// try store.put(Data("hello".utf8), for: "greeting", expiresAt: nil)
/// let entry = store.value(for: "greeting")
/// ```
public final class MemoryStore: DataStore {
    /// The cost of an entry in addition to the sizes of its key and value, in bytes: an estimate of the memory for
    /// metadata.
    public static let entryOverhead = 128

    /// The maximum total cost of all entries, in bytes. The cost of an entry is the size of its value and key plus
    /// ``entryOverhead``.
    public let costLimit: Int

    /// The in-flight loads for callers of ``DataStore/value(for:orLoad:)``.
    public let singleFlight: SingleFlight

    private let state: Mutex<State>
    private let now: @Sendable () -> Date

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - costLimit: The maximum total cost in bytes; a store with 0 or less stores nothing.
    ///   - now: Returns the current date.
    public init(costLimit: Int, now: @escaping @Sendable () -> Date = { Date() }) {
        self.costLimit = costLimit
        state = Mutex(State(costLimit: costLimit))
        self.now = now
        singleFlight = SingleFlight(now: now)
    }

    /// Returns the entry of a key; nil if there is none, or it has expired.
    public func value(for key: String) -> CacheEntry? {
        let key = KeyBytes(key)
        let now = now()
        return state.withLock { $0.value(for: key, at: now) }
    }

    /// Returns the version of a key's value; nil if there is none, or it has expired.
    public func version(of key: String) -> CacheVersion? {
        let key = KeyBytes(key)
        let now = now()
        return state.withLock { $0.list.peek(key)?.version(at: now) }
    }

    /// Stores a value, and replaces an existing one.
    ///
    /// - Throws: ``CacheError/keyTooLong(bytes:)``.
    public func put(_ data: Data, for key: String, expiresAt: Date? = nil) throws(CacheError) {
        try put(data, for: key, expiresAt: expiresAt, if: .always)
    }

    /// Stores a value, and replaces an existing one, if a condition holds.
    ///
    /// A value that costs more than ``costLimit`` is not stored and evicts nothing, but an existing value of its key
    /// is removed.
    ///
    /// - Returns: The version of the value; nil if the condition does not hold.
    /// - Throws: ``CacheError/keyTooLong(bytes:)``.
    @discardableResult
    public func put(
        _ data: Data,
        for key: String,
        expiresAt: Date?,
        if condition: PutCondition
    ) throws(CacheError) -> CacheVersion? {
        try CacheError.checkKey(key)
        let now = now()
        let entry = CacheEntry(data: data, storedAt: now, expiresAt: expiresAt, now: now)
        return insert(entry, for: KeyBytes(key), if: condition) ? entry.version : nil
    }

    /// Stores an entry with its `storedAt`, `expiresAt` and `version`; `lastUsedAt` becomes the current date. Returns
    /// false if the condition does not hold.
    @discardableResult
    func insert(_ entry: CacheEntry, for key: KeyBytes, if condition: PutCondition = .always) -> Bool {
        var entry = entry
        let now = now()
        entry.lastUsedAt = now
        entry.isFromMemory = true
        let cost = SeekCache.cost(of: entry, for: key)
        return state.withLock { state in
            guard condition.allows(replacing: state.list.peek(key)?.version(at: now)) else { return false }
            state.remove(key)
            for evicted in state.list.insert(entry, for: key, cost: cost) {
                state.statistics.bytes -= evicted.value.data.count
                state.statistics.evictions += 1
            }
            if cost <= costLimit { state.statistics.bytes += entry.data.count }
            return true
        }
    }

    /// Removes the value of a key.
    public func remove(_ key: String) { state.withLock { $0.remove(KeyBytes(key)) } }

    /// Removes all entries whose keys start with the UTF-8 bytes of a prefix, and returns their number.
    @discardableResult
    public func removeAll(prefix: String) -> Int {
        let prefix = KeyBytes(prefix)
        return state.withLock { state in
            let selected = state.list.entries().filter { $0.key.hasPrefix(prefix) }
            for (_, key, _) in selected { state.remove(key) }
            return selected.count
        }
    }

    /// Removes all entries. The counts of hits, misses and evictions do not change.
    public func removeAll() {
        state.withLock { state in
            state.list.removeAll()
            state.statistics.bytes = 0
        }
    }

    /// Returns all entries without their values, including expired ones, the last inserted first.
    public func items() -> [CacheItem] {
        let now = now()
        return state.withLock { $0.list.entries() }.map { item(of: $0.value, for: $0.key, at: now) }
    }

    /// Returns the number and size of the entries, and the counts of hits, misses and evictions.
    public func statistics() -> CacheStatistics {
        state.withLock { state in
            state.statistics.count = state.list.count
            return state.statistics
        }
    }

    /// Removes the entries that a policy selects. The store can be used while the policy runs.
    public func clean(policy: any CleanupPolicy) -> CleanupResult {
        let now = now()
        let entries = state.withLock { $0.list.entries() }
        let items = entries.map { item(of: $0.value, for: $0.key, at: now) }
        let selection = CleanupSelection(of: policy, on: items)
        return state.withLock { state in
            selection.result { index in
                let (id, key, _) = entries[index]
                guard let removed = state.list.remove(key, id: id) else { return false }
                state.statistics.bytes -= removed.data.count
                return true
            }
        }
    }

    private func item(of entry: CacheEntry, for key: KeyBytes, at now: Date) -> CacheItem {
        CacheItem(
            key: key.text,
            age: Duration(clampingSeconds: now.timeIntervalSince(entry.storedAt)),
            size: entry.data.count,
            idleTime: Duration(clampingSeconds: now.timeIntervalSince(entry.lastUsedAt)),
            expiresIn: entry.expiresAt.map { Duration(clampingSeconds: $0.timeIntervalSince(now)) }
        )
    }
}

private struct State {
    let list: SieveList<KeyBytes, CacheEntry>
    /// The statistics, except for the number of entries, which the list has.
    var statistics = CacheStatistics()

    init(costLimit: Int) { list = SieveList(costLimit: costLimit) }

    mutating func value(for key: KeyBytes, at now: Date) -> CacheEntry? {
        let entry = list.use(key) { stored -> CacheEntry? in
            if let expiresAt = stored.expiresAt, expiresAt <= now { return nil }
            defer { stored.lastUsedAt = now }
            stored.age = CacheEntry.age(of: stored.storedAt, at: now)
            return stored
        }
        if entry == nil { statistics.misses += 1 } else { statistics.hits += 1 }
        return entry
    }

    mutating func remove(_ key: KeyBytes) {
        if let old = list.remove(key) { statistics.bytes -= old.data.count }
    }
}

extension CacheEntry {
    /// Returns the version; nil if the value has expired.
    fileprivate func version(at now: Date) -> CacheVersion? {
        if let expiresAt, expiresAt <= now { return nil }
        return version
    }
}

private func cost(of entry: CacheEntry, for key: KeyBytes) -> Int {
    entry.data.count + key.text.utf8.count + MemoryStore.entryOverhead
}
