/// The number and size of the entries in a store, and how a store object was used.
public struct CacheStatistics: Sendable, Hashable {
    /// The number of entries, including expired ones.
    public var count: Int
    /// The total size of the values in bytes.
    public var bytes: Int
    /// The number of reads of this store object that returned a value.
    public var hits: Int
    /// The number of reads of this store object that returned no value, because it was missing, expired or corrupt.
    public var misses: Int
    /// The number of entries that this store object evicted to make space. Removal, cleaning and trimming do not
    /// count. A ``DiskStore`` also counts expired entries that a put removes.
    public var evictions: Int
    /// The number of corrupt entries that this store object found. A database that becomes corrupt while it is open
    /// counts as one.
    public var corrupt: Int

    /// Creates statistics; each count is 0 by default.
    public init(count: Int = 0, bytes: Int = 0, hits: Int = 0, misses: Int = 0, evictions: Int = 0, corrupt: Int = 0) {
        self.count = count
        self.bytes = bytes
        self.hits = hits
        self.misses = misses
        self.evictions = evictions
        self.corrupt = corrupt
    }
}

/// The result of ``DataStore/clean(policy:)`` and ``DataStore/trim(to:)``.
public struct CleanupResult: Sendable, Hashable {
    /// The removed entries. An entry that was put again in the meantime is neither removed nor listed.
    public var removed: [CacheItem]
    /// The number of entries that were not selected for removal, not counting those put in the meantime.
    public var remainingCount: Int
    /// The total size of the values of these entries in bytes.
    public var remainingBytes: Int

    /// The total size of the removed values in bytes.
    public var removedBytes: Int { removed.totalSize }

    /// Creates a result.
    public init(removed: [CacheItem], remainingCount: Int, remainingBytes: Int) {
        self.removed = removed
        self.remainingCount = remainingCount
        self.remainingBytes = remainingBytes
    }
}
