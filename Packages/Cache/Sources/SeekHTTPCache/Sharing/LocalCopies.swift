public import SeekBasics
public import SeekCache

/// The copies of shared responses in a machine's own store, which are removed when another machine invalidates them.
public final class LocalCopies: Sendable {
    private let storage: RecordStorage
    /// Removes all responses from the store.
    private let removeAll: @Sendable () async throws -> Void
    private let report: @Sendable (any Error) -> Void
    private let pending = Mutex(Pending())
    private let removals = Atomic(0)

    /// The invalidations that have not been applied. A single task applies them, however many arrive.
    private struct Pending {
        var keys: Set<CacheKey> = []
        /// Whether all copies must be removed.
        var includesAll = false
        var isApplying = false

        /// The maximum number of keys, beyond which all copies are removed.
        static let maximumCount = 1_000
    }

    /// Creates the copies in a store.
    ///
    /// - Parameters:
    ///   - store: The store of the machine.
    ///   - report: Receives the errors of removals after an invalidation.
    ///   - removeAll: Removes all responses from the store.
    public init(
        in store: any RecordStore,
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void,
        removeAll: @escaping @Sendable () async throws -> Void
    ) {
        storage = RecordStorage(store: store, rules: CacheKey.Rules(partition: ""), now: now, report: report)
        self.report = report
        self.removeAll = removeAll
    }

    /// How often all copies were removed. A response that was requested before the last removal is not stored.
    var removalCount: Int { removals.load(ordering: .sequentiallyConsistent) }

    /// Starts to remove the responses that another machine has invalidated.
    ///
    /// - Parameter key: The key that was passed to ``SharedRecordStore/invalidate(_:with:expiresAt:if:)``; nil if any
    ///   response may be invalid. A key in another format is ignored.
    public func invalidate(_ key: String?) {
        var record: CacheKey?
        if let key {
            guard let parsed = CacheKey(text: key) else { return }
            record = parsed
        }
        let startsTask = pending.withLock { pending in
            if let record { pending.keys.insert(record) } else { pending.includesAll = true }
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

    /// Whether invalidations are being applied. For tests.
    var isApplying: Bool { pending.withLock { $0.isApplying } }

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
            removals.add(1, ordering: .sequentiallyConsistent)
            do { try await removeAll() } catch { report(error) }
        }
        for key in invalidations.keys { await storage.invalidate(key) }
    }
}
