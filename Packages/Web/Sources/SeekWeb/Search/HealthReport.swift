import Seek

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
