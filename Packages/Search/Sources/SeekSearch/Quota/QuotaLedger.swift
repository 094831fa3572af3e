#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What has been spent of daily quotas, by key, bucket and day. A pure value; a ``QuotaStore`` keeps it.
///
/// A day's spending stays for some days, so that a clock that is set forward and back again finds what it had spent.
public struct QuotaLedger: Sendable, Hashable {
    /// A key and a bucket.
    private struct Account: Hashable {
        var key: String
        var bucket: String
    }

    /// What is known of a bucket's day.
    fileprivate struct Spending: Hashable {
        var used = 0
        /// Whether the API has reported that nothing is left.
        var isClosed = false
    }

    /// For how many days spending is kept.
    static let retainedDays = 8

    private var accounts: [Account: [QuotaDay: Spending]] = [:]

    /// Makes a ledger in which nothing is spent.
    public init() {}

    /// What is spent and left of a bucket on the day of a moment.
    ///
    /// - Parameter key: whose quota it is: a fingerprint, never the key itself.
    public func status(of bucket: QuotaBucket, for key: String, at now: Date) -> QuotaStatus {
        let day = QuotaDay(at: now)
        let spending = spending(of: bucket, key, on: day)
        return QuotaStatus(bucket: bucket, used: spending.used, resetsAt: day.end, isClosed: spending.isClosed)
    }

    /// Takes a cost off a bucket before it is spent.
    ///
    /// - Returns: the day it was taken from, for ``refund(_:of:for:on:)``; nil where not as much is left, and nothing is taken.
    public mutating func reserve(_ cost: Int, of bucket: QuotaBucket, for key: String, at now: Date) -> QuotaDay? {
        let status = status(of: bucket, for: key, at: now)
        guard cost >= 0, cost <= status.remaining else { return nil }
        let day = QuotaDay(at: now)
        var spending = spending(of: bucket, key, on: day)
        spending.used += cost
        set(spending, on: day, bucket, key)
        return day
    }

    /// Gives back what was reserved and not spent: nothing of the request was sent.
    public mutating func refund(_ cost: Int, of bucket: QuotaBucket, for key: String, on day: QuotaDay) {
        var spending = spending(of: bucket, key, on: day)
        guard cost > 0, spending.used > 0 else { return }
        spending.used = max(0, spending.used - cost)
        set(spending, on: day, bucket, key)
    }

    /// Records that the API has reported the day's quota used up, by whomever. What was counted stays, and a larger limit does not
    /// reopen the day.
    public mutating func markExhausted(_ bucket: QuotaBucket, for key: String, at now: Date) {
        let day = QuotaDay(at: now)
        var spending = spending(of: bucket, key, on: day)
        spending.isClosed = true
        set(spending, on: day, bucket, key)
    }

    /// Reopens a day that was closed or counted down wrongly. What was counted stays where something of it is left, else counting
    /// begins anew; the API closes the day again where it is used up.
    ///
    /// - Returns: whether nothing had been left.
    public mutating func reopen(_ bucket: QuotaBucket, for key: String, at now: Date) -> Bool {
        let status = status(of: bucket, for: key, at: now)
        guard status.remaining == 0, bucket.limit > 0 else { return false }
        let used = status.used < bucket.limit ? status.used : 0
        set(Spending(used: used), on: QuotaDay(at: now), bucket, key)
        return true
    }

    private func spending(of bucket: QuotaBucket, _ key: String, on day: QuotaDay) -> Spending {
        accounts[Account(key: key, bucket: bucket.name)]?[day] ?? Spending()
    }

    private mutating func set(_ spending: Spending, on day: QuotaDay, _ bucket: QuotaBucket, _ key: String) {
        let account = Account(key: key, bucket: bucket.name)
        var days = accounts[account] ?? [:]
        days[day] = spending
        // The farthest from today go first, whichever way a clock was wrong.
        while days.count > Self.retainedDays,
            let farthest = days.keys.max(by: { $0.distance(to: day) < $1.distance(to: day) })
        {
            days[farthest] = nil
        }
        accounts[account] = days
    }
}

extension QuotaDay {
    fileprivate func distance(to other: QuotaDay) -> Int { abs(number - other.number) }
}

extension QuotaLedger: Codable {
    /// As JSON it is an object of keys, of buckets, of days: `{"1f…":{"youtube.search":{"2026-11-21":12}}}`. A day that the API has
    /// closed is an object: `{"closed":true,"used":12}`.
    public func encode(to encoder: any Encoder) throws {
        var keys: [String: [String: [String: Spending]]] = [:]
        for (account, days) in accounts {
            for (day, spending) in days {
                keys[account.key, default: [:]][account.bucket, default: [:]][day.description] = spending
            }
        }
        try keys.encode(to: encoder)
    }

    /// Reads what ``encode(to:)`` writes. A day that is no date, or a number below 0, is damage.
    public init(from decoder: any Decoder) throws {
        let keys = try [String: [String: [String: Spending]]](from: decoder)
        for (key, buckets) in keys {
            for (bucket, days) in buckets {
                for (text, spending) in days {
                    guard let day = QuotaDay(text), spending.used >= 0 else {
                        let reason = "'\(text)' with \(spending.used) is no day's spending"
                        throw DecodingError.dataCorrupted(
                            .init(codingPath: decoder.codingPath, debugDescription: reason)
                        )
                    }
                    accounts[Account(key: key, bucket: bucket), default: [:]][day] = spending
                }
            }
        }
    }
}

extension QuotaLedger.Spending: Codable {
    private enum CodingKeys: String, CodingKey {
        case used, closed
    }

    init(from decoder: any Decoder) throws {
        if let used = try? decoder.singleValueContainer().decode(Int.self) {
            self.init(used: used)
        } else {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                used: try container.decode(Int.self, forKey: .used),
                isClosed: try container.decode(Bool.self, forKey: .closed)
            )
        }
    }

    func encode(to encoder: any Encoder) throws {
        guard isClosed else {
            var container = encoder.singleValueContainer()
            return try container.encode(used)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(used, forKey: .used)
        try container.encode(isClosed, forKey: .closed)
    }
}
