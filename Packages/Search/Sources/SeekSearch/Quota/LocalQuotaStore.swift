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

    /// Reserves a cost in the ledger, on the day by the last known clock of the API's server.
    public func reserve(
        _ cost: Int,
        of bucket: QuotaBucket,
        for key: String,
        at now: Date
    ) async throws -> QuotaAdmission {
        try await update { ledger in
            let date = ledger.serverDate(at: now)
            var day = ledger.reserve(cost, of: bucket, for: key, at: date)
            if day == nil, cost >= 0, ledger.requiresClockObservation(at: now) {
                // The local clock may have been corrected since. The response to one request shows whether it has.
                day = QuotaDay(at: date)
                ledger.add(cost, to: bucket, for: key, on: QuotaDay(at: date))
            }
            guard let day else { return .rejected(until: ledger.localDate(QuotaDay(at: date).end)) }
            return .reserved(QuotaReservation(cost, of: bucket, for: key, on: day))
        }
    }

    /// Records the clock of the API's server. If its day is another one, the reservation is moved there. Otherwise does
    /// nothing: the ledger counts a reservation from the start.
    public func commit(_ reservation: QuotaReservation, clockOffset: Duration?, at now: Date) async throws {
        guard let offset = clockOffset?.seconds, try await read({ $0.isNews(offset, at: now) }) else { return }
        try await update { ledger in
            ledger.recordClock(offset, at: now)
            let (cost, bucket, key) = (reservation.cost, reservation.bucket, reservation.key)
            ledger.refund(cost, of: bucket, for: key, on: reservation.day)
            ledger.add(cost, to: bucket, for: key, on: QuotaDay(at: ledger.serverDate(at: now)))
        }
    }

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
        try await update { $0.markExhausted(bucket, for: key, on: day ?? QuotaDay(at: $0.serverDate(at: now))) }
    }

    /// Reopens the day in the ledger.
    public func reopen(_ buckets: [QuotaBucket], for key: String, at now: Date) async throws -> [QuotaStatus] {
        try await update { ledger in
            let date = ledger.serverDate(at: now)
            return buckets.filter { ledger.reopen($0, for: key, at: date) }.map { ledger.localStatus(of: $0, key, now) }
        }
    }

    /// Returns the state of each bucket in the ledger.
    public func statuses(of buckets: [QuotaBucket], for key: String, at now: Date) async throws -> [QuotaStatus] {
        try await read { ledger in buckets.map { ledger.localStatus(of: $0, key, now) } }
    }
}

extension QuotaLedger {
    /// Returns the status of a bucket at a local date, with the local date of the reset.
    fileprivate func localStatus(of bucket: QuotaBucket, _ key: String, _ now: Date) -> QuotaStatus {
        var status = status(of: bucket, for: key, at: serverDate(at: now))
        status.resetsAt = localDate(status.resetsAt)
        return status
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
