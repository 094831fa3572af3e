/// Removes what any of several policies removes, each asked about all items.
public struct UnionCleanupPolicy: CleanupPolicy {
    /// The policies.
    public let policies: [any CleanupPolicy]

    /// Makes a policy; of no policies it removes nothing.
    public init(_ policies: [any CleanupPolicy]) {
        self.policies = policies
    }

    /// The items named by at least one policy, in the order given.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        let doomed = policies.reduce(into: Set<KeyBytes>()) { $0.formUnion($1.doomedKeys(among: items)) }
        return items.filter { doomed.contains(KeyBytes($0.key)) }
    }
}

extension CleanupPolicy where Self == UnionCleanupPolicy {
    /// Removes what any of the policies removes.
    public static func any(of policies: any CleanupPolicy...) -> Self { Self(policies) }
}
