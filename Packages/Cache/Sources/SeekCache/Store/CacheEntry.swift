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
    /// How long ago they were put, in seconds; 0 where the clock was set back since.
    public var age: TimeInterval

    /// The number of bytes.
    public var size: Int { data.count }

    /// Makes an entry, its age counted up to `now`.
    public init(data: Data, storedAt: Date, expiresAt: Date? = nil, now: Date) {
        self.data = data
        self.storedAt = storedAt
        self.expiresAt = expiresAt
        age = max(0, now.timeIntervalSince(storedAt))
    }
}
