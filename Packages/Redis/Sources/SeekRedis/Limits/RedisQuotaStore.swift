#if os(Linux)
import SeekBasics
import SeekNetworking
import SeekSearch

/// Counts the use of daily quotas for all machines. The server's clock decides the day.
///
/// During an outage a local store counts the calls, up to a share of what was left. They are not added to the shared
/// count afterwards: if the machines together exceed the quota, the API's own response closes the day.
///
/// The server has lost its count if a machine has seen a larger number. The count then continues from the largest
/// number that a machine has seen, and opens after a second, in which other machines may report larger numbers.
///
/// Failures of the server are reported, except in ``commit(_:)`` and ``refund(_:)``; only ``reopen(_:for:at:)`` also
/// throws them.
final class RedisQuotaStore: QuotaStore {
    private let connection: RedisConnection
    private let prefix: String
    /// Counts during an outage, and stores the last known shared count.
    private let fallback: any LocalQuotaStore
    /// The share of what was left that this machine may use during an outage, from 0 to 1.
    private let share: Double
    private let metrics: RedisMetrics
    /// Measures the time until a lost count opens again.
    private let clock: any Clock<Duration>
    private let report: @Sendable (any Error) -> Void

    private struct State {
        /// The seconds by which the server's clock is ahead of the local clock; negative if it is behind.
        var clockOffset: TimeInterval = 0
        /// The last counts of the server, by the name of the account. Removed by a failure, so that the next count is
        /// recorded as a new one, which ends the outage in the local store.
        var counts: [String: SharedCount] = [:]
    }

    private let state = Mutex(State())

    /// The time after which the cost of a reservation can no longer be refunded.
    private static let reservationLifetime = Duration.seconds(60)
    /// The time after which a lost count opens again.
    private static let openingDelay = Duration.seconds(1)

    init(
        _ connection: RedisConnection,
        prefix: String,
        fallback: any LocalQuotaStore,
        share: Double = 0.1,
        metrics: RedisMetrics,
        clock: any Clock<Duration> = ContinuousClock(),
        report: @escaping @Sendable (any Error) -> Void
    ) {
        self.connection = connection
        self.prefix = prefix
        self.fallback = fallback
        self.share = share
        self.metrics = metrics
        self.clock = clock
        self.report = report
    }

    func reserve(_ cost: Int, of bucket: QuotaBucket, for key: String, at now: Date) async throws -> QuotaAdmission {
        guard cost >= 0 else { return .rejected(until: day(at: now).end) }
        let account = QuotaAccount(key: key, bucket: bucket)
        let id = UUID().uuidString
        do throws(RedisError) {
            let (reply, day) = try await run(QuotaScript.reserve, account, at: now, cost: cost, reservation: id)
            guard reply.outcome == .done else { return .rejected(until: day.end) }
            connection.recordWrite()
            return .reserved(QuotaReservation(cost, of: bucket, for: key, on: day, id: id))
        } catch {
            guard error != .cancelled else { throw CancellationError() }
            let delay = error == .countLost ? Self.openingDelay : nil
            return try await reserveShare(cost, of: account, at: now, retryAfter: delay)
        }
    }

    /// Reserves a cost in the local store, within the share of this machine.
    ///
    /// - Parameter delay: The time until the shared count can be used; nil if unknown.
    private func reserveShare(
        _ cost: Int,
        of account: QuotaAccount,
        at now: Date,
        retryAfter delay: Duration?
    ) async throws -> QuotaAdmission {
        let date = serverTime(at: now)
        let (day, used, status) = try await fallback.update { [share] ledger in
            // The status contains the estimate of what is left for all machines.
            (
                ledger.reserveShare(cost, of: account, share: share, at: date),
                ledger.outageUsed(of: account, at: date),
                ledger.status(of: account.bucket, for: account.key, at: date)
            )
        }
        if let day {
            metrics.update { $0.fallbacks += 1 }
            return .reserved(QuotaReservation(cost, of: account.bucket, for: account.key, on: day))
        }
        guard status.remaining > 0 else { return .rejected(until: status.resetsAt) }
        return .limitedToShare(used, remaining: status.remaining, retryAfter: delay)
    }

    func commit(_ reservation: QuotaReservation, clockOffset: Duration?, at now: Date) async throws {
        guard let id = reservation.id else { return }
        connection.post(["DEL", .text(keys(of: reservation, id)[1])])
    }

    func refund(_ reservation: QuotaReservation) async throws {
        guard let id = reservation.id else {
            let account = QuotaAccount(key: reservation.key, bucket: reservation.bucket)
            return try await fallback.update { $0.refundShare(reservation.cost, of: account, on: reservation.day) }
        }
        _ = try? await connection.run(QuotaScript.refund, keys: keys(of: reservation, id))
    }

    func markExhausted(_ bucket: QuotaBucket, for key: String, on day: QuotaDay?, at now: Date) async throws {
        let account = QuotaAccount(key: key, bucket: bucket)
        // Around midnight, the clock of Redis may be on another day than that of the API.
        guard day == nil || day == self.day(at: now) else { return }
        do throws(RedisError) {
            _ = try await run(QuotaScript.markExhausted, account, at: now)
        } catch {
            try await fallback.markExhausted(bucket, for: key, on: self.day(at: now), at: now)
        }
    }

    func reopen(_ buckets: [QuotaBucket], for key: String, at now: Date) async throws -> [QuotaStatus] {
        var statuses: [QuotaStatus] = []
        for bucket in buckets {
            let account = QuotaAccount(key: key, bucket: bucket)
            let (reply, day) = try await runAwaitingCount(QuotaScript.reopen, account, at: now)
            if reply.outcome == .done { statuses.append(QuotaStatus(reply, of: bucket, on: day)) }
        }
        return statuses
    }

