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

    /// For how many days spending is kept.
    static let daysKept = 8

    private var accounts: [Account: [QuotaDay: Int]] = [:]

    /// Makes a ledger in which nothing is spent.
    public init() {}

    /// What is spent and left of a bucket on the day of a moment.
    ///
    /// - Parameter key: whose quota it is: a fingerprint, never the key itself.
    public func status(of bucket: QuotaBucket, for key: String, at now: Date) -> QuotaStatus {
        let day = QuotaDay(at: now)
        let used = accounts[Account(key: key, bucket: bucket.name)]?[day] ?? 0
        return QuotaStatus(bucket: bucket, used: used, resetsAt: day.end)
    }

    /// Takes a cost off a bucket before it is spent.
    ///
    /// - Returns: the day it was taken from, for ``giveBack(_:of:for:on:)``; nil where not as much is left, and nothing is taken.
    public mutating func reserve(_ cost: Int, of bucket: QuotaBucket, for key: String, at now: Date) -> QuotaDay? {
        let status = status(of: bucket, for: key, at: now)
        guard cost >= 0, cost <= status.remaining else { return nil }
        let day = QuotaDay(at: now)
        set(status.used + cost, on: day, bucket, key)
        return day
    }

    /// Gives back what was reserved and not spent: nothing of the request was sent.
    public mutating func giveBack(_ cost: Int, of bucket: QuotaBucket, for key: String, on day: QuotaDay) {
        guard cost > 0, let used = accounts[Account(key: key, bucket: bucket.name)]?[day] else { return }
        set(max(0, used - cost), on: day, bucket, key)
    }

    /// Takes note that the API calls the day's quota spent, by whomever.
    public mutating func markSpent(_ bucket: QuotaBucket, for key: String, at now: Date) {
        let used = status(of: bucket, for: key, at: now).used
        set(max(used, bucket.limit), on: QuotaDay(at: now), bucket, key)
    }

    private mutating func set(_ used: Int, on day: QuotaDay, _ bucket: QuotaBucket, _ key: String) {
        let account = Account(key: key, bucket: bucket.name)
        var days = accounts[account] ?? [:]
        days[day] = used
        // The farthest from today go first, whichever way a clock was wrong.
        while days.count > Self.daysKept,
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
    /// As JSON it is an object of keys, of buckets, of days: `{"1f…":{"youtube.search":{"2026-11-21":12}}}`.
    public func encode(to encoder: any Encoder) throws {
        var keys: [String: [String: [String: Int]]] = [:]
        for (account, days) in accounts {
            for (day, used) in days {
                keys[account.key, default: [:]][account.bucket, default: [:]][day.description] = used
            }
        }
        try keys.encode(to: encoder)
    }

    /// Reads what ``encode(to:)`` writes. A day that is no date, or a number below 0, is damage.
    public init(from decoder: any Decoder) throws {
        let keys = try [String: [String: [String: Int]]](from: decoder)
        for (key, buckets) in keys {
            for (bucket, days) in buckets {
                for (text, used) in days {
                    guard let day = QuotaDay(text), used >= 0 else {
                        let reason = "'\(text)' with \(used) is no day's spending"
                        throw DecodingError.dataCorrupted(
                            .init(codingPath: decoder.codingPath, debugDescription: reason)
                        )
                    }
                    accounts[Account(key: key, bucket: bucket), default: [:]][day] = used
                }
            }
        }
    }
}
