import SeekBasics

/// Where a ``QuotaLedger`` is kept. All who spend from one key share one store: tasks, clients, processes.
public protocol QuotaStore: Sendable {
    /// Reads the ledger, changes it and keeps it, as one step: no one else sees or makes a change in between.
    ///
    /// - Throws: what keeps it from being read or kept. The search then goes on uncounted, and
    ///   ``ClientConfiguration/onStoreFailure`` is told.
    func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async throws -> Value
}

/// Keeps a ledger for as long as the process runs.
public final class MemoryQuotaStore: QuotaStore {
    private let ledger: Mutex<QuotaLedger>

    /// Makes a store, of a ledger in which nothing is spent unless one is given.
    public init(_ ledger: QuotaLedger = QuotaLedger()) {
        self.ledger = Mutex(ledger)
    }

    /// Changes the ledger under a lock.
    public func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async -> Value {
        ledger.withLock { change(&$0) }
    }
}
