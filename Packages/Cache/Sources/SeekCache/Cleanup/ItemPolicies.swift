/// Removes expired items.
public struct ExpiredCleanupPolicy: CleanupPolicy, Hashable {
    /// Creates the policy.
    public init() {}

    /// Returns the expired items, in the given order.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        items.filter { item in item.expiresIn.map { $0 <= .zero } ?? false }
    }
}

/// Removes items that are at least as old as a limit.
public struct MaxAgeCleanupPolicy: CleanupPolicy, Hashable {
    /// The age from which items are removed.
    public let maxAge: Duration

    /// Creates a policy. A negative limit counts as zero.
    public init(maxAge: Duration) { self.maxAge = max(.zero, maxAge) }

    /// Returns the items that are at least ``maxAge`` old, in the given order.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        items.filter { $0.age >= maxAge }
    }
}

/// Retains the newest items whose total size is within a limit, and removes the rest.
///
/// An item larger than the limit is removed but not counted; otherwise it would displace all older ones. Of the other
/// items, the newest that does not fit is removed with all older ones. Items of the same age are ordered by size,
/// smaller first, then by the bytes of their keys.
public struct MaxSizeCleanupPolicy: CleanupPolicy, Hashable {
    /// The maximum total size of the retained values, in bytes.
    public let maxSize: Int

    /// Creates a policy. A negative limit counts as 0, which retains empty values only.
    public init(maxSize: Int) { self.maxSize = max(0, maxSize) }

    /// Returns the items larger than the limit, the newest other item that does not fit, and all older items; newest
    /// first.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        items.exceeding(maxSize: maxSize, by: \.age)
    }
}

/// Removes the least recently used items until the rest fits.
///
/// Items last used at the same time are ordered by size, smaller first, then by the bytes of their keys. An item larger
/// than ``maxSize`` is removed but not counted; otherwise it would displace all items used before it.
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
        items.exceeding(maxSize: maxSize ?? .max, maxCount: maxCount ?? .max, by: \.idleTime)
    }
}
