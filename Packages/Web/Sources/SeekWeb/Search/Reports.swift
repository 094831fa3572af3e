import Seek
import SeekBasics
import SeekNetworking

/// The state of the parts that the web app uses, without names of files and hosts, and without credentials.
struct HealthReport: Sendable, Hashable {
    enum State: String, Sendable, Hashable, CaseIterable {
        /// The part works, as far as is known.
        case ok
        /// The part is not configured; the app works without it.
        case off
        /// The part is missing or has failed; the app works without some of its functions.
        case degraded
    }

    struct Check: Sendable, Hashable {
        /// The name: `youtube`, `github`, `cache`, `state`, `redis`, `stores`.
        var name: String
        var state: State
        /// What is wrong and what to do, as a user-facing message; nil if the state is ``State/ok``.
        var message: String?
    }

    /// The parts, in a fixed order.
    var checks: [Check]

    var isHealthy: Bool { !checks.contains { $0.state == .degraded } }
}

extension WebSearchService {
    /// Returns the state of the app's parts without sending a request. YouTube and GitHub are also degraded while their
    /// latest searches have failed (see ``ServiceFailures``).
    func health() -> HealthReport {
        func check(
            _ name: String,
            _ isOK: Bool,
            else state: HealthReport.State,
            _ message: String,
            failureOf service: SearchService? = nil
        ) -> HealthReport.Check {
            let failure = service.flatMap { failures.message(of: $0, at: now) }
            // If the part is degraded for another reason, such as a missing key, that reason explains the failure.
            if let failure, isOK || state != .degraded {
                return HealthReport.Check(name: name, state: .degraded, message: "The latest search failed: \(failure)")
            }
            return HealthReport.Check(name: name, state: isOK ? .ok : state, message: isOK ? nil : message)
        }
        let (key, token) = (configuration.youTubeAPIKey ?? "", configuration.gitHubToken ?? "")
        let missingKey = SearchError.missingCredential(.youTube).text()
        let missingToken = "GitHub allows more requests with a token; set GH_TOKEN."
        let hasCache = configuration.cachesResponses && configuration.cacheFolder != nil
        return HealthReport(checks: [
            check("youtube", !key.isEmpty, else: .degraded, missingKey, failureOf: .youTube),
            check("github", !token.isEmpty, else: .off, missingToken, failureOf: .gitHub),
            hasCache
                ? check("cache", client.cache != nil, else: .degraded, "The cache folder cannot be used; see the log.")
                : check("cache", false, else: .off, "Responses are not stored; set SEEK_CACHE_DIR."),
            check("state", client.saved != nil, else: .off, "Searches cannot be saved; set SEEK_STATE_DIR."),
            check(
                "redis",
                configuration.sharedBackend != nil,
                else: .off,
                "Responses and quotas are not shared with other machines; set SEEK_REDIS_URL."
            ),
            check("stores", client.lastStoreFailure == nil, else: .degraded, "A store has failed; see the log."),
        ])
    }
}

/// The quotas of YouTube and the rate limits of GitHub.
struct QuotaReport: Sendable, Hashable {
    struct Usage: Sendable, Hashable {
        /// The service: `YouTube`, `GitHub`.
        var service: String
        /// The name: `youtube.search`, `core`.
        var name: String
        /// The calls or units allowed until the reset; ``remaining`` of them are left.
        var limit: Int64
        var remaining: Int64
        /// When ``remaining`` becomes ``limit`` again. In the past if no response has been received since that time.
        var resetsAt: Date
        /// Whether YouTube has reported the quota as exhausted.
        var isExhausted = false
    }

    /// The quotas and limits, YouTube's first.
    var usages: [Usage] = []
    /// What is unknown and why, as user-facing messages.
    var messages: [String] = []
}

extension WebSearchService {
    /// Returns the quotas and rate limits, as far as they are known, without sending a request.
    ///
    /// The app counts the use of YouTube's quotas itself. GitHub's limits are those in its latest responses.
    func quota() async -> QuotaReport {
        var report = QuotaReport()
        report.usages = await client.youTube.quota().map { status in
            QuotaReport.Usage(
                service: "YouTube",
                name: status.bucket.name,
                limit: Int64(status.bucket.limit),
                remaining: Int64(status.remaining),
                resetsAt: status.resetsAt,
                isExhausted: status.isExhausted
            )
        }
        if configuration.youTubeAPIKey?.isEmpty != false {
            report.messages.append(SearchError.missingCredential(.youTube).text())
        } else if report.usages.isEmpty {
            report.messages.append("YouTube's quota is not counted; check the state folder.")
        }
        let limits = client.gitHub.rateLimits.limits.values.sorted { $0.resource < $1.resource }
        report.usages += limits.map { limit in
            QuotaReport.Usage(
                service: "GitHub",
                name: limit.resource,
                limit: limit.limit,
                remaining: limit.remaining(at: now),
                resetsAt: limit.resetAt
            )
        }
        if limits.isEmpty { report.messages.append("GitHub's limits are known after the first search of GitHub.") }
        return report
    }
}

extension RateLimit {
    /// Returns the calls left. After the reset, this is the whole limit, until a response reports the new number.
    func remaining(at now: Date) -> Int64 { now < resetAt ? remaining : limit }
}

/// The failure of each service's latest search, in memory.
final class ServiceFailures: Sendable {
    private let failures = Mutex<[SearchService: SearchError]>([:])

    /// Returns why the latest recorded search of a service failed; nil if it succeeded, if there was none, or if the
    /// limit that caused the failure has reset.
    func message(of service: SearchService, at now: Date) -> String? {
        failures.withLock { failures in
            failures[service].flatMap { $0.retryAt ?? .distantFuture > now ? $0.text(at: now) : nil }
        }
    }

    /// Records the outcome of the sources of a search. Stored responses, cancelled searches and errors that only this
    /// query has, such as an invalid query, are ignored.
    func record(_ sources: [SourceStatus]) {
        failures.withLock { failures in
            for source in sources where source.hasResponded {
                if let service = source.service { failures[service] = nil }
            }
            // After the successes: one failed source outweighs the other sources of its service.
            for source in sources {
                guard let error = source.error, error.isFailureOfService, let service = source.service else { continue }
                failures[service] = error
            }
        }
    }
}

extension SourceStatus {
    fileprivate var service: SearchService? { SearchHit.Kind.searchable.first { $0.sourceName == name }?.service }

    /// Whether the service has responded to this search. A stale response does not count, because the service may have
    /// failed.
    fileprivate var hasResponded: Bool {
        guard error == nil, let provenance else { return false }
        return provenance.attempts > 0 && !provenance.isStale
    }
}

extension SearchError {
    fileprivate var isFailureOfService: Bool {
        switch self {
        case .invalidQuery, .emptyResult, .notFound, .rejected: false
        case .unreadableResults, .missingCredential, .unauthorized, .forbidden, .authorizationRequired, .limitReached,
            .unavailable:
            true
        case .network: !isCancellation
        }
    }
}
