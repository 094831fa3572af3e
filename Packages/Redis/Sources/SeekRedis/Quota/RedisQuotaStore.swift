#if os(Linux)
import SeekBasics
import SeekNetworking
import SeekSearch

/// Counts the use of daily quotas for all machines. The server's clock decides the day.
///
/// During an outage a local store counts the calls, up to a share of what was left. The next call that reaches the
/// server adds these calls, the debt of this machine, to the shared count. The share remains the limit for another 5 s,
/// in which all machines are expected to connect again: otherwise the first machines could use quota that the others
/// have already used.
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
    let fallback: any LocalQuotaStore
    /// The share of what was left that this machine may use during an outage, from 0 to 1.
    let share: Double
    let metrics: RedisMetrics
    /// Measures the time until a lost count opens again.
    private let clock: any Clock<Duration>
    private let report: @Sendable (any Error) -> Void
    let knowledge = Mutex(QuotaKnowledge())

    /// The time after which the cost of a reservation can no longer be refunded.
    private static let reservationLifetime = Duration.seconds(60)

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
        await readOutage(of: account, at: now)
        let isLimited = isLimitedToShare(at: now)
        var isWithinShare = true
        if isLimited { isWithinShare = try await reserveShare(cost, of: account, at: now) }
        var isReachable = true
        do throws(RedisError) {
            if isWithinShare { return try await reserveOnServer(cost, of: account, at: now) }
            // Transfers the debt while the other machines are still limited.
            _ = try await run(QuotaScript.status, account, at: now)
        } catch {
            isReachable = error == .countLost
            if isWithinShare { metrics.update { $0.fallbacks += 1 } }
        }
        if !isLimited { isWithinShare = try await reserveShare(cost, of: account, at: now) }
        guard isWithinShare else { return try await shareRejection(of: account, at: now, isReachable: isReachable) }
        let day = day(at: now)
        await addDebt(cost, of: account, on: day)
        return .reserved(QuotaReservation(cost, of: bucket, for: key, on: day))
    }

    func commit(_ reservation: QuotaReservation, clockOffset: Duration?, at now: Date) async throws {
        guard let id = reservation.id else { return }
        let reservationKey = keys(of: reservation, id)[1]
        connection.post(["DEL", .text(reservationKey)])
    }

    func refund(_ reservation: QuotaReservation) async throws {
        guard let id = reservation.id else {
            let account = QuotaAccount(key: reservation.key, bucket: reservation.bucket)
            return try await fallback.update { $0.refundDebt(reservation.cost, of: account, on: reservation.day) }
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

    private func reserveOnServer(_ cost: Int, of account: QuotaAccount, at now: Date) async throws(RedisError)
        -> QuotaAdmission
    {
        let id = UUID().uuidString
        let (reply, day) = try await run(QuotaScript.reserve, account, at: now, cost: cost, reservation: id)
        guard reply.outcome == .done else { return .rejected(until: day.end) }
        connection.recordWrite()
        return .reserved(QuotaReservation(cost, of: account.bucket, for: account.key, on: day, id: id))
    }

    /// Runs a script. If the server has lost its count, runs the script again after one second, when the count has
    /// opened.
    private func runAwaitingCount(
        _ script: RedisScript,
        _ account: QuotaAccount,
        at now: Date
    ) async throws(RedisError) -> (QuotaReply, QuotaDay) {
        do throws(RedisError) {
            return try await run(script, account, at: now)
        } catch {
            guard error == .countLost, (try? await clock.sleep(for: .seconds(1))) != nil else { throw error }
            return try await run(script, account, at: now)
        }
    }

    /// Runs a script on the count of today by the server's clock.
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
                case .lost:
                    await recordOutage(of: account, at: now)
                    await record(reply, of: account, on: day, at: now)
                    throw .countLost
                case .done, .rejected:
                    await record(reply, of: account, on: day, at: now)
                    let uncertain = knowledge.withLock { knowledge in
                        defer { knowledge.uncertain = [] }
                        return knowledge.uncertain
                    }
                    for reservation in uncertain { try? await refund(reservation) }
                    return (reply, day)
                }
            }
            throw .unexpectedReply
        } catch {
            // A lost count was recorded above, and is not reported: the count continues a second later from what the
            // machines have seen, and until then they use their shares.
            guard error != .countLost else { throw error }
            await recordOutage(of: account, at: now)
            report(connection.markIfRepeated(error))
            throw error
        }
    }

    /// Runs a script once, on the count of a day, and sends the debt of this machine.
    private func run(
        _ script: RedisScript,
        _ account: QuotaAccount,
        on day: QuotaDay,
        at now: Date,
        cost: Int,
        reservation id: String
    ) async throws(RedisError) -> QuotaReply {
        let local = await takeLocalCount(of: account, on: day)
        let arguments: [RedisArgument] = [
            .milliseconds(day.start), .milliseconds(day.end), .integer(Int64(local.used)),
            .integer(Int64(local.debt)), .integer(Int64(account.bucket.limit)), .integer(Int64(cost)),
            .milliseconds(Self.reservationLifetime), .text(local.debtID),
        ]
        // During an outage, commands fail without being sent.
        let isSent = connection.acceptsCommands
        do throws(RedisError) {
            let value = try await connection.run(script, keys: keys(of: account, day, id), arguments)
            guard let reply = QuotaReply(value) else { throw .unexpectedReply }
            knowledge.withLock { $0.recordServerTime(reply.time, at: now) }
            // On the day by the server's time, which the reply may have changed.
            if !reply.hasAddedDebt { await restoreDebt(in: local, of: account, on: self.day(at: now)) }
            return reply
        } catch {
            // The server may have counted the call although its reply was lost.
            if isSent, !error.isRejection, !id.isEmpty {
                let reservation = QuotaReservation(cost, of: account.bucket, for: account.key, on: day, id: id)
                knowledge.withLock { $0.uncertain.append(reservation) }
            }
            await restoreDebt(in: local, of: account, on: day)
            throw error
        }
    }

    /// Returns the keys of the count and of the reservation.
    private func keys(of account: QuotaAccount, _ day: QuotaDay, _ id: String) -> [String] {
        let group = "\(prefix):{\(account.key).\(account.bucket.name)}:quota"
        return ["\(group):\(day)", "\(group):\(id)"]
    }

    private func keys(of reservation: QuotaReservation, _ id: String) -> [String] {
        keys(of: QuotaAccount(key: reservation.key, bucket: reservation.bucket), reservation.day, id)
    }

    func serverTime(at now: Date) -> Date { knowledge.withLock { $0.serverTime(at: now) } }

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
