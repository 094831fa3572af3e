/// A rule that selects which entries a store removes. The result must depend only on the items, not on a clock or I/O.
///
/// ```swift
/// struct Videos: CleanupPolicy {
///     func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
///         items.filter { $0.key.hasPrefix("video/") }
///     }
/// }
/// ```
public protocol CleanupPolicy: Sendable {
    /// Returns the items to remove. Which items are selected must not depend on the order of the given items.
    func itemsToRemove(from items: [CacheItem]) -> [CacheItem]
}

extension CleanupPolicy {
    func keysToRemove(from items: [CacheItem]) -> Set<KeyBytes> {
        Set(itemsToRemove(from: items).map(\.keyBytes))
    }
}

/// The items of a store, of which a policy has selected some for removal.
struct CleanupSelection {
    private let items: [CacheItem]
    private let keys: Set<KeyBytes>

    /// Applies a policy. Its result is matched by key; unknown and duplicate items are ignored.
    init(of policy: any CleanupPolicy, on items: [CacheItem]) {
        self.items = items
        keys = policy.keysToRemove(from: items)
    }

    func isSelected(_ index: Int) -> Bool { keys.contains(items[index].keyBytes) }

    /// Returns the removed items, with the count and size of the items that the policy did not select. The closure
    /// returns whether the selected item at an index was removed.
    func result(removed: (Int) -> Bool) -> CleanupResult {
        var result = CleanupResult(removed: [], remainingCount: 0, remainingBytes: 0)
        for (index, item) in items.enumerated() {
            if isSelected(index) {
                if removed(index) { result.removed.append(item) }
            } else {
                result.remainingCount += 1
                result.remainingBytes += item.size
            }
        }
        return result
    }
}
