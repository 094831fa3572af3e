/// A policy's decision over a store's items, to be carried out by the store.
struct CleanupVerdict {
    private let items: [CacheItem]
    private let doomed: Set<KeyBytes>

    /// Asks a policy. Items it makes up or names twice do no harm: only the keys of the given items count.
    init(of policy: any CleanupPolicy, on items: [CacheItem]) {
        self.items = items
        doomed = policy.doomedKeys(among: items)
    }

    /// Whether the item at an index is to go.
    func isDoomed(_ index: Int) -> Bool {
        doomed.contains(KeyBytes(items[index].key))
    }

    /// Asks of each doomed item, by its index, whether it was removed, and reports.
    func report(removed: (Int) -> Bool) -> CleanupResult {
        var report = CleanupResult(removed: [], remainingCount: 0, remainingBytes: 0)
        for (index, item) in items.enumerated() {
            if isDoomed(index) {
                if removed(index) { report.removed.append(item) }
            } else {
                report.remainingCount += 1
                report.remainingBytes += item.size
            }
        }
        return report
    }
}
