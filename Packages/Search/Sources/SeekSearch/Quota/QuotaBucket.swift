#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A share of an API's quota that is counted by itself, day by day.
public struct QuotaBucket: Sendable, Hashable {
    /// What it is called, here and in the ledger: `youtube.search`.
    public let name: String
    /// How much a day holds; 0 or more.
    public var limit: Int { didSet { limit = max(0, limit) } }

    /// Makes a bucket.
    public init(name: String, limit: Int) {
        self.name = name
        self.limit = max(0, limit)
    }

    /// The calls of search.list: 100 a day, one a page (YouTube Data API, since 2026-06-01).
    public static let youTubeSearch = QuotaBucket(name: "youtube.search", limit: 100)
    /// The units of the other list methods: 10,000 a day, one a call (YouTube Data API).
    public static let youTubeUnits = QuotaBucket(name: "youtube.units", limit: 10_000)
    /// The calls of videos.batchGetStats: 10,000 a day, one for 50 videos (YouTube Data API, since 2026-06-03).
    public static let youTubeStatistics = QuotaBucket(name: "youtube.stats", limit: 10_000)
}

/// How much of a bucket is left.
public struct QuotaStatus: Sendable, Hashable {
    /// Which bucket.
    public var bucket: QuotaBucket
    /// What has been spent today, as far as this side knows; 0 or more.
    public var used: Int { didSet { used = max(0, used) } }
    /// When the day ends.
    public var resetsAt: Date
    /// Whether the API has reported that the day's quota is used up, whatever was counted here.
    public var isClosed: Bool
    /// What is left of the day: 0 or more.
    public var remaining: Int { isClosed ? 0 : max(0, bucket.limit - used) }

    /// Makes a status.
    public init(bucket: QuotaBucket, used: Int, resetsAt: Date, isClosed: Bool = false) {
        self.bucket = bucket
        self.used = max(0, used)
        self.resetsAt = resetsAt
        self.isClosed = isClosed
    }
}
