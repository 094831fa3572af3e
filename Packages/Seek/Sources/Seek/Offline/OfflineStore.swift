import SeekBasics
import SeekNetworking

/// The HTTP cache's store, which also indexes responses of each ``OfflineResponseKind``.
///
/// These responses are retained for as long as an offline search should find them. The HTTP cache decides for how long
/// they are fresh.
struct OfflineStore: ResponseStore {
    let store: DataResponseStore
    let index: OfflineIndex
    let retention: Duration
    let now: @Sendable () -> Date

    var source: Provenance.Source { store.source }
    var identity: ObjectIdentifier? { store.identity }

    func entry(for key: String) async throws -> (bytes: Data, source: Provenance.Source)? {
        try await store.entry(for: key)
    }

    func response(for key: String) async throws -> Data? { try await store.response(for: key) }

    func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        guard OfflineResponseKind(key: key) != nil else {
            return try await store.put(response, for: key, expiresAt: expiresAt)
        }
        let retainedUntil = now().addingTimeInterval(retention / .seconds(1))
        try await store.put(response, for: key, expiresAt: max(expiresAt, retainedUntil))
        index.add(response, for: key)
    }

    func remove(_ key: String) async throws { try await store.remove(key) }
}
