import SeekBasics
import SeekNetworking

/// The responses that a machine stores beside a shared store. They are removed when another machine invalidates them.
final class LocalCopies: ResponseStore {
    private let store: any ResponseStore
    /// Removes all responses from ``store``.
    private let removeAll: @Sendable () async throws -> Void
    /// Receives the errors of removals after an invalidation.
    private let report: @Sendable (any Error) -> Void
    private let pending = Mutex(Pending())

    /// The invalidations that have not been applied. A single task applies them, however many arrive.
    private struct Pending {
        var keys: Set<String> = []
        /// Whether all copies must be removed.
        var includesAll = false
        var isApplying = false

        /// The maximum number of keys, beyond which all copies are removed.
        static let maximumCount = 1_000
    }

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
        let startsTask = pending.withLock { pending in
            if let generationKey { pending.keys.insert(generationKey) } else { pending.includesAll = true }
            if pending.keys.count > Pending.maximumCount { pending.includesAll = true }
            if pending.includesAll { pending.keys = [] }
            defer { pending.isApplying = true }
            return !pending.isApplying
        }
        guard startsTask else { return }
        Task {
            while let next = takePending() { await apply(next) }
        }
    }

    /// Returns the pending invalidations, and removes them; nil if there are none.
    private func takePending() -> Pending? {
        pending.withLock { pending in
            pending.isApplying = pending.includesAll || !pending.keys.isEmpty
            guard pending.isApplying else { return nil }
            defer { pending = Pending(isApplying: true) }
            return pending
        }
    }

    private func apply(_ invalidations: Pending) async {
        if invalidations.includesAll {
            do { try await invalidateAllCopies(removeAll) } catch { report(error) }
        }
        for key in invalidations.keys { await invalidateCopies(of: key, report: report) }
    }
}
