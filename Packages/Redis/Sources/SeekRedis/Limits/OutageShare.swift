import SeekBasics
import SeekSearch

/// A bucket of the quota of one API key.
struct QuotaAccount: Sendable {
    /// The fingerprint of the API key.
    let key: String
    let bucket: QuotaBucket

    /// The key of the calls in an outage.
    fileprivate var outageKey: String { "\(key).share" }
    /// Does not depend on the limit of the bucket.
    var name: String { "\(key).\(bucket.name)" }
}

/// The shared count of one day.
struct SharedCount: Sendable, Hashable {
    let day: QuotaDay
    var used: Int
    /// Whether the API has reported that the day's quota is used up.
    var isClosed: Bool
}

/// During an outage, a machine may use a share of the calls that were left when the shared count was last seen.
///
/// The local ledger has two numbers for each account: the calls that this machine knows, and the calls of this machine
/// since the start of the outage, which are part of the first number. The first number has the key that a machine
/// without a server uses, so counting continues from it if the server is no longer used. When the server is reached
/// again, the shared count replaces the first number, and the calls of the outage are forgotten.
extension QuotaLedger {
    /// The shared count as it was last seen.
    func sharedUsed(of account: QuotaAccount, at date: Date) -> Int {
        max(0, status(of: account.bucket, for: account.key, at: date).used - outageUsed(of: account, at: date))
    }

    /// The calls of this machine since the start of the outage.
    func outageUsed(of account: QuotaAccount, at date: Date) -> Int {
        status(of: account.bucket, for: account.outageKey, at: date).used
    }

    /// Reserves a cost if it is within the share of this machine. Returns the day of the reservation; nil if it is not.
    mutating func reserveShare(_ cost: Int, of account: QuotaAccount, share: Double, at date: Date) -> QuotaDay? {
        let bucket = shareBucket(of: account, share: share, at: date)
        guard let day = reserve(cost, of: bucket, for: account.outageKey, at: date) else { return nil }
        add(cost, to: account.bucket, for: account.key, on: day)
        return day
    }

    /// Refunds a call that ``reserveShare(_:of:share:at:)`` has reserved.
    mutating func refundShare(_ cost: Int, of account: QuotaAccount, on day: QuotaDay) {
        for key in [account.key, account.outageKey] { refund(cost, of: account.bucket, for: key, on: day) }
    }

    /// Returns the state of an account during an outage.
    func statusInOutage(of account: QuotaAccount, share: Double, at date: Date) -> QuotaStatus {
        var result = status(of: account.bucket, for: account.key, at: date)
        let bucket = shareBucket(of: account, share: share, at: date)
        result.shareLeft = status(of: bucket, for: account.outageKey, at: date).remaining
        return result
    }

    /// Returns a bucket whose limit is the share of this machine.
    private func shareBucket(of account: QuotaAccount, share: Double, at date: Date) -> QuotaBucket {
        var shared = status(of: account.bucket, for: account.key, at: date)
        shared.used = sharedUsed(of: account, at: date)
        // A Double represents integers exactly only up to 2⁵³.
        let limit = Int(min(Double(shared.remaining) * share, 9_007_199_254_740_992))
        return QuotaBucket(name: account.bucket.name, limit: limit)
    }

    /// Records the shared count, unless a larger count of the same day is known, and ends an outage: the whole share is
    /// available in the next one.
    mutating func record(_ count: SharedCount, of account: QuotaAccount) {
        let date = count.day.start
        refundShare(outageUsed(of: account, at: date), of: account, on: count.day)
        let isClosed = status(of: account.bucket, for: account.key, at: date).isExhausted
        if isClosed, !count.isClosed { _ = reopen(account.bucket, for: account.key, at: date) }
        let used = status(of: account.bucket, for: account.key, at: date).used
        add(count.used - used, to: account.bucket, for: account.key, on: count.day)
        if count.isClosed { markExhausted(account.bucket, for: account.key, on: count.day) }
    }
}
