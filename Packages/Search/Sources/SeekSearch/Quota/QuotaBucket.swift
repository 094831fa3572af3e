public import SeekBasics

/// One of the daily quotas of an API, each of which is counted separately.
public struct QuotaBucket: Sendable, Hashable {
    /// The name, which is also the key in the ledger: `youtube.search`.
    public let name: String
    /// The number of calls or units per day. Negative values become 0.
    public var limit: Int { didSet { limit = max(0, limit) } }

    /// Creates a bucket.
    public init(name: String, limit: Int) {
        self.name = name
        self.limit = max(0, limit)
    }

    /// The calls of search.list: 100 a day, one per page (YouTube Data API, since 2026-06-01).
    public static let youTubeSearch = QuotaBucket(name: "youtube.search", limit: 100)
    /// The units of the other list methods: 10,000 a day, one per call (YouTube Data API).
    public static let youTubeUnits = QuotaBucket(name: "youtube.units", limit: 10_000)
    /// The calls of videos.batchGetStats: 10,000 a day, one per 50 videos (YouTube Data API, since 2026-06-03).
    public static let youTubeStatistics = QuotaBucket(name: "youtube.stats", limit: 10_000)
}

/// The state of a bucket on the current day.
public struct QuotaStatus: Sendable, Hashable {
    /// The bucket.
    public var bucket: QuotaBucket
    /// The number of calls or units used today, as counted by the ``QuotaStore``. Negative values become 0.
    public var used: Int { didSet { used = max(0, used) } }
    /// When the quota resets.
    public var resetsAt: Date
    /// Whether the API has reported that the day's quota is used up, whatever ``used`` is.
    public var isExhausted: Bool
    /// The number of calls or units that this machine may still use while the count that several machines share is
    /// unavailable; nil if the count is available or not shared.
    public var shareLeft: Int?
    /// Whether ``used`` is this machine's estimate, because the count that several machines share is unavailable.
    public var isEstimate: Bool { shareLeft != nil }
    /// The number of calls or units that this machine may still use today; 0 if ``isExhausted`` is true.
    public var remaining: Int { isExhausted ? 0 : max(0, min(bucket.limit - used, shareLeft ?? .max)) }

    /// Creates a status.
    public init(
        bucket: QuotaBucket,
        used: Int,
        resetsAt: Date,
        isExhausted: Bool = false,
        shareLeft: Int? = nil
    ) {
        self.bucket = bucket
        self.used = max(0, used)
        self.resetsAt = resetsAt
        self.isExhausted = isExhausted
        self.shareLeft = shareLeft
    }
}
