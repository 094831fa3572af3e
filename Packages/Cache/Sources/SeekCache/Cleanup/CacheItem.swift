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
