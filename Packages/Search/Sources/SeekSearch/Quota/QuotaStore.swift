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

/// Counts the usage of daily quotas. Tasks, clients and processes that use the same key should share one store.
///
/// The functions take the current date by the clock of the caller, and return dates by that clock. The day is that of
/// the API's server, or, in a store that several machines share, of the store. They throw an error if the count cannot
/// be read or stored. A request is then sent uncounted, and ``ClientConfiguration/onStoreFailure`` receives the error.
/// Each key is a fingerprint of an API key, or of a token if there is no API key, and of the server if it is not
/// YouTube's; never the credential itself.
public protocol QuotaStore: Sendable {
    /// Reserves a cost before the request is sent, in one atomic step. The cost is counted at once.
    func reserve(_ cost: Int, of bucket: QuotaBucket, for key: String, at now: Date) async throws -> QuotaAdmission

    /// Records that the request of a reservation was sent, so that it can no longer be refunded. A reservation that is
    /// neither committed nor refunded remains counted.
    ///
    /// - Parameters:
    ///   - clockOffset: The time by which the clock of the API's server is ahead of the local clock, which decides the
    ///     day; nil if there was no response, or if it had no plausible `Date`.
    ///   - now: The local time at which the response arrived.
    func commit(_ reservation: QuotaReservation, clockOffset: Duration?, at now: Date) async throws

    /// Refunds the reservation of a request that was not sent.
    func refund(_ reservation: QuotaReservation) async throws

    /// Records that the API has reported a day's quota as used up.
    ///
    /// - Parameter day: The day by the clock of the API's server, or of the reservation if that is unknown; nil for the
    ///   current day.
    func markExhausted(_ bucket: QuotaBucket, for key: String, on day: QuotaDay?, at now: Date) async throws

    /// Reopens the buckets that have nothing left today, as ``QuotaLedger/reopen(_:for:at:)`` does.
    ///
    /// - Returns: The status of each reopened bucket.
    func reopen(_ buckets: [QuotaBucket], for key: String, at now: Date) async throws -> [QuotaStatus]

    /// Returns the state of each bucket today.
    func statuses(of buckets: [QuotaBucket], for key: String, at now: Date) async throws -> [QuotaStatus]
}

/// Whether a quota allows a request.
public enum QuotaAdmission: Sendable, Hashable {
    /// The request may be sent. Its cost is counted.
    case reserved(QuotaReservation)
    /// Not enough is left until the quota resets.
    case rejected(until: Date)
    /// The count that several machines share is unavailable, and this machine has used its share of the quota. The
    /// first value is the share; `remaining` is an estimate of what is left for all machines; both are in calls or
    /// units. `retryAfter` is the time until the count is available again; nil if unknown.
    case limitedToShare(Int, remaining: Int, retryAfter: Duration?)
}

/// The cost of a request, counted before the request is sent.
public struct QuotaReservation: Sendable, Hashable {
    /// The number of calls or units.
    public let cost: Int
    /// The bucket.
    public let bucket: QuotaBucket
    /// The fingerprint of the API key or token.
    public let key: String
    /// The day against whose quota the cost is counted.
    public let day: QuotaDay
    /// Identifies the reservation in a store that several machines share; nil in a local store.
    public let id: String?

    /// Creates a reservation.
    public init(_ cost: Int, of bucket: QuotaBucket, for key: String, on day: QuotaDay, id: String? = nil) {
        self.cost = cost
        self.bucket = bucket
        self.key = key
        self.day = day
        self.id = id
    }
}
