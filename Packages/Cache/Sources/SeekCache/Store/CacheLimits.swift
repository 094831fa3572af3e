#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How much a store may hold. A store that is given limits keeps them with each put; ``DataStore/trim(to:)`` applies them
/// once.
///
/// What has expired goes first, then what is too old, then the least recently used, as ``policy`` decides.
public struct CacheLimits: Sendable, Hashable {
    /// The bytes of all values together, and of what a store on disk has besides: companions, and corrupt files that were moved aside; nil
    /// for any number. A value larger than this is not stored.
    public var maxSize: Int?
    /// The number of entries; nil for any.
    public var maxCount: Int?
    /// For how long after it was put a value is found, in seconds; nil for ever.
    public var maxAge: TimeInterval?

    /// Makes limits. Negative numbers count as 0, and so does an age that is not a number.
    public init(maxSize: Int? = nil, maxCount: Int? = nil, maxAge: TimeInterval? = nil) {
        self.maxSize = maxSize.map { max(0, $0) }
        self.maxCount = maxCount.map { max(0, $0) }
        self.maxAge = maxAge.map { $0 > 0 ? $0 : 0 }
    }

    /// No limits.
    public static let none = CacheLimits()

    /// What goes under these limits, as a pure decision.
    public var policy: SequentialCleanupPolicy {
        var policies: [any CleanupPolicy] = [ExpiredCleanupPolicy()]
        if let maxAge { policies.append(MaxAgeCleanupPolicy(maxAge: maxAge)) }
        if maxSize != nil || maxCount != nil {
            policies.append(LeastRecentlyUsedCleanupPolicy(maxSize: maxSize, maxCount: maxCount))
        }
        return SequentialCleanupPolicy(policies)
    }

    /// Whether a store of so many entries and bytes is within them.
    func allow(count: Int, bytes: Int) -> Bool {
        count <= maxCount ?? .max && bytes <= maxSize ?? .max
    }
}
