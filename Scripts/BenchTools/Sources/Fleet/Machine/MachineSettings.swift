#if os(Linux)
public import Foundation

/// The settings of a machine of a fleet.
public struct MachineSettings: Sendable, Codable {
    /// The URL of Redis; nil for a machine that shares nothing.
    public var redis: String?
    /// The URL of the server that is searched.
    public var upstream: URL
    /// The folder of the machine's own cache and state; nil if responses are not stored on the machine.
    public var folder: URL?
    /// The difference between the machine's clock and the correct time in seconds; positive if the clock is ahead.
    public var clockOffset: Double
    /// The number of searches per day that the API key permits.
    public var quota: Int
    /// Whether the timeout of Redis is long, so that an overloaded processor does not count as an outage.
    public var hasLongTimeout: Bool

    /// Creates settings.
    public init(
        redis: String?,
        upstream: URL,
        folder: URL? = nil,
        clockOffset: Double = 0,
        quota: Int = 1_000_000,
        hasLongTimeout: Bool = true
    ) {
        self.redis = redis
        self.upstream = upstream
        self.folder = folder
        self.clockOffset = clockOffset
        self.quota = quota
        self.hasLongTimeout = hasLongTimeout
    }
}

/// The searches that a machine performs.
public struct MachineWork: Sendable, Codable {
    /// The prefix of the keys in Redis. Work with another prefix shares nothing with this work.
    public var prefix: String
    /// The search texts, in order.
    public var texts: [String]
    /// The number of searches in flight at a time.
    public var concurrency: Int
    /// Whether the machine stops at the first search that is rejected because the quota is used up.
    public var endsWithQuota: Bool

    /// Creates work.
    public init(prefix: String, texts: [String], concurrency: Int = 1, endsWithQuota: Bool = false) {
        self.prefix = prefix
        self.texts = texts
        self.concurrency = concurrency
        self.endsWithQuota = endsWithQuota
    }
}

/// The results of a machine's work.
public struct MachineReport: Sendable, Codable {
    /// The number of searches with a correct response, by the source of the response, such as `network`.
    public var sources: [String: Int] = [:]
    /// The number of searches that were rejected because the quota was used up or, during an outage of Redis, the
    /// machine's share of it.
    public var rejected = 0
    /// The number of wrong responses, for example to another search.
    public var wrong = 0
    /// The number of searches that failed for any other reason.
    public var failed = 0
    /// The duration of the longest search in seconds.
    public var longest = 0.0
    /// Descriptions of the first five failed searches and wrong responses.
    public var errors: [String] = []
    /// The number of failures of the stores that the client reported.
    public var storeFailures = 0
    /// Descriptions of the first five failures of the stores.
    public var storeErrors: [String] = []
    /// The number of commands sent to Redis.
    public var commands = 0

    /// Creates an empty report.
    public init() {}

    /// The number of searches with a correct response.
    public var succeeded: Int { sources.values.reduce(0, +) }

    /// Returns the sum of two reports.
    public static func + (lhs: MachineReport, rhs: MachineReport) -> MachineReport {
        var sum = lhs
        sum.sources.merge(rhs.sources, uniquingKeysWith: +)
        sum.rejected += rhs.rejected
        sum.wrong += rhs.wrong
        sum.failed += rhs.failed
        sum.longest = max(lhs.longest, rhs.longest)
        sum.errors = Array((lhs.errors + rhs.errors).prefix(5))
        sum.storeFailures += rhs.storeFailures
        sum.storeErrors = Array((lhs.storeErrors + rhs.storeErrors).prefix(5))
        sum.commands += rhs.commands
        return sum
    }
}
#endif
