#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store of bytes by key, which may forget and never lies.
///
/// Every store keeps this contract, and one suite of tests holds them to it:
/// - A value found is, byte for byte, the last one put under its key. A damaged one is a miss.
/// - A store may forget a value at any time: for space, for damage, for age. It never finds one that has expired.
/// - Keys are told apart by their UTF-8 bytes. Any text is a key, also the empty one and one with a NUL, up to
///   ``CacheError/keyLimit`` bytes.
/// - An entry may bear tags, up to ``CacheError/tagLimit`` bytes in all, told apart by their bytes as well.
/// - All of it may be called from many tasks at once.
///
/// No operation but ``value(for:orLoad:)`` minds the cancellation of its task: each is short, and one that was begun is
/// carried out.
public protocol DataStore: Sendable {
    /// The loads under way for callers of ``value(for:orLoad:)``: one object, which lives as long as the store.
    var singleFlight: SingleFlight { get }

    /// The value put under a key; nil where there is none, none any more, or it has expired.
    func value(for key: String) async throws(CacheError) -> CacheEntry?

    /// Takes note that the value under a key was used without being asked for here: a tier above had it. A hint, which a
    /// store may pass over.
    func recordAccess(of key: String)

    /// Keeps a value under a key, in place of the one that was there, tags included.
    ///
    /// - Parameter expiresAt: From this moment on the value is not found; nil where it does not expire.
    /// - Parameter tags: What ``removeAll(tag:)`` finds it by.
    /// - Throws: ``CacheError/keyTooLong(bytes:)``, ``CacheError/tagsTooLong(bytes:)``, and what keeps the store from
    ///   writing. What was under the key before may then be there still.
    func put(_ data: Data, for key: String, expiresAt: Date?, tags: Set<String>) async throws(CacheError)

    /// Removes the value under a key, if there is one.
    func remove(_ key: String) async throws(CacheError)

    /// Removes everything whose key begins with the UTF-8 bytes of a text, and tells how many entries that were.
    ///
    /// It looks at every key.
    @discardableResult
    func removeAll(prefix: String) async throws(CacheError) -> Int

    /// Removes everything that bears a tag, and tells how many entries that were.
    @discardableResult
    func removeAll(tag: String) async throws(CacheError) -> Int

    /// Removes everything.
    func removeAll() async throws(CacheError)

    /// Everything the store holds, expired entries included, in no particular order.
    func items() async throws(CacheError) -> [CacheItem]

    /// What the store holds, and how it was used.
    func statistics() async throws(CacheError) -> CacheStatistics

    /// Removes what a policy decides to remove.
    ///
    /// The policy sees ``items()``. What it names and the store does not hold is passed over, and an entry that was put
    /// anew in the meantime stays.
    func clean(policy: any CleanupPolicy) async throws(CacheError) -> CleanupResult

    /// Removes what goes beyond limits: what ``CacheLimits/policy`` decides, which a store may find without looking at
    /// the rest.
    func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult
}

extension DataStore {
    /// Takes no note.
    public func recordAccess(of key: String) {}

    /// Keeps a value that does not expire under a key, in place of the one that was there.
    public func put(_ data: Data, for key: String) async throws(CacheError) {
        try await put(data, for: key, expiresAt: nil, tags: [])
    }

    /// Keeps a value without tags under a key, in place of the one that was there.
    public func put(_ data: Data, for key: String, expiresAt: Date?) async throws(CacheError) {
        try await put(data, for: key, expiresAt: expiresAt, tags: [])
    }

    /// Removes what goes beyond limits, by looking at all items.
    public func trim(to limits: CacheLimits) async throws(CacheError) -> CleanupResult {
        try await clean(policy: limits.policy)
    }
}
