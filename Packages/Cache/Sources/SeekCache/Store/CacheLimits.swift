import SeekBasics

/// The limits of a store. A store that is created with limits applies them at each put; ``DataStore/trim(to:)`` applies
/// them once.
///
/// Expired entries are removed first, then those that are too old, then the least recently used, as ``policy`` does. A
/// put removes only some of the expired entries, so that it does not take long. An entry that was put without the
/// maximum age is removed by a later put only if it has not been read for this time either.
public struct CacheLimits: Sendable, Hashable {
    /// The maximum total size in bytes of all values and, in a store on disk, of companions (files derived from the
    /// entries) and of a corrupt database that was moved aside; nil for no limit. A value larger than this is not
    /// stored.
    public var maxSize: Int?
    /// The maximum number of entries; nil for no limit.
    public var maxCount: Int?
    /// The age from which a value is removed; nil for no limit. A store that is created with this limit no longer
    /// returns a value of that age.
    public var maxAge: Duration?

    /// Creates limits. Negative limits count as 0.
    public init(maxSize: Int? = nil, maxCount: Int? = nil, maxAge: Duration? = nil) {
        self.maxSize = maxSize.map { max(0, $0) }
        self.maxCount = maxCount.map { max(0, $0) }
        self.maxAge = maxAge.map { max(.zero, $0) }
    }

    /// No limits.
    public static let none = CacheLimits()

    /// A policy that removes expired entries and those that exceed the limits.
    public var policy: SequentialCleanupPolicy {
        var policies: [any CleanupPolicy] = [ExpiredCleanupPolicy()]
        if let maxAge { policies.append(MaxAgeCleanupPolicy(maxAge: maxAge)) }
        if maxSize != nil || maxCount != nil {
            policies.append(LeastRecentlyUsedCleanupPolicy(maxSize: maxSize, maxCount: maxCount))
        }
        return SequentialCleanupPolicy(policies)
    }

    /// Returns the date from which an entry is no longer returned: at the latest when it reaches the maximum age.
    func expiry(of expiresAt: Date?, storedAt: Date) -> Date? {
        guard let maxAge else { return expiresAt }
        let latest = storedAt + maxAge.seconds
        return min(expiresAt ?? latest, latest)
    }

    func allow(count: Int, bytes: Int) -> Bool { count <= maxCount ?? .max && bytes <= maxSize ?? .max }
}
