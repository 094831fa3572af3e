public import SeekBasics

/// A store of bytes by key, in which ``HTTPCacheMiddleware`` stores responses.
///
/// A store may drop entries at any time, but must never return bytes other than those that were put.
public protocol ResponseStore: Sendable {
    /// The source that responses from this store report: ``Provenance/Source/memory`` if it is in the memory of this
    /// process, otherwise ``Provenance/Source/disk``. Other processes are assumed to write to any store but `memory`.
    var source: Provenance.Source { get }

    /// The identity of the storage within this process.
    ///
    /// Caches over stores with the same identity coordinate their writes, so that none stores what another has
    /// invalidated. The default is the identity of the object for a class, and nil for other types, whose caches are
    /// not coordinated. A store that wraps another returns the identity of the wrapped store, even if it is a class.
    var identity: ObjectIdentifier? { get }

    /// Returns the bytes stored under a key, if any.
    func response(for key: String) async throws -> Data?

    /// Returns the bytes stored under a key and their source. Only a store with several sources implements it.
    func entry(for key: String) async throws -> (bytes: Data, source: Provenance.Source)?

    /// Stores bytes under a key. They are not needed after `expiresAt`.
    func put(_ response: Data, for key: String, expiresAt: Date) async throws

    /// Removes the bytes under a key, if any. They must not be found afterwards, because they are invalid.
    func remove(_ key: String) async throws
}

extension ResponseStore where Self: AnyObject {
    /// The identity of the object.
    public var identity: ObjectIdentifier? { ObjectIdentifier(self) }
}

extension ResponseStore {
    /// Nil, so that caches over the store are not coordinated.
    public var identity: ObjectIdentifier? { nil }

    /// Returns the bytes stored under a key, with ``source``.
    public func entry(for key: String) async throws -> (bytes: Data, source: Provenance.Source)? {
        try await response(for: key).map { ($0, source) }
    }
}
