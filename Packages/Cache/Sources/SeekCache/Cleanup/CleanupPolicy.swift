/// A rule that selects the entries a store removes. A pure function of the items: no clock, no I/O.
///
/// ```swift
/// struct Videos: CleanupPolicy {
///     func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
///         items.filter { $0.key.hasPrefix("video/") }
///     }
/// }
/// ```
public protocol CleanupPolicy: Sendable {
    /// Returns the items to remove. The result must not depend on the order of the given items.
    func itemsToRemove(from items: [CacheItem]) -> [CacheItem]
}

extension CleanupPolicy {
    /// The keys of the items to remove.
    func keysToRemove(from items: [CacheItem]) -> Set<KeyBytes> {
        Set(itemsToRemove(from: items).map { KeyBytes($0.key) })
    }
}

/// A policy's decision about the items of a store, which the store then carries out.
struct CleanupVerdict {
    private let items: [CacheItem]
    private let keys: Set<KeyBytes>

    /// Applies a policy. Only the keys of its result count: items that it invents or repeats have no effect.
    init(of policy: any CleanupPolicy, on items: [CacheItem]) {
        self.items = items
        keys = policy.keysToRemove(from: items)
    }

    /// Whether the item at an index is to be removed.
    func isVictim(_ index: Int) -> Bool { keys.contains(KeyBytes(items[index].key)) }

    /// Returns the result with the items that were removed and kept.
    ///
    /// - Parameter removed: Returns whether the victim at an index was removed.
    func result(removed: (Int) -> Bool) -> CleanupResult {
        var result = CleanupResult(removed: [], remainingCount: 0, remainingBytes: 0)
        for (index, item) in items.enumerated() {
            if isVictim(index) {
                if removed(index) { result.removed.append(item) }
            } else {
                result.remainingCount += 1
                result.remainingBytes += item.size
            }
        }
        return result
    }
}
