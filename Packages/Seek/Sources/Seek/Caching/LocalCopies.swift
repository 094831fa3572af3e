import SeekBasics
import SeekNetworking

/// The responses that a machine stores beside a shared store. They are removed when another machine invalidates them.
final class LocalCopies: ResponseStore {
    private let store: any ResponseStore
    /// Removes all responses from ``store``.
    private let removeAll: @Sendable () async throws -> Void
    /// Receives the errors of removals after an invalidation.
    private let report: @Sendable (any Error) -> Void

    init(
        _ store: any ResponseStore,
        report: @escaping @Sendable (any Error) -> Void,
        removeAll: @escaping @Sendable () async throws -> Void
    ) {
        self.store = store
        self.report = report
        self.removeAll = removeAll
    }

    var source: Provenance.Source { store.source }
    var identity: ObjectIdentifier? { store.identity ?? ObjectIdentifier(self) }

    func entry(for key: String) async throws -> (bytes: Data, source: Provenance.Source)? {
        try await store.entry(for: key)
    }

    func response(for key: String) async throws -> Data? { try await store.response(for: key) }

    func put(_ response: Data, for key: String, expiresAt: Date) async throws {
        try await store.put(response, for: key, expiresAt: expiresAt)
    }

    func remove(_ key: String) async throws { try await store.remove(key) }

    /// Starts to remove the responses that another machine has invalidated.
    ///
    /// - Parameter generationKey: The key under which the shared store records invalidations of the URL of these
    ///   responses; nil if any response may be invalid.
    func invalidate(_ generationKey: String?) {
        Task { [report] in
            guard let generationKey else {
                do { try await invalidateAllCopies(removeAll) } catch { report(error) }
                return
            }
            await invalidateCopies(of: generationKey, report: report)
        }
    }
}
