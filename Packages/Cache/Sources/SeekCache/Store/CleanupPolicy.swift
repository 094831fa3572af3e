/// A rule that selects which entries a store removes. The result must depend only on the items, not on a clock or I/O.
///
/// ```swift
/// struct Videos: CleanupPolicy {
///     func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
///         items.filter { $0.key.hasPrefix("video/") }
///     }
/// }
/// ```
public protocol CleanupPolicy: Sendable {
    /// Returns the items to remove. Which items are selected must not depend on the order of the given items.
    func itemsToRemove(from items: [CacheItem]) -> [CacheItem]
}

extension CleanupPolicy {
    func keysToRemove(from items: [CacheItem]) -> Set<KeyBytes> {
        Set(itemsToRemove(from: items).map(\.keyBytes))
    }
}

/// The items of a store, of which a policy has selected some for removal.
struct CleanupSelection {
    private let items: [CacheItem]
    private let keys: Set<KeyBytes>

    /// Applies a policy. Its result is matched by key; unknown and duplicate items are ignored.
    init(of policy: any CleanupPolicy, on items: [CacheItem]) {
        self.items = items
        keys = policy.keysToRemove(from: items)
    }

    func isSelected(_ index: Int) -> Bool { keys.contains(items[index].keyBytes) }

    /// Returns the removed items, with the count and size of the items that the policy did not select. The closure
    /// returns whether the selected item at an index was removed.
    func result(removed: (Int) -> Bool) -> CleanupResult {
        var result = CleanupResult(removed: [], remainingCount: 0, remainingBytes: 0)
        for (index, item) in items.enumerated() {
            if isSelected(index) {
                if removed(index) { result.removed.append(item) }
            } else {
                result.remainingCount += 1
                result.remainingBytes += item.size
            }
        }
        return result
    }
}

/// The metadata of an entry, from which a ``CleanupPolicy`` decides whether the entry is removed. All times are
/// relative to the moment at which the store listed the entry, so a policy needs no clock.
public struct CacheItem: Sendable, Hashable {
    /// The key of the entry, compared by its UTF-8 bytes.
    public var key: String { keyBytes.text }
    /// The time since the value was stored; at least zero.
    public let age: Duration
    /// The size of the value in bytes; at least 0.
    public let size: Int
    /// The time since the value was last stored or read; at least zero. A hint: a store can record reads late or not
    /// at all.
    public internal(set) var idleTime: Duration
    /// The time until the value expires; zero or less if it has expired, nil if it does not expire.
    public let expiresIn: Duration?
    let keyBytes: KeyBytes

    /// Creates an item. A negative age, idle time or size counts as zero; a time is negative if the clock was set back
    /// since the value was stored.
    ///
    /// - Parameter idleTime: The time since the value was last stored or read; the age by default.
    public init(
        key: String,
        age: Duration,
        size: Int,
        idleTime: Duration? = nil,
        expiresIn: Duration? = nil
    ) {
        keyBytes = KeyBytes(key)
        self.age = max(.zero, age)
        self.size = max(0, size)
        self.idleTime = max(.zero, idleTime ?? age)
        self.expiresIn = expiresIn
    }
}

extension Sequence<CacheItem> {
    /// Returns the items in ascending order of a time. Ties are sorted by size, then by the bytes of the key, so the
    /// result is independent of the given order.
    func sortedBreakingTies(by time: KeyPath<CacheItem, Duration>) -> [CacheItem] {
        sorted { ($0[keyPath: time], $0.size, $0.keyBytes) < ($1[keyPath: time], $1.size, $1.keyBytes) }
    }

    /// Returns the items that do not fit into limits, in ascending order of a time: the first item with which the
    /// running totals exceed a limit, and all later ones. An item larger than the maximum size does not fit either, and
    /// does not count towards the totals.
    func exceeding(maxSize: Int, maxCount: Int = .max, by time: KeyPath<CacheItem, Duration>) -> [CacheItem] {
        var (availableSize, availableCount, isFull) = (maxSize, maxCount, false)
        return sortedBreakingTies(by: time).filter { item in
            if item.size > maxSize { return true }
            isFull = isFull || availableCount == 0 || item.size > availableSize
            if !isFull {
                availableSize -= item.size
                availableCount -= 1
            }
            return isFull
        }
    }

    /// The total size of the values; `Int.max` on overflow.
    var totalSize: Int {
        reduce(0) { total, item in
            let (sum, overflow) = total.addingReportingOverflow(item.size)
            return overflow ? .max : sum
        }
    }
}

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

/// Applies several policies in sequence, each to the items that the previous ones do not remove.
///
/// For example, if an ``ExpiredCleanupPolicy`` precedes a ``MaxSizeCleanupPolicy``, expired items do not count towards
/// the maximum size.
public struct SequentialCleanupPolicy: CleanupPolicy {
    /// The policies, in the order in which they are applied.
    public let policies: [any CleanupPolicy]

    /// Creates a policy. Without policies it removes nothing.
    public init(_ policies: [any CleanupPolicy]) { self.policies = policies }

    /// Returns the items that the policies remove, in the order of the policies and then in the given order.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        var remaining = items
        var removed: [CacheItem] = []
        for policy in policies {
            let keys = policy.keysToRemove(from: remaining)
            removed += remaining.filter { keys.contains($0.keyBytes) }
            remaining.removeAll { keys.contains($0.keyBytes) }
        }
        return removed
    }
}

extension CleanupPolicy where Self == SequentialCleanupPolicy {
    /// Applies policies in sequence, each to the items that the previous ones do not remove.
    public static func inSequence(_ policies: any CleanupPolicy...) -> Self { Self(policies) }
}
