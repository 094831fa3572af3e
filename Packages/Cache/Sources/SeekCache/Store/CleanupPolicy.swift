import SeekBasics

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

/// The items of a store, of which a policy has selected some for removal.
struct CleanupSelection {
    private let items: [CacheItem]
    private let keys: Set<KeyBytes>

    /// Applies a policy. Its result is matched by key; unknown and duplicate items are ignored.
    init(of policy: any CleanupPolicy, on items: [CacheItem]) {
        self.items = items
        keys = Set(policy.itemsToRemove(from: items).map(\.keyBytes))
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

    fileprivate var isExpired: Bool { expiresIn.map { $0 <= .zero } ?? false }

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
    /// Returns the items that do not fit into limits, in ascending order of a time: the first item with which the
    /// running totals exceed a limit, and all later ones. An item larger than the maximum size does not fit either, and
    /// does not count towards the totals. Ties are sorted by size, then by the bytes of the key, so the result is
    /// independent of the given order.
    fileprivate func exceeding(maxSize: Int, maxCount: Int = .max, by time: KeyPath<CacheItem, Duration>) -> [CacheItem]
    {
        var (availableSize, availableCount, isFull) = (maxSize, maxCount, false)
        let sortedItems = sorted {
            ($0[keyPath: time], $0.size, $0.keyBytes) < ($1[keyPath: time], $1.size, $1.keyBytes)
        }
        return sortedItems.filter { item in
            if item.size > maxSize { return true }
            isFull = isFull || availableCount <= 0 || item.size > availableSize
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
        items.filter(\.isExpired)
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

/// The limits of a store. A store that is created with limits applies them at each put; ``DataStore/trim(to:)`` applies
/// them once, and so does ``DataStore/clean(policy:)``.
///
/// Expired entries and those that are too old are removed first, then the least recently used of the others. Entries last
/// used at the same time are ordered by size, smaller first, then by the bytes of their keys. A put removes only some of
/// the expired entries, so that it does not take long. An entry that was put without the maximum age is removed by a
/// later put only if it has not been read for this time either.
public struct CacheLimits: CleanupPolicy, Hashable {
    /// The maximum total size in bytes of all values and, in a store on disk, of companions (files derived from the
    /// entries) and of a corrupt database that was moved aside; nil for no limit. A value larger than this is not
    /// stored.
    public var maxSize: Int?
    /// The maximum number of entries; nil for no limit.
    public var maxCount: Int?
    /// The age from which a value is removed; nil for no limit. A store that is created with this limit no longer
    /// returns a value of that age.
    public var maxAge: Duration?

    /// Creates limits. Negative limits count as 0.
    public init(maxSize: Int? = nil, maxCount: Int? = nil, maxAge: Duration? = nil) {
        self.maxSize = maxSize.map { max(0, $0) }
        self.maxCount = maxCount.map { max(0, $0) }
        self.maxAge = maxAge.map { max(.zero, $0) }
    }

    /// No limits.
    public static let none = CacheLimits()

    /// Returns the items that have expired or reached the maximum age, in the given order, and then those that exceed the
    /// other limits, the most recently used first. An item larger than ``maxSize`` is removed but not counted; otherwise
    /// it would displace all items used before it.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        let isOutdated = { (item: CacheItem) in item.isExpired || maxAge.map { item.age >= $0 } ?? false }
        let others = items.filter { !isOutdated($0) }
        return items.filter(isOutdated)
            + others.exceeding(maxSize: maxSize ?? .max, maxCount: maxCount ?? .max, by: \.idleTime)
    }

    /// Returns the date from which an entry is no longer returned: at the latest when it reaches the maximum age.
    func expiry(of expiresAt: Date?, storedAt: Date) -> Date? {
        guard let maxAge else { return expiresAt }
        let latest = storedAt + maxAge.seconds
        return min(expiresAt ?? latest, latest)
    }

    func allow(count: Int, bytes: Int) -> Bool { count <= maxCount ?? .max && bytes <= maxSize ?? .max }
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
