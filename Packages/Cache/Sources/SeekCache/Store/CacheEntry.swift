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

    /// The size of the value in bytes.
    public var size: Int { data.count }

    /// Creates an entry with its age at `now`.
    ///
    /// - Parameter lastUsedAt: The date of the last use; `storedAt` by default.
    public init(
        data: Data,
        storedAt: Date,
        expiresAt: Date? = nil,
        lastUsedAt: Date? = nil,
        now: Date
    ) {
        self.data = data
        self.storedAt = storedAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt ?? storedAt
        age = Self.age(of: storedAt, at: now)
    }

    static func age(of storedAt: Date, at now: Date) -> Duration {
        max(.zero, Duration(clampingSeconds: now.timeIntervalSince(storedAt)))
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
