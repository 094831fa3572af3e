public import SeekBasics

/// A quota store that one machine uses alone. Its counts are in a ``QuotaLedger``.
public protocol LocalQuotaStore: QuotaStore {
    /// Reads, changes and stores the ledger in one atomic step.
    func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async throws -> Value

    /// Reads the ledger. By default, calls ``update(_:)`` and changes nothing.
    func read<Value: Sendable>(_ body: @Sendable (QuotaLedger) -> Value) async throws -> Value
}

extension LocalQuotaStore {
    /// Reads the ledger with an ``update(_:)`` that changes nothing.
    public func read<Value: Sendable>(_ body: @Sendable (QuotaLedger) -> Value) async throws -> Value {
        try await update { body($0) }
    }

    /// Reserves a cost in the ledger.
    public func reserve(
        _ cost: Int,
        of bucket: QuotaBucket,
        for key: String,
        at now: Date
    ) async throws -> QuotaAdmission {
        guard let day = try await update({ $0.reserve(cost, of: bucket, for: key, at: now) }) else {
            return .rejected(until: QuotaDay(at: now).end)
        }
        return .reserved(QuotaReservation(cost, of: bucket, for: key, on: day))
    }

    /// Does nothing: the ledger counts a reservation from the start.
    public func commit(_ reservation: QuotaReservation) async throws {}

    /// Subtracts the cost from the ledger.
    public func refund(_ reservation: QuotaReservation) async throws {
        try await update {
            $0.refund(reservation.cost, of: reservation.bucket, for: reservation.key, on: reservation.day)
        }
    }

    /// Marks the day's quota as used up in the ledger.
    public func markExhausted(
        _ bucket: QuotaBucket,
        for key: String,
        on day: QuotaDay?,
        at now: Date
    ) async throws {
        try await update { $0.markExhausted(bucket, for: key, on: day ?? QuotaDay(at: now)) }
    }

    /// Reopens the day in the ledger.
    public func reopen(_ buckets: [QuotaBucket], for key: String, at now: Date) async throws -> [QuotaStatus] {
        try await update { ledger in
            buckets.filter { ledger.reopen($0, for: key, at: now) }.map { ledger.status(of: $0, for: key, at: now) }
        }
    }

    /// Returns the state of each bucket in the ledger.
    public func statuses(of buckets: [QuotaBucket], for key: String, at now: Date) async throws -> [QuotaStatus] {
        try await read { ledger in buckets.map { ledger.status(of: $0, for: key, at: now) } }
    }
}

/// Stores a ledger in memory.
public final class MemoryQuotaStore: LocalQuotaStore {
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
