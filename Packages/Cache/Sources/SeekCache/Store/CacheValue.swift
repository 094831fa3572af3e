#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
