public import SeekBasics

/// A store of data by key. It may lose entries, but never returns wrong ones.
///
/// All stores fulfill this contract, which the same tests check for each store:
/// - A value is returned exactly as it was put last. A corrupt value is a miss.
/// - A store may remove a value at any time, because of its size, age or corruption. It never returns an expired one.
/// - Keys are compared by their UTF-8 bytes. Any string of up to ``CacheError/keyLimit`` bytes is a key.
/// - All methods can be called concurrently.
/// - A store can be used after ``close()``: its next use opens the files again.
///
/// Only ``value(for:orLoad:)`` responds to cancellation: the other operations are short and always complete.
public protocol DataStore: RecordStore<CacheError> {
    /// The in-flight loads for callers of ``value(for:orLoad:)``: one object for the lifetime of the store.
    var singleFlight: SingleFlight { get }

    /// Returns the version of a key's value; nil if there is none, or it has expired. A store in front of this one
    /// compares it with that of its copy.
    func version(of key: String) async throws(CacheError) -> CacheVersion?

    /// Records that a store in front of this one returned the value of a key. A hint for eviction, which a store may
    /// ignore.
    func recordAccess(of key: String)

    /// Removes all entries whose keys start with the UTF-8 bytes of a prefix, and returns their number. Examines every
    /// key.
    @discardableResult
    func removeAll(prefix: String) async throws(CacheError) -> Int

    /// Removes all entries.
    func removeAll() async throws(CacheError)

    /// Returns all entries without their values, including expired ones, in no particular order.
    func items() async throws(CacheError) -> [CacheItem]

    /// Returns the number and size of the entries, and the counts of hits and misses.
    func statistics() async throws(CacheError) -> CacheStatistics

    /// Removes the entries that a policy selects from ``items()``.
    ///
    /// Items that the store does not contain are ignored, and an entry that was put again in the meantime is not
    /// removed.
    func clean(policy: any CleanupPolicy) async throws(CacheError) -> CleanupResult

    /// Removes expired entries and those that exceed limits, as ``CacheLimits/policy`` does.
    func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult

    /// Closes the files, for example when an app enters the background.
    ///
    /// The store is not invalidated: its next use opens the files again. Operations and loads in progress complete, and
    /// may open the files again too. A store without files does nothing.
    func close() async
}

extension DataStore {
    /// Does nothing.
    public func close() async {}

    /// Does nothing.
    public func recordAccess(of key: String) {}

    /// Returns the version of a key's value; nil if there is none, or it has expired. Reads the value.
    public func version(of key: String) async throws(CacheError) -> CacheVersion? {
        try await value(for: key)?.version
    }

    /// Stores a value, and replaces an existing one.
    ///
    /// - Parameters:
    ///   - data: The value.
    ///   - key: The key.
    ///   - expiresAt: The date from which the value is no longer returned; by default, it does not expire.
    /// - Throws: As ``RecordStore/put(_:for:expiresAt:if:)``.
    public func put(_ data: Data, for key: String, expiresAt: Date? = nil) async throws(CacheError) {
        try await put(data, for: key, expiresAt: expiresAt, if: .always)
    }

    /// Removes expired entries and those that exceed limits. Examines all items.
    public func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult {
        try await clean(policy: limits.policy)
    }
}
