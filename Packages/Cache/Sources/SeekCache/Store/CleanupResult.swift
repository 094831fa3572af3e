/// What ``DataStore/clean(policy:)`` did.
public struct CleanupResult: Sendable, Hashable {
    /// The entries that were removed. One that was put anew while the policy decided stays and is not listed.
    public var removed: [CacheItem]
    /// How many entries the policy saw and kept.
    public var remainingCount: Int
    /// The bytes of the kept entries' values.
    public var remainingBytes: Int

    /// The bytes of the removed entries' values.
    public var removedBytes: Int { removed.totalSize }

    /// Makes a report.
    public init(removed: [CacheItem], remainingCount: Int, remainingBytes: Int) {
        self.removed = removed
        self.remainingCount = remainingCount
        self.remainingBytes = remainingBytes
    }
}
