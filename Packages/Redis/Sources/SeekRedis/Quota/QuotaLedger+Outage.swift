import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The local ledger has two counts of an account: what this machine has last seen of the shared count, and, under a key
/// of its own, the calls that were counted locally during an outage and that the server does not know.
extension QuotaLedger {
    /// Reserves a cost during an outage, if it is within the share of what was left when the count was last seen.
    mutating func reserveInOutage(
        _ cost: Int,
        of account: QuotaAccount,
        share: Double,
        at date: Date
    ) -> QuotaReservation? {
        let remaining = status(of: account.bucket, for: account.key, at: date).remaining
        // A Double has the integers to 2⁵³ exactly.
        let limit = Int(min(Double(remaining) * share, 9_007_199_254_740_992))
        let bucket = QuotaBucket(name: account.bucket.name, limit: limit)
        return reserve(cost, of: bucket, for: account.outageKey, at: date).map {
            QuotaReservation(cost, of: bucket, for: account.outageKey, on: $0)
        }
    }

    /// Returns the state of an account during an outage.
    func statusInOutage(of account: QuotaAccount, at date: Date) -> QuotaStatus {
        var result = status(of: account.bucket, for: account.key, at: date)
        result.used += status(of: account.bucket, for: account.outageKey, at: date).used
        return result
    }

    /// Removes and returns the calls that the server does not know.
    mutating func takeDebt(of account: QuotaAccount, on day: QuotaDay) -> Int {
        let debt = status(of: account.bucket, for: account.outageKey, at: day.start).used
        refund(debt, of: account.bucket, for: account.outageKey, on: day)
        return debt
    }

    /// Adds calls that the server does not know.
    mutating func addDebt(_ debt: Int, of account: QuotaAccount, on day: QuotaDay) {
        _ = reserve(debt, of: account.bucket.unlimited, for: account.outageKey, at: day.start)
    }

    /// Records the shared count.
    mutating func record(_ count: QuotaKnowledge.Count, of account: QuotaAccount) {
        let date = count.day.start
        let known = status(of: account.bucket, for: account.key, at: date)
        if known.isClosed, !count.isClosed { _ = reopen(account.bucket, for: account.key, at: date) }
        let used = status(of: account.bucket, for: account.key, at: date).used
        if count.used > used {
            _ = reserve(count.used - used, of: account.bucket.unlimited, for: account.key, at: date)
        }
        if count.isClosed { markExhausted(account.bucket, for: account.key, at: date) }
    }
}

extension QuotaAccount {
    /// The key of the calls that the server does not know.
    fileprivate var outageKey: String { "\(key).outage" }
}

extension QuotaBucket {
    fileprivate var unlimited: QuotaBucket { QuotaBucket(name: name, limit: .max) }
}
