/// What a store holds, and how it was used.
public struct CacheStatistics: Sendable, Hashable {
    /// How many entries the store holds, expired ones included.
    public var count: Int
    /// The bytes of their values, without keys and bookkeeping.
    public var bytes: Int
    /// How many reads found their value, since this store object was made.
    public var hits: Int
    /// How many reads found none, since this store object was made: never put, expired, evicted or damaged.
    public var misses: Int
    /// How many entries were pushed out by others, since this store object was made. Removal and cleaning do not count.
    public var evictions: Int
    /// How many entries were dropped because their bytes were not those that were put, since this store object was made.
    public var corrupt: Int

    /// Makes statistics; every count not given is 0.
    public init(
        count: Int = 0,
        bytes: Int = 0,
        hits: Int = 0,
        misses: Int = 0,
        evictions: Int = 0,
        corrupt: Int = 0
    ) {
        self.count = count
        self.bytes = bytes
        self.hits = hits
        self.misses = misses
        self.evictions = evictions
        self.corrupt = corrupt
    }
}
