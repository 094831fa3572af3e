/// Removes what was not used for the longest time, one item after the other, until what is left fits.
///
/// Of items used at one time the larger goes first, then the one whose key's bytes come last. An item larger than
/// ``maxSize`` by itself takes with it all that were used before it: where that must not be, put
/// ``MaxSizeCleanupPolicy`` before it in sequence, or keep such values out, as stores with limits do.
public struct LeastRecentlyUsedCleanupPolicy: CleanupPolicy, Hashable {
    /// How many bytes may stay; nil for any number.
    public let maxSize: Int?
    /// How many items may stay; nil for any number.
    public let maxCount: Int?

    /// Makes a policy. Negative limits count as 0.
    public init(maxSize: Int? = nil, maxCount: Int? = nil) {
        self.maxSize = maxSize.map { max(0, $0) }
        self.maxCount = maxCount.map { max(0, $0) }
    }

    /// The least recently used items; the most recently used of them first.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        var room = maxSize ?? .max
        let sorted = items.sorted(by: \.idle)
        let kept = sorted.prefix(maxCount ?? .max).prefix { item in
            guard item.size <= room else { return false }
            if maxSize != nil { room -= item.size }
            return true
        }
        return Array(sorted[kept.endIndex...])
    }
}
