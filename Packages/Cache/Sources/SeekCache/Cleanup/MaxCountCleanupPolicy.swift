/// Keeps a number of the youngest items.
///
/// Of items of one age the smaller is kept first, then the one whose key's bytes come first.
public struct MaxCountCleanupPolicy: CleanupPolicy, Hashable {
    /// How many items may stay.
    public let maxCount: Int

    /// Makes a policy. A negative limit counts as 0.
    public init(maxCount: Int) {
        self.maxCount = max(0, maxCount)
    }

    /// The oldest items beyond ``maxCount``; youngest first.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        Array(items.sorted(by: \.age).dropFirst(maxCount))
    }
}
