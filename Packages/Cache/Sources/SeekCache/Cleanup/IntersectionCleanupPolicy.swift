/// Removes only what all of several policies remove, each asked about all items.
public struct IntersectionCleanupPolicy: CleanupPolicy {
    /// The policies.
    public let policies: [any CleanupPolicy]

    /// Makes a policy; of no policies it removes nothing.
    public init(_ policies: [any CleanupPolicy]) {
        self.policies = policies
    }

    /// The items named by every policy, in the order given.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        guard let first = policies.first else { return [] }
        let doomed = policies.dropFirst().reduce(into: first.doomedKeys(among: items)) {
            $0.formIntersection($1.doomedKeys(among: items))
        }
        return items.filter { doomed.contains(KeyBytes($0.key)) }
    }
}

extension CleanupPolicy where Self == IntersectionCleanupPolicy {
    /// Removes only what all of the policies remove.
    public static func all(of policies: any CleanupPolicy...) -> Self { Self(policies) }
}
