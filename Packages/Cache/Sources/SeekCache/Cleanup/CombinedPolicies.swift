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

/// Removes the items that at least one of several policies removes. Each policy is applied to all items.
public struct UnionCleanupPolicy: CleanupPolicy {
    /// The policies.
    public let policies: [any CleanupPolicy]

    /// Creates a policy. Without policies it removes nothing.
    public init(_ policies: [any CleanupPolicy]) { self.policies = policies }

    /// Returns the items that at least one policy removes, in the given order.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        let keys = policies.reduce(into: Set<KeyBytes>()) { $0.formUnion($1.keysToRemove(from: items)) }
        return items.filter { keys.contains($0.keyBytes) }
    }
}

/// Removes the items that all of several policies remove. Each policy is applied to all items.
public struct IntersectionCleanupPolicy: CleanupPolicy {
    /// The policies.
    public let policies: [any CleanupPolicy]

    /// Creates a policy. Without policies it removes nothing.
    public init(_ policies: [any CleanupPolicy]) { self.policies = policies }

    /// Returns the items that every policy removes, in the given order.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        guard let first = policies.first else { return [] }
        let keys = policies.dropFirst().reduce(into: first.keysToRemove(from: items)) {
            $0.formIntersection($1.keysToRemove(from: items))
        }
        return items.filter { keys.contains($0.keyBytes) }
    }
}

extension CleanupPolicy where Self == SequentialCleanupPolicy {
    /// Applies policies in sequence, each to the items that the previous ones do not remove.
    public static func inSequence(_ policies: any CleanupPolicy...) -> Self { Self(policies) }
}

extension CleanupPolicy where Self == UnionCleanupPolicy {
    /// Removes the items that at least one of the policies removes.
    public static func any(of policies: any CleanupPolicy...) -> Self { Self(policies) }
}

extension CleanupPolicy where Self == IntersectionCleanupPolicy {
    /// Removes the items that all of the policies remove.
    public static func all(of policies: any CleanupPolicy...) -> Self { Self(policies) }
}
