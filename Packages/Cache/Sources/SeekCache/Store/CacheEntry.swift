#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value found in a store, and what the store knows of it.
public struct CacheEntry: Sendable, Hashable {
    /// The bytes, exactly as they were put.
    public var data: Data
    /// When they were put, by the store's clock.
    public var storedAt: Date
    /// From when on they are no longer found; nil where they do not expire.
    public var expiresAt: Date?
    /// When they were put or last read, before the read that found them. A hint: a store may know of a read late, or
    /// forget it.
    public var lastUsedAt: Date
    /// What they can be removed by, besides their key.
    public var tags: Set<String>
    /// How long ago they were put, in seconds; 0 where the clock was set back since.
    public var age: TimeInterval

    /// The number of bytes.
    public var size: Int { data.count }

    /// Makes an entry, its age counted up to `now`.
    ///
    /// - Parameter lastUsedAt: `storedAt` where it is not given.
    public init(
        data: Data,
        storedAt: Date,
        expiresAt: Date? = nil,
        lastUsedAt: Date? = nil,
        tags: Set<String> = [],
        now: Date
    ) {
        self.data = data
        self.storedAt = storedAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt ?? storedAt
        self.tags = tags
        age = max(0, now.timeIntervalSince(storedAt))
    }
}

/// A value to be put, and what is to be known of it: what a load gives to ``DataStore/value(for:orLoad:)``.
public struct CacheValue: Sendable, Hashable {
    /// The bytes.
    public var data: Data
    /// From when on they are no longer found; nil where they do not expire.
    public var expiresAt: Date?
    /// What ``DataStore/removeAll(tag:)`` finds them by.
    public var tags: Set<String>

    /// Makes a value.
    public init(_ data: Data, expiresAt: Date? = nil, tags: Set<String> = []) {
        self.data = data
        self.expiresAt = expiresAt
        self.tags = tags
    }
}
