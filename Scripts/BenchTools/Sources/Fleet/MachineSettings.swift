#if os(Linux)
package import Foundation

/// The settings of a ``Machine``.
package struct MachineSettings: Sendable, Codable {
    /// The URL of Redis; nil for a machine that shares nothing.
    package var redis: String?
    /// The URL of the server in place of the APIs.
    package var upstream: URL
    /// The folder of the machine's own cache and state; nil if responses are not stored on the machine.
    package var folder: URL?
    /// The number of searches per day that the API key permits.
    package var quota: Int
    /// Whether the timeout of Redis is long, so that an overloaded processor does not count as an outage.
    package var hasLongTimeout: Bool

    package init(
        redis: String?,
        upstream: URL,
        folder: URL? = nil,
        quota: Int = 1_000_000,
        hasLongTimeout: Bool = true
    ) {
        self.redis = redis
        self.upstream = upstream
        self.folder = folder
        self.quota = quota
        self.hasLongTimeout = hasLongTimeout
    }
}

/// Searches that a ``Machine`` performs.
package struct MachineWork: Sendable, Codable {
    /// The prefix of the keys in Redis. Work with another prefix shares nothing with this work.
    package var prefix: String
    package var texts: [String]
    /// The number of searches that are performed at the same time.
    package var concurrency: Int
    /// Whether the machine stops at the first search that is rejected because the quota is used up.
    package var endsWithQuota: Bool

    package init(prefix: String, texts: [String], concurrency: Int = 1, endsWithQuota: Bool = false) {
        self.prefix = prefix
        self.texts = texts
        self.concurrency = concurrency
        self.endsWithQuota = endsWithQuota
    }
}

/// The outcome of a ``MachineWork``.
package struct MachineReport: Sendable, Codable {
    /// The number of searches with a correct response, by the source of the response, such as `network`.
    package var sources: [String: Int] = [:]
    /// The number of searches that were rejected because the quota was used up or, during an outage of Redis, the
    /// machine's share of it.
    package var rejected = 0
    /// The number of wrong responses, for example to another search.
    package var wrong = 0
    /// The number of searches that failed for any other reason.
    package var failed = 0
    /// The duration of the longest search in seconds.
    package var longest = 0.0
    /// Descriptions of the first five failed searches and wrong responses.
    package var errors: [String] = []
    /// The number of failures of the stores that the client reported.
    package var storeFailures = 0
    /// Descriptions of the first five failures of the stores.
    package var storeErrors: [String] = []
    /// The number of commands that were sent to Redis.
    package var commands = 0

    package init() {}

    /// The number of searches with a correct response.
    package var succeeded: Int { sources.values.reduce(0, +) }

    package static func + (lhs: MachineReport, rhs: MachineReport) -> MachineReport {
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
