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
