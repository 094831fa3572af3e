#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A share of an API's quota that is counted by itself, day by day.
public struct QuotaBucket: Sendable, Hashable {
    /// What it is called, here and in the ledger: `youtube.search`.
    public let name: String
    /// How much a day holds.
    public var limit: Int

    /// Makes a bucket.
    public init(name: String, limit: Int) {
        self.name = name
        self.limit = max(0, limit)
    }

    /// The calls of search.list: 100 a day, one a page (YouTube Data API, since 2026-06-01).
    public static let youTubeSearch = QuotaBucket(name: "youtube.search", limit: 100)
    /// The units of the other list methods: 10,000 a day, one a call (YouTube Data API).
    public static let youTubeUnits = QuotaBucket(name: "youtube.units", limit: 10_000)
}

/// How much of a bucket is left.
public struct QuotaStatus: Sendable, Hashable {
    /// Which bucket.
    public var bucket: QuotaBucket
    /// What has been spent today, as far as this side knows, or the API has said.
    public var used: Int
    /// When the day ends.
    public var resetsAt: Date
    /// What is left of the day: 0 or more.
    public var remaining: Int { max(0, bucket.limit - used) }

    /// Makes a status.
    public init(bucket: QuotaBucket, used: Int, resetsAt: Date) {
        self.bucket = bucket
        self.used = used
        self.resetsAt = resetsAt
    }
}