    func statuses(of buckets: [QuotaBucket], for key: String, at now: Date) async throws -> [QuotaStatus] {
        var statuses: [QuotaStatus] = []
        for bucket in buckets {
            let account = QuotaAccount(key: key, bucket: bucket)
            do throws(RedisError) {
                let (reply, day) = try await runAwaitingCount(QuotaScript.status, account, at: now)
                statuses.append(QuotaStatus(reply, of: bucket, on: day))
            } catch {
                let date = serverTime(at: now)
                statuses.append(
                    try await fallback.read { [share] in $0.statusInOutage(of: account, share: share, at: date) }
                )
            }
        }
        return statuses
    }

    // MARK: The server

    /// Runs a script. If the server has lost its count, runs the script again when the count has opened.
    private func runAwaitingCount(
        _ script: RedisScript,
        _ account: QuotaAccount,
        at now: Date
    ) async throws(RedisError) -> (QuotaReply, QuotaDay) {
        do throws(RedisError) {
            return try await run(script, account, at: now)
        } catch {
            guard error == .countLost, (try? await clock.sleep(for: Self.openingDelay)) != nil else { throw error }
            return try await run(script, account, at: now)
        }
    }

    /// Runs a script on the count of today by the server's clock, and reports a failure.
    ///
    /// - Parameter id: The identifier of a reservation, whose script is interrupted by cancellation; empty for others.
    private func run(
        _ script: RedisScript,
        _ account: QuotaAccount,
        at now: Date,
        cost: Int = 0,
        reservation id: String = ""
    ) async throws(RedisError) -> (QuotaReply, QuotaDay) {
        do throws(RedisError) {
            // At most three attempts: the server's clock is unknown at first, and the day may end between two attempts.
            for _ in 0..<3 {
                let day = day(at: now)
                let reply = try await run(script, account, on: day, at: now, cost: cost, reservation: id)
                switch reply.outcome {
                case .otherDay: continue
                case .lost: throw .countLost
                case .done, .rejected:
                    await record(reply, of: account, on: day)
                    return (reply, day)
                }
            }
            throw .unexpectedReply
        } catch {
            state.withLock { $0.counts[account.name] = nil }
            // A lost count is not reported: it continues a second later from what the machines have seen.
            if error != .countLost, error != .cancelled { report(connection.markIfRepeated(error)) }
            throw error
        }
    }

    /// Runs a script once, on the count of a day.
    private func run(
        _ script: RedisScript,
        _ account: QuotaAccount,
        on day: QuotaDay,
        at now: Date,
        cost: Int,
        reservation id: String
    ) async throws(RedisError) -> QuotaReply {
        let arguments: [RedisArgument] = [
            .milliseconds(day.start), .milliseconds(day.end), .integer(Int64(await seen(account, on: day))),
            .integer(Int64(account.bucket.limit)), .integer(Int64(cost)), .milliseconds(Self.reservationLifetime),
        ]
        let keys = keys(of: account, day, id)
        do throws(RedisError) {
            let value = try await connection.run(script, keys: keys, arguments, isCancellable: !id.isEmpty)
            guard let reply = QuotaReply(value) else { throw .unexpectedReply }
            state.withLock { $0.clockOffset = reply.time.timeIntervalSince(now) }
            return reply
        } catch {
            // The server may have counted the call, which is not sent.
            if error == .cancelled { Task { _ = try? await connection.run(QuotaScript.refund, keys: keys) } }
            throw error
        }
    }

    /// The largest shared count of a day that this machine has seen. Failures of the local store are ignored.
    private func seen(_ account: QuotaAccount, on day: QuotaDay) async -> Int {
        if let count = state.withLock({ $0.counts[account.name] }), count.day == day { return count.used }
        return (try? await fallback.read { $0.sharedUsed(of: account, at: day.start) }) ?? 0
    }

    /// Records the count in a reply. Replies may be processed out of order, so the largest count of a day is retained.
    /// Failures of the local store are ignored.
    private func record(_ reply: QuotaReply, of account: QuotaAccount, on day: QuotaDay) async {
        var count = SharedCount(day: day, used: reply.used, isClosed: reply.isClosed)
        let hasChanged = state.withLock { state in
            let previous = state.counts[account.name]
            if let previous, previous.day == day { count.used = max(count.used, previous.used) }
            state.counts[account.name] = count
            return count != previous
        }
        guard hasChanged else { return }
        try? await fallback.update { [count] in $0.record(count, of: account) }
    }

    /// Returns the keys of the count and of the reservation.
    private func keys(of account: QuotaAccount, _ day: QuotaDay, _ id: String) -> [String] {
        let group = "\(prefix):{\(account.name)}:quota"
        return ["\(group):\(day)", "\(group):\(id)"]
    }

    private func keys(of reservation: QuotaReservation, _ id: String) -> [String] {
        keys(of: QuotaAccount(key: reservation.key, bucket: reservation.bucket), reservation.day, id)
    }

    private func serverTime(at now: Date) -> Date { now.addingTimeInterval(state.withLock { $0.clockOffset }) }

    private func day(at now: Date) -> QuotaDay { QuotaDay(at: serverTime(at: now)) }
}

extension QuotaStatus {
    fileprivate init(_ reply: QuotaReply, of bucket: QuotaBucket, on day: QuotaDay) {
        self.init(bucket: bucket, used: reply.used, resetsAt: day.end, isExhausted: reply.isClosed)
    }
}

extension RedisArgument {
    /// Milliseconds since 1970.
    fileprivate static func milliseconds(_ date: Date) -> RedisArgument {
        .integer(Int64(date.timeIntervalSince1970 * 1_000))
    }
}
#endif
