/// Asks several policies one after the other, each about what the ones before it have left.
///
/// So "what has expired, and then the oldest until 10 MB are left" does not count the expired among the 10 MB.
public struct SequentialCleanupPolicy: CleanupPolicy {
    /// The policies, the one asked first first.
    public let policies: [any CleanupPolicy]

    /// Makes a policy; of no policies it removes nothing.
    public init(_ policies: [any CleanupPolicy]) {
        self.policies = policies
    }

    /// The items named by any policy when its turn came; the first policy's first, those of one policy in the order given.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        var left = items
        var removed: [CacheItem] = []
        for policy in policies {
            let doomed = policy.doomedKeys(among: left)
            removed += left.filter { doomed.contains(KeyBytes($0.key)) }
            left.removeAll { doomed.contains(KeyBytes($0.key)) }
        }
        return removed
    }
}

extension CleanupPolicy where Self == SequentialCleanupPolicy {
    /// Asks the policies one after the other, each about what is left.
    public static func inSequence(_ policies: any CleanupPolicy...) -> Self { Self(policies) }
}
