#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where ``HTTPCacheMiddleware`` keeps responses: a store of bytes by key, which knows nothing of HTTP.
///
/// A store may forget whatever it likes; it must never return other bytes than those that were put.
public protocol ResponseStore: Sendable {
    /// What responses from this store report as their provenance: ``Provenance/Source/memory`` for a store that only this process
    /// uses, otherwise ``Provenance/Source/disk``.
    var source: Provenance.Source { get }

    /// Identifies what is stored in this process: caches over stores with the same identity coordinate what they write, so that none
    /// stores what another has invalidated. The default is the identity of the object for a class, and nil for other types: a
    /// cache over such a value coordinates with no other. A value that wraps a store returns the identity of that store.
    var identity: ObjectIdentifier? { get }

    /// The bytes put under a key, or nil where there are none any more.
    func response(for key: String) async throws -> Data?

    /// The same bytes, and where they were: for a store that keeps some in another place than ``source`` says.
    func found(for key: String) async throws -> (bytes: Data, source: Provenance.Source)?

    /// Keeps bytes under a key in place of those it had. The store may forget them after a moment.
    func put(_ response: Data, for key: String, expiresAt: Date) async throws

    /// Removes the bytes under a key, if there are any. It must not find them afterwards: what is removed was made void.
    func remove(_ key: String) async throws
}

extension ResponseStore where Self: AnyObject {
    /// The identity of this object.
    public var identity: ObjectIdentifier? { ObjectIdentifier(self) }
}

extension ResponseStore {
    /// No identity.
    public var identity: ObjectIdentifier? { nil }

    /// The bytes put under a key, all of them from the one ``source``.
    public func found(for key: String) async throws -> (bytes: Data, source: Provenance.Source)? {
        try await response(for: key).map { ($0, source) }
    }
}
