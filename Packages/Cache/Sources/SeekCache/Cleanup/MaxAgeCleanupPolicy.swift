#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Removes the items that were put so long ago, or longer.
public struct MaxAgeCleanupPolicy: CleanupPolicy, Hashable {
    /// The age at which an item goes, in seconds.
    public let maxAge: TimeInterval

    /// Makes a policy. A negative limit counts as 0, and so does one that is not a number.
    public init(maxAge: TimeInterval) {
        self.maxAge = maxAge > 0 ? maxAge : 0
    }

    /// The items of at least ``maxAge``, in the order given.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        items.filter { $0.age >= maxAge }
    }
}
