import SeekBasics

/// Stores a ``QuotaLedger``. Tasks, clients and processes that use the same key share one store.
public protocol QuotaStore: Sendable {
    /// Reads, changes and stores the ledger in one atomic step.
    ///
    /// - Throws: An error if the ledger cannot be read or stored. The request is then sent uncounted, and
    ///   ``ClientConfiguration/onStoreFailure`` receives the error.
    func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async throws -> Value
}

/// Stores a ledger in memory.
public final class MemoryQuotaStore: QuotaStore {
    private let ledger: Mutex<QuotaLedger>

    /// Creates a store with an initial ledger.
    public init(_ ledger: QuotaLedger = QuotaLedger()) {
        self.ledger = Mutex(ledger)
    }

    /// Changes the ledger.
    public func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async -> Value {
        ledger.withLock { change(&$0) }
    }
}
