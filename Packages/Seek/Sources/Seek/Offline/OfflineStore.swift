import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The HTTP cache's store, with an index of what was seen beside it.
///
/// Answers that show results are kept for as long as an offline search is to find them. The HTTP cache knows by itself for how long they
/// serve in place of the server.
struct OfflineStore: ResponseStore {
    let store: DataResponseStore
    let seen: OfflineIndex
    let retention: Duration
    let now: @Sendable () -> Date

    var source: Provenance.Source { store.source }
    var identity: ObjectIdentifier? { store.identity }

    func found(for key: String) async throws -> (bytes: Data, source: Provenance.Source)? {
        try await store.found(for: key)
    }

    func response(for key: String) async throws -> Data? { try await store.response(for: key) }

    func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        guard OfflineResponse(key: key) != nil else {
            return try await store.put(response, for: key, expiresAt: expiresAt)
        }
        let kept = now().addingTimeInterval(Double(retention.components.seconds))
        try await store.put(response, for: key, expiresAt: max(expiresAt, kept))
        seen.note(response, for: key)
    }

    func remove(_ key: String) async throws { try await store.remove(key) }
}
