/// Removes the items that have expired, and so are no longer found anyway.
public struct ExpiredCleanupPolicy: CleanupPolicy, Hashable {
    /// Makes the policy.
    public init() {}

    /// The items whose expiry has come, in the order given.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        items.filter { item in
            guard let expiresIn = item.expiresIn else { return false }
            return expiresIn <= 0
        }
    }
}
