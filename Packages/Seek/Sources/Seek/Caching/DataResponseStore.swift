public import SeekCache
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Keeps the HTTP cache's responses in a byte store: where Cache, which knows nothing of HTTP, and Networking, which
/// knows nothing of disks, meet.
public struct DataResponseStore: ResponseStore {
    /// What answers from this store say of their provenance.
    public let source: Provenance.Source
    /// The identity of the byte store's loads in flight, which all views of one store share.
    public var identity: ObjectIdentifier? { ObjectIdentifier(store.singleFlight) }
    private let store: any DataStore
    /// The same store, where it has two places.
    private let tiers: TieredStore?

    /// Makes a response store over a byte store.
    public init(_ store: any DataStore, source: Provenance.Source) {
        self.store = store
        self.source = source
        tiers = nil
    }

    /// Makes a response store over memory and disk. Each answer says in which of them it was.
    public init(_ store: TieredStore) {
        self.store = store
        source = .disk
        tiers = store
    }

    /// The bytes put under a key and where they were, or nil where there are none any more.
    public func found(for key: String) async throws -> (bytes: Data, source: Provenance.Source)? {
        guard let tiers else { return try await store.value(for: key).map { ($0.data, source) } }
        return try await tiers.found(for: key).map { ($0.entry.data, $0.isFromMemory ? .memory : source) }
    }

    /// The bytes put under a key, or nil where there are none any more.
    public func response(for key: String) async throws -> Data? {
        try await store.value(for: key)?.data
    }

    /// Keeps bytes under a key until they expire.
    public func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        try await store.put(response, for: key, expiresAt: expiresAt)
    }

    /// Removes the bytes under a key, if there are any.
    public func remove(_ key: String) async throws {
        try await store.remove(key)
    }
}
