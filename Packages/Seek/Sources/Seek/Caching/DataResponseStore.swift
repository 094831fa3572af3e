public import SeekBasics
public import SeekCache
public import SeekNetworking

/// A response store for the HTTP cache that stores its bytes in any ``/SeekCache/DataStore``.
///
/// It connects SeekCache, which does not depend on HTTP, and SeekNetworking, which does not depend on disks.
public struct DataResponseStore: ResponseStore {
    /// The source in the provenance of responses from this store; over memory and disk, of those from the disk.
    public let source: Provenance.Source
    /// The identity of the byte store. A store over memory and disk has the same identity as one over its disk store
    /// alone.
    public var identity: ObjectIdentifier? { ObjectIdentifier(store.singleFlight) }
    private let store: any DataStore
    /// The byte store, if it consists of memory over disk.
    private let tiers: TieredStore?

    /// Creates a response store over a byte store.
    public init(_ store: any DataStore, source: Provenance.Source) {
        self.store = store
        self.source = source
        tiers = nil
    }

    /// Creates a response store over memory and disk. The provenance of each response names which of the two contained
    /// it.
    public init(_ store: TieredStore) {
        self.store = store
        source = .disk
        tiers = store
    }

    /// Returns the bytes stored under a key and their source, or `nil` if there are none.
    public func entry(for key: String) async throws -> (bytes: Data, source: Provenance.Source)? {
        guard let tiers else { return try await store.value(for: key).map { ($0.data, source) } }
        return try await tiers.entry(for: key).map { ($0.entry.data, $0.isFromMemory ? .memory : source) }
    }

    /// Returns the bytes stored under a key, or `nil` if there are none.
    public func response(for key: String) async throws -> Data? {
        try await store.value(for: key)?.data
    }

    /// Stores bytes under a key until a date.
    public func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        try await store.put(response, for: key, expiresAt: expiresAt)
    }

    /// Removes the bytes stored under a key, if any.
    public func remove(_ key: String) async throws {
        try await store.remove(key)
    }
}
