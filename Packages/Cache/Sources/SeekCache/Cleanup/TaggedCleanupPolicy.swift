/// Removes the items that bear a tag.
public struct TaggedCleanupPolicy: CleanupPolicy, Hashable {
    /// The tag, compared by its UTF-8 bytes.
    public let tag: String

    /// Makes a policy.
    public init(tag: String) {
        self.tag = tag
    }

    /// The items that bear ``tag``, in the order given.
    public func itemsToRemove(from items: [CacheItem]) -> [CacheItem] {
        items.filter { $0.tags.containsTag(tag) }
    }
}
