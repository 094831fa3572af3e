/// The metadata of an entry, from which a ``CleanupPolicy`` determines whether to remove it. All times are durations
/// measured at the start of the cleanup, so a policy needs no clock.
public struct CacheItem: Sendable {
    /// The key of the entry, compared by its UTF-8 bytes.
    public let key: String
    /// The time since the value was stored; at least zero.
    public let age: Duration
    /// The size of the value in bytes; at least 0.
    public let size: Int
    /// The time since the value was stored or last read; at least zero. A hint: a store can record reads late or not
    /// at all.
    public let idleTime: Duration
    /// The time until the value expires; zero or less if it has expired, nil if it does not expire.
    public let expiresIn: Duration?
    /// The tags with which the value was stored.
    public let tags: Set<String>

    /// Creates an item. A negative age or idle time counts as zero, because a clock can be set back; so does a negative
    /// size.
    ///
    /// - Parameter idleTime: The time since the last use; the age by default.
    public init(
        key: String,
        age: Duration,
        size: Int,
        idleTime: Duration? = nil,
        expiresIn: Duration? = nil,
        tags: Set<String> = []
    ) {
        self.key = key
        self.age = max(.zero, age)
        self.size = max(0, size)
        self.idleTime = max(.zero, idleTime ?? age)
        self.expiresIn = expiresIn
        self.tags = tags
    }
}

extension CacheItem: Hashable {
    /// Returns whether two items are equal, with their keys compared by bytes.
    public static func == (left: CacheItem, right: CacheItem) -> Bool {
        KeyBytes(left.key) == KeyBytes(right.key) && left.age == right.age && left.size == right.size
            && left.idleTime == right.idleTime && left.expiresIn == right.expiresIn && left.tags == right.tags
    }

    /// Hashes the same properties that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(KeyBytes(key))
        hasher.combine(age)
        hasher.combine(size)
        hasher.combine(idleTime)
        hasher.combine(expiresIn)
        hasher.combine(tags)
    }
}

extension Sequence<CacheItem> {
    /// Returns the items sorted by a time. Ties are sorted by size, then by the bytes of the key, so the result is
    /// independent of the given order.
    func sortedBreakingTies(by time: KeyPath<CacheItem, Duration>) -> [CacheItem] {
        sorted { left, right in
            let (leftTime, rightTime) = (left[keyPath: time], right[keyPath: time])
            if leftTime != rightTime { return leftTime < rightTime }
            if left.size != right.size { return left.size < right.size }
            return KeyBytes(left.key) < KeyBytes(right.key)
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
