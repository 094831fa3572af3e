/// The result of ``DataStore/clean(policy:)`` and ``DataStore/trim(to:)``.
public struct CleanupResult: Sendable, Hashable {
    /// The removed entries. One that was put again in the meantime is kept and not listed.
    public var removed: [CacheItem]
    /// The number of entries that remain.
    public var remainingCount: Int
    /// The total size of the remaining values in bytes.
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
