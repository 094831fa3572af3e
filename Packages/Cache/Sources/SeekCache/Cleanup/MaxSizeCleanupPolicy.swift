/// Keeps the youngest items whose sizes add up to no more than a limit.
///
/// From the youngest on, sizes are added up; from the first item on that no longer fits, all older ones go. Of items of
/// one age the smaller is kept first, then the one whose key's bytes come first: the decision depends on the set of items
/// alone. An item larger than the whole limit goes without being counted, or it would take everything older with it.
public struct MaxSizeCleanupPolicy: CleanupPolicy, Hashable {
    /// How many bytes may stay. Negative counts as 0, which keeps empty values only.
    public let maxSize: Int

    /// Makes a policy that keeps `maxSize` bytes.
    public init(maxSize: Int) {
        self.maxSize = max(0, maxSize)
    }

    /// The oversized items and, from the oldest kept one on, all older ones; youngest first.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        var room = maxSize
        var isFull = false
        return items.sorted(by: \.age).filter { item in
            if item.size > maxSize { return true }
            isFull = isFull || item.size > room
            if !isFull { room -= item.size }
            return isFull
        }
    }
}
