public import SeekBasics

/// A value in a store, with its metadata.
public struct CacheEntry: Sendable, Hashable {
    /// The value.
    public var data: Data
    /// The date when the value was stored, by the store's clock.
    public var storedAt: Date
    /// The date from which the value is no longer returned; nil if it does not expire.
    public var expiresAt: Date?
    /// The date when the value was stored or last read, not counting the read that returned the entry. A hint: a store
    /// can record reads late or not at all.
    public var lastUsedAt: Date
    /// The time from the storing of the value to the read that returned the entry; zero if the clock was set back.
    public var age: Duration
    /// The version of the value, which each put replaces; see ``PutCondition``.
    public var version: CacheVersion
    /// Whether the value was in the memory of this process.
    public var isFromMemory: Bool

    /// The size of the value in bytes.
    public var size: Int { data.count }

    /// Creates an entry with its age at `now`.
    ///
    /// - Parameters:
    ///   - lastUsedAt: The date of the last use; `storedAt` by default.
    ///   - version: The version of the value; a new one by default.
    ///   - isFromMemory: Whether the value was in the memory of this process.
    public init(
        data: Data,
        storedAt: Date,
        expiresAt: Date? = nil,
        lastUsedAt: Date? = nil,
        version: CacheVersion = CacheVersion(),
        isFromMemory: Bool = false,
        now: Date
    ) {
        self.data = data
        self.storedAt = storedAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt ?? storedAt
        self.version = version
        self.isFromMemory = isFromMemory
        age = Self.age(of: storedAt, at: now)
    }

    static func age(of storedAt: Date, at now: Date) -> Duration {
        max(.zero, Duration(clampingSeconds: now.timeIntervalSince(storedAt)))
    }
}

/// Identifies a stored value: each put replaces it by a random one.
public struct CacheVersion: Sendable, Hashable {
    /// The random number.
    public let number: Int64

    /// Creates a version.
    ///
    /// - Parameter number: The number; random by default.
    public init(number: Int64 = .random(in: .min ... .max)) { self.number = number }
}

/// When ``RecordStore/put(_:for:expiresAt:if:)`` stores a value: the *swap* of compare-and-swap.
///
/// A caller that changes a value reads it, and puts the changed one if nothing has replaced it in the meantime:
///
/// ```swift
/// var isStored = false
/// while !isStored {
///     let entry = try await store.value(for: "count")
///     let next = changed(entry?.data)
///     isStored = try await store.put(next, for: "count", expiresAt: nil, if: .unchanged(since: entry)) != nil
/// }
/// ```
public enum PutCondition: Sendable, Hashable {
    /// The value is stored whatever the key contains.
    case always
    /// The value is stored if the key has this version or, with nil, if it has no value or an expired one.
    case version(CacheVersion?)

    /// The value is stored if the key still has the value that a read returned; nil if the read found none.
    public static func unchanged(since entry: CacheEntry?) -> PutCondition { .version(entry?.version) }

    /// Whether a value may replace that with a version; nil if there is none, or it has expired.
    func allows(replacing current: CacheVersion?) -> Bool {
        switch self {
        case .always: true
        case .version(let expected): current == expected
        }
    }
}

/// A value to store, with its metadata: the result of a load in ``DataStore/value(for:orLoad:)``.
public struct CacheValue: Sendable, Hashable {
    /// The value.
    public var data: Data
    /// The date from which the value is no longer returned; nil if it does not expire.
    public var expiresAt: Date?

    /// Creates a value.
    public init(_ data: Data, expiresAt: Date? = nil) {
        self.data = data
        self.expiresAt = expiresAt
    }
}

/// The number and size of the entries in a store, and how a store object was used.
public struct CacheStatistics: Sendable, Hashable {
    /// The number of entries, including expired ones.
    public var count: Int
    /// The total size of the values in bytes.
    public var bytes: Int
    /// The number of reads of this store object that returned a value.
    public var hits: Int
    /// The number of reads of this store object that returned no value, because it was missing, expired or corrupt.
    public var misses: Int
    /// The number of entries that this store object evicted to make space. Removal, cleaning and trimming do not
    /// count. A ``DiskStore`` also counts expired entries that a put removes.
    public var evictions: Int
    /// The number of corrupt entries that this store object found. A database that becomes corrupt while it is open
    /// counts as one.
    public var corrupt: Int

    /// Creates statistics; each count is 0 by default.
    public init(count: Int = 0, bytes: Int = 0, hits: Int = 0, misses: Int = 0, evictions: Int = 0, corrupt: Int = 0) {
        self.count = count
        self.bytes = bytes
        self.hits = hits
        self.misses = misses
        self.evictions = evictions
        self.corrupt = corrupt
    }
}
