#if os(Linux)
import SeekBasics
import SeekSearch

/// The counts that this machine has seen, and the calls that it counts itself during an outage: its *debt* to the
/// shared count, which the server adds afterwards. During an outage, the machine may use its *share* of the remaining
/// quota.
///
/// Failures of the local store are ignored here, except by ``reserveShare(_:of:at:)`` and
/// ``shareRejection(of:at:isReachable:)``, which throw them.
extension RedisQuotaStore {
    /// Returns whether this machine may use only its share: during an outage, and for some time afterwards, in which
    /// other machines report their calls.
    func isLimitedToShare(at now: Date) -> Bool {
        let reconnections = metrics.counters.reconnections
        return knowledge.withLock { $0.updateLimitation(at: now, reconnections: reconnections) }
    }

    /// Reads when a process of this machine last noticed an outage, which this process may have missed.
    func readOutage(of account: QuotaAccount, at now: Date) async {
        guard let date = try? await fallback.read({ $0.lastOutage(of: account, at: now) }) else { return }
        knowledge.withLock { $0.recordOutage(of: account, at: date, now: now) }
    }

    func recordOutage(of account: QuotaAccount, at now: Date) async {
        knowledge.withLock { $0.recordOutage(at: now) }
        try? await fallback.update { $0.recordOutage(of: account, at: now) }
    }

    /// Returns why a call is not allowed after the share of this machine is used up.
    ///
    /// - Parameter isReachable: Whether the server replies, so that the shared count can be used after an outage.
    func shareRejection(of account: QuotaAccount, at now: Date, isReachable: Bool) async throws -> QuotaAdmission {
        let date = serverTime(at: now)
        let (usedShare, status) = try await fallback.read { ledger in
            // The status contains the estimate of what is left for all machines.
            (ledger.usedShare(of: account, at: date), ledger.status(of: account.bucket, for: account.key, at: date))
        }
        guard status.remaining > 0 else { return .rejected(until: status.resetsAt) }
        let delay = knowledge.withLock { $0.limitedDuration(at: now) }
        return .limitedToShare(usedShare, remaining: status.remaining, retryAfter: isReachable ? delay : nil)
    }

    func reserveShare(_ cost: Int, of account: QuotaAccount, at now: Date) async throws -> Bool {
        let date = serverTime(at: now)
        return try await fallback.update { [share] in $0.reserveShare(cost, of: account, share: share, at: date) }
    }

    /// A count in the local store or the memory of this process.
    struct LocalCount {
        /// The largest shared count that this machine has seen.
        var used: Int
        /// The calls that the server has not counted.
        var debt = 0
        /// The identifier by which the server adds the debt once; empty without a debt.
        var debtID = ""
    }

    /// Returns the local count of a day, and removes its debt from the local store.
    func takeLocalCount(of account: QuotaAccount, on day: QuotaDay) async -> LocalCount {
        if let used = knowledge.withLock({ $0.usedClearingDebt(account, on: day) }) { return LocalCount(used: used) }
        let local = try? await fallback.update { ledger in
            let debt = ledger.takeDebt(of: account, on: day)
            return (ledger.status(of: account.bucket, for: account.key, at: day.start).used, debt)
        }
        guard let (used, debt) = local else {
            knowledge.withLock { _ = $0.indebted.insert(account) }
            return LocalCount(used: 0)
        }
        guard debt > 0 else { return LocalCount(used: used) }
        let id = knowledge.withLock { $0.unconfirmedDebts.removeValue(forKey: account) } ?? UUID().uuidString
        return LocalCount(used: used, debt: debt, debtID: id)
    }

    /// Adds a debt that the server has not added, or has not confirmed, to the local store again.
    func restoreDebt(in local: LocalCount, of account: QuotaAccount, on day: QuotaDay) async {
        guard local.debt > 0 else { return }
        knowledge.withLock { $0.unconfirmedDebts[account] = local.debtID }
        await addDebt(local.debt, of: account, on: day)
    }

    /// Records the count in a reply, and renews the share for the next outage unless this machine is limited to it.
    func record(_ reply: QuotaReply, of account: QuotaAccount, on day: QuotaDay, at now: Date) async {
        let renewsShare = !isLimitedToShare(at: now)
        let count = QuotaKnowledge.Count(day: day, used: reply.used, isClosed: reply.isClosed)
        guard knowledge.withLock({ $0.record(count, of: account) }) else { return }
        try? await fallback.update { ledger in
            ledger.record(count, of: account)
            if renewsShare { ledger.renewShare(of: account, on: day) }
        }
    }

    func addDebt(_ debt: Int, of account: QuotaAccount, on day: QuotaDay) async {
        guard debt > 0 else { return }
        // Not interrupted by cancellation, because the debt is stored nowhere else.
        await Task { [fallback] in try? await fallback.update { $0.addDebt(debt, of: account, on: day) } }.value
        knowledge.withLock { _ = $0.indebted.insert(account) }
    }
}
#endif
