/// Removes expired items.
public struct ExpiredCleanupPolicy: CleanupPolicy, Hashable {
    /// Creates the policy.
    public init() {}

    /// Returns the expired items, in the given order.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        items.filter { item in
            guard let expiresIn = item.expiresIn else { return false }
            return expiresIn <= .zero
        }
    }
}

/// Removes items that are at least as old as a limit.
public struct MaxAgeCleanupPolicy: CleanupPolicy, Hashable {
    /// The age from which items are removed.
    public let maxAge: Duration

    /// Creates a policy. A negative limit counts as zero.
    public init(maxAge: Duration) {
        self.maxAge = max(.zero, maxAge)
    }

    /// Returns the items that are at least ``maxAge`` old, in the given order.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        items.filter { $0.age >= maxAge }
    }
}

/// Removes items that have a tag.
public struct TaggedCleanupPolicy: CleanupPolicy, Hashable {
    /// The tag, compared by its UTF-8 bytes.
    public let tag: String

    /// Creates a policy.
    public init(tag: String) {
        self.tag = tag
    }

    /// Returns the items with the tag, in the given order.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        items.filter { $0.tags.containsTag(tag) }
    }
}

/// Removes all but the newest items, up to a maximum number.
///
/// Of items with the same age, the smaller one is retained, then the one whose key sorts first by bytes.
public struct MaxCountCleanupPolicy: CleanupPolicy, Hashable {
    /// The maximum number of items to retain.
    public let maxCount: Int

    /// Creates a policy. A negative limit counts as 0.
    public init(maxCount: Int) {
        self.maxCount = max(0, maxCount)
    }

    /// Returns all but the newest ``maxCount`` items, newest first.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        Array(items.sortedBreakingTies(by: \.age).dropFirst(maxCount))
    }
}

/// Removes all but the newest items whose total size is within a limit.
///
/// Items are retained from the newest to the oldest. The first one that does not fit is removed with all older ones.
/// Of items with the same age, the smaller one is retained, then the one whose key sorts first by bytes. An item larger
/// than the limit is removed but not counted; otherwise it would displace all older ones.
public struct MaxSizeCleanupPolicy: CleanupPolicy, Hashable {
    /// The maximum total size of the retained values, in bytes.
    public let maxSize: Int

    /// Creates a policy. A negative limit counts as 0, which retains empty values only.
    public init(maxSize: Int) {
        self.maxSize = max(0, maxSize)
    }

    /// Returns the oversized items, the first other item that does not fit, and all older items; newest first.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        var availableSize = maxSize
        var isFull = false
        return items.sortedBreakingTies(by: \.age).filter { item in
            if item.size > maxSize { return true }
            isFull = isFull || item.size > availableSize
            if !isFull { availableSize -= item.size }
            return isFull
        }
    }
}

/// Removes the least recently used items until the rest fits.
///
/// Of items last used at the same time, the smaller one is retained, then the one whose key sorts first by bytes. An
/// item larger than ``maxSize`` is removed with all items used before it; apply ``MaxSizeCleanupPolicy`` first to
/// prevent that, or use a store with limits, which does not store such values.
public struct LeastRecentlyUsedCleanupPolicy: CleanupPolicy, Hashable {
    /// The maximum total size of the retained values, in bytes; nil for no limit.
    public let maxSize: Int?
    /// The maximum number of items to retain; nil for no limit.
    public let maxCount: Int?

    /// Creates a policy. Negative limits count as 0.
    public init(maxSize: Int? = nil, maxCount: Int? = nil) {
        self.maxSize = maxSize.map { max(0, $0) }
        self.maxCount = maxCount.map { max(0, $0) }
    }

    /// Returns the items to remove, the most recently used first.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        let sorted = items.sortedBreakingTies(by: \.idleTime)
        var retainedCount = min(sorted.count, maxCount ?? .max)
        if var availableSize = maxSize {
            for (index, item) in sorted.prefix(retainedCount).enumerated() {
                guard item.size <= availableSize else {
                    retainedCount = index
                    break
                }
                availableSize -= item.size
            }
        }
        return Array(sorted.dropFirst(retainedCount))
    }
}
