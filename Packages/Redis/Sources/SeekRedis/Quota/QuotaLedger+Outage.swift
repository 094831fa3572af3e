import SeekBasics
import SeekSearch

/// The local ledger has four numbers for each account, under separate keys: the calls that this machine knows (the
/// shared count as it was last seen plus the debt); the calls within its share of the quota since the start of an
/// outage; its debt (the calls that the server has not counted); and the time of the last outage.
///
/// The first number has the key that a machine without a server uses, so counting continues from this number if the
/// server is no longer used.
extension QuotaLedger {
    /// Reserves a cost if it is within this machine's share of the calls that were left when the shared count was last
    /// seen. Returns whether it is.
    mutating func reserveShare(_ cost: Int, of account: QuotaAccount, share: Double, at date: Date) -> Bool {
        let bucket = shareBucket(of: account, share: share, at: date)
        return reserve(cost, of: bucket, for: account.shareKey, at: date) != nil
    }

    /// Returns a bucket whose limit is this machine's share of the calls that were left when the shared count was last
    /// seen.
    private func shareBucket(of account: QuotaAccount, share: Double, at date: Date) -> QuotaBucket {
        var shared = status(of: account.bucket, for: account.key, at: date)
        shared.used = max(0, shared.used - debt(of: account, at: date))
        // A Double represents integers exactly only up to 2⁵³.
        let limit = Int(min(Double(shared.remaining) * share, 9_007_199_254_740_992))
        return QuotaBucket(name: account.bucket.name, limit: limit)
    }

    private func debt(of account: QuotaAccount, at date: Date) -> Int {
        status(of: account.bucket, for: account.debtKey, at: date).used
    }

    /// Returns how many calls of the share were reserved since the start of the outage.
    func usedShare(of account: QuotaAccount, at date: Date) -> Int {
        status(of: account.bucket, for: account.shareKey, at: date).used
    }

    /// The server has failed or lost its data.
    mutating func recordOutage(of account: QuotaAccount, at date: Date) {
        let milliseconds = Int(date.timeIntervalSince1970 * 1_000)
        // A ledger only adds and subtracts, so the previous time is removed first.
        refund(.max, of: account.bucket, for: account.outageKey, on: QuotaDay(at: date))
        add(milliseconds, to: account.bucket, for: account.outageKey, on: QuotaDay(at: date))
    }

    /// Returns when a process of this machine last noticed an outage; nil if there was none on the day of the date.
    func lastOutage(of account: QuotaAccount, at date: Date) -> Date? {
        let milliseconds = status(of: account.bucket, for: account.outageKey, at: date).used
        return milliseconds > 0 ? Date(timeIntervalSince1970: Double(milliseconds) / 1_000) : nil
    }

    /// Ends an outage: the whole share is available in the next one.
    mutating func renewShare(of account: QuotaAccount, on day: QuotaDay) {
        refund(.max, of: account.bucket, for: account.shareKey, on: day)
    }

    /// Refunds a call that was counted as a debt.
    mutating func refundDebt(_ cost: Int, of account: QuotaAccount, on day: QuotaDay) {
        for key in [account.key, account.shareKey, account.debtKey] {
            refund(cost, of: account.bucket, for: key, on: day)
        }
    }

    /// Returns the state of an account during an outage, in which this machine may use a share of what was left.
    func statusInOutage(of account: QuotaAccount, share: Double, at date: Date) -> QuotaStatus {
        var result = status(of: account.bucket, for: account.key, at: date)
        let bucket = shareBucket(of: account, share: share, at: date)
        result.shareLeft = status(of: bucket, for: account.shareKey, at: date).remaining
        return result
    }

    /// Removes the debt and returns it.
    mutating func takeDebt(of account: QuotaAccount, on day: QuotaDay) -> Int {
        let debt = debt(of: account, at: day.start)
        for key in [account.key, account.debtKey] { refund(debt, of: account.bucket, for: key, on: day) }
        return debt
    }

    mutating func addDebt(_ debt: Int, of account: QuotaAccount, on day: QuotaDay) {
        for key in [account.key, account.debtKey] { add(debt, to: account.bucket, for: key, on: day) }
    }

    /// Records the shared count, unless a larger count of the same day is known, and whether the day is closed.
    mutating func record(_ count: QuotaKnowledge.Count, of account: QuotaAccount) {
        let date = count.day.start
        let isClosed = status(of: account.bucket, for: account.key, at: date).isExhausted
        if isClosed, !count.isClosed { _ = reopen(account.bucket, for: account.key, at: date) }
        // Negative if reopening the day has reset the count; the debt is then added to the count again.
        let used = status(of: account.bucket, for: account.key, at: date).used - debt(of: account, at: date)
        add(count.used - used, to: account.bucket, for: account.key, on: count.day)
        if count.isClosed { markExhausted(account.bucket, for: account.key, on: QuotaDay(at: date)) }
    }
}

extension QuotaAccount {
    fileprivate var shareKey: String { "\(key).share" }
    fileprivate var debtKey: String { "\(key).debt" }
    fileprivate var outageKey: String { "\(key).outage" }
}
