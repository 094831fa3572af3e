/// Decides what a store should forget. A pure value: items in, items out, no clock and no disk.
///
/// ```swift
/// struct Videos: CleanupPolicy {
///     func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
///         items.filter { $0.key.hasPrefix("video/") }
///     }
/// }
/// ```
public protocol CleanupPolicy: Sendable {
    /// The items to remove. The order of the given ones has no meaning, and must not change the decision.
    func itemsToRemove(from items: [CacheItem]) -> [CacheItem]
}

extension CleanupPolicy {
    /// The keys of the items the policy names, whatever else it makes up.
    func doomedKeys(among items: [CacheItem]) -> Set<KeyBytes> {
        Set(itemsToRemove(from: items).map { KeyBytes($0.key) })
    }
}
