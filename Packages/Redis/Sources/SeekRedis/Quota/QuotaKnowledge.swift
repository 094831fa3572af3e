import SeekBasics
import SeekSearch

/// A bucket of the quota of one API key. Accounts are equal if their keys and the names of their buckets are equal.
struct QuotaAccount: Sendable, Hashable {
    /// The fingerprint of the API key.
    let key: String
    let bucket: QuotaBucket

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.key == rhs.key && lhs.bucket.name == rhs.bucket.name }

    func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(bucket.name)
    }
}

/// What a process remembers about the server: the server's time, the last counts, the last outage, and the calls that
/// the server may not have counted. The processes of a machine count such calls, the debt of an account, in a local
/// ledger.
struct QuotaKnowledge: Sendable {
    /// The shared count of one day.
    struct Count: Sendable, Hashable {
        let day: QuotaDay
        var used: Int
        /// Whether the API has reported that the day's quota is used up.
        var isClosed: Bool
    }

    /// The seconds by which the server's clock is ahead of the local clock; negative if it is behind.
    private var offset: TimeInterval = 0
    private var counts: [QuotaAccount: Count] = [:]
    /// The accounts with calls in the local ledger that the server may not have counted.
    var indebted: Set<QuotaAccount> = []
    /// The reservations that the server did not confirm in time, and that must be refunded when it replies again. The
    /// calls were counted locally instead.
    var uncertain: [QuotaReservation] = []
    /// The identifiers of debts that the server has not confirmed, and that were restored in the local ledger. A debt
    /// is sent again with its identifier, so that the server adds it once.
    var unconfirmedDebts: [QuotaAccount: String] = [:]
    /// When the server last failed, was found without its data, or was connected again. Nil if none of this has
    /// happened, or if ``updateLimitation(at:reconnections:)`` finds that the last of them is no longer recent.
    private var lastOutage: Date?
    private var reconnections = 0

    /// The number of seconds within which all machines are expected to connect again after an outage.
    static let reconnectionWindow: TimeInterval = 5

    func serverTime(at now: Date) -> Date { now.addingTimeInterval(offset) }

    mutating func recordServerTime(_ time: Date, at now: Date) { offset = time.timeIntervalSince(now) }

    /// Returns the largest count of a day that this process has seen. Nil if the caller must read the local ledger,
    /// where other processes of this machine may have left a larger count, or calls that the server has not counted.
    /// The caller takes these calls from the ledger, so the account no longer counts as indebted.
    mutating func usedClearingDebt(_ account: QuotaAccount, on day: QuotaDay) -> Int? {
        guard indebted.remove(account) == nil, let count = counts[account], count.day == day else { return nil }
        return count.used
    }

    /// Records a count, and returns whether the retained count has changed. Replies may be processed out of order, so
    /// the largest count of a day is retained.
    mutating func record(_ count: Count, of account: QuotaAccount) -> Bool {
        var count = count
        let previous = counts[account]
        if let previous, previous.day == count.day { count.used = max(count.used, previous.used) }
        counts[account] = count
        return count != previous
    }

    /// Records that the server has failed or lost its data.
    mutating func recordOutage(at now: Date) { lastOutage = now }

    /// Records when a process of this machine last noticed an outage, if that is recent and later than the last outage
    /// that is known here. The local ledger must then be read again, because the process may have left calls that the
    /// server has not counted.
    mutating func recordOutage(of account: QuotaAccount, at date: Date, now: Date) {
        guard Self.isRecent(date, at: now), lastOutage.map({ $0 < date }) ?? true else { return }
        lastOutage = date
        indebted.insert(account)
    }

    /// Returns the remaining time for which this machine is limited to its share, rounded up, so that a caller that
    /// waits for this time is no longer limited.
    func limitedDuration(at now: Date) -> Duration {
        guard let lastOutage else { return .zero }
        let remaining = Self.reconnectionWindow - now.timeIntervalSince(lastOutage)
        return Duration(clampingSeconds: min(max(0, remaining), Self.reconnectionWindow))
    }

    private static func isRecent(_ outage: Date, at now: Date) -> Bool {
        (0..<reconnectionWindow).contains(now.timeIntervalSince(outage))
    }

    /// Records a reconnection, and forgets the counts when ``reconnectionWindow`` has passed since the last failure or
    /// reconnection. Returns whether this machine is limited to its share of the quota: until this time has passed,
    /// other machines may not have reported their calls.
    ///
    /// - Parameter reconnections: The number of reconnections to the server so far.
    mutating func updateLimitation(at now: Date, reconnections: Int) -> Bool {
        if reconnections != self.reconnections {
            self.reconnections = reconnections
            lastOutage = now
        }
        guard let lastOutage else { return false }
        if Self.isRecent(lastOutage, at: now) { return true }
        self.lastOutage = nil
        // Forgets the counts, so that the next one is treated as new and renews the share in the local ledger.
        counts = [:]
        return false
    }
}
