public import SeekCache
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store for the HTTP cache's responses over any byte store.
///
/// It connects Cache, which does not depend on HTTP, and Networking, which does not depend on disks.
public struct DataResponseStore: ResponseStore {
    /// The source in the provenance of responses from this store.
    public let source: Provenance.Source
    /// The identity of the byte store's in-flight loads, which all views of one store share.
    public var identity: ObjectIdentifier? { ObjectIdentifier(store.singleFlight) }
    private let store: any DataStore
    /// The same store, if it has two tiers.
    private let tiers: TieredStore?

    /// Creates a response store over a byte store.
    public init(_ store: any DataStore, source: Provenance.Source) {
        self.store = store
        self.source = source
        tiers = nil
    }

    /// Creates a response store over memory and disk. The provenance of each response names the tier that contained it.
    public init(_ store: TieredStore) {
        self.store = store
        source = .disk
        tiers = store
    }

    /// Returns the bytes of a key and the tier that contained them, or `nil` if the key is not stored.
    public func entry(for key: String) async throws -> (bytes: Data, source: Provenance.Source)? {
        guard let tiers else { return try await store.value(for: key).map { ($0.data, source) } }
        return try await tiers.entry(for: key).map { ($0.entry.data, $0.isFromMemory ? .memory : source) }
    }

    /// Returns the bytes of a key, or `nil` if the key is not stored.
    public func response(for key: String) async throws -> Data? {
        try await store.value(for: key)?.data
    }

    /// Stores bytes under a key until a date.
    public func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        try await store.put(response, for: key, expiresAt: expiresAt)
    }

    /// Removes a key. Does nothing if it is not stored.
    public func remove(_ key: String) async throws {
        try await store.remove(key)
    }
}
