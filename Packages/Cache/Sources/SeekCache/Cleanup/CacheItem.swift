#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a ``CleanupPolicy`` knows of an entry. All times are relative to the moment the store was asked, so that a policy
/// needs no clock.
public struct CacheItem: Sendable {
    /// The key of the entry.
    public let key: String
    /// How long ago the value was put, in seconds; at least 0.
    public let age: TimeInterval
    /// The bytes of the value; at least 0.
    public let size: Int
    /// How long ago the value was put or last read, in seconds; at least 0. A store may know of a read late, or forget
    /// it when it is stopped: the order is a hint.
    public let idle: TimeInterval
    /// In how many seconds the value expires, 0 or less where it has; nil where it does not expire.
    public let expiresIn: TimeInterval?
    /// The tags of the entry.
    public let tags: Set<String>

    /// Makes an item. Negative times and sizes count as 0, as does an age that is not a number: they come from a clock
    /// that was set back.
    ///
    /// - Parameter idle: The age where it is not given.
    public init(
        key: String,
        age: TimeInterval,
        size: Int,
        idle: TimeInterval? = nil,
        expiresIn: TimeInterval? = nil,
        tags: Set<String> = []
    ) {
        self.key = key
        self.age = age > 0 ? age : 0
        self.size = max(0, size)
        let idle = idle ?? self.age
        self.idle = idle > 0 ? idle : 0
        self.expiresIn = expiresIn.flatMap { $0.isNaN ? nil : $0 }
        self.tags = tags
    }
}

extension CacheItem: Hashable {
    /// Whether all parts are equal, the keys by their bytes.
    public static func == (left: CacheItem, right: CacheItem) -> Bool {
        KeyBytes(left.key) == KeyBytes(right.key) && left.age == right.age && left.size == right.size
            && left.idle == right.idle && left.expiresIn == right.expiresIn && left.tags == right.tags
    }

    /// Feeds the parts that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(KeyBytes(key))
        hasher.combine(age)
        hasher.combine(size)
        hasher.combine(idle)
        hasher.combine(expiresIn)
        hasher.combine(tags)
    }
}

extension Sequence<CacheItem> {
    /// The items in an order of precedence that depends on nothing but the items: by a time, the least first, then by
    /// size, then by the bytes of the key.
    func sorted(by time: KeyPath<CacheItem, TimeInterval>) -> [CacheItem] {
        sorted { left, right in
            let (mine, others) = (left[keyPath: time], right[keyPath: time])
            if mine != others { return mine < others }
            if left.size != right.size { return left.size < right.size }
            return KeyBytes(left.key) < KeyBytes(right.key)
        }
    }

    /// The bytes of all values; `Int.max` where they are more.
    var totalSize: Int {
        reduce(0) { total, item in
            let (sum, overflow) = total.addingReportingOverflow(item.size)
            return overflow ? .max : sum
        }
    }
}
