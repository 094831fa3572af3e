import Seek

/// The state of the parts that the web app uses. It names no file, host or credential.
struct HealthReport: Sendable, Hashable {
    /// The state of a part.
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

    /// The version of Seek.
    var version = SeekVersion.current
    /// The parts, in a fixed order.
    var checks: [Check]

    /// Whether no part is missing or has failed.
    var isHealthy: Bool { !checks.contains { $0.state == .degraded } }
}

extension WebSearchService {
    /// Returns the state of the app's parts without sending a request. YouTube or GitHub is also degraded if its latest
    /// search failed.
    func health() -> HealthReport {
        func check(_ name: String, _ isSet: Bool, else state: HealthReport.State, _ message: String)
            -> HealthReport.Check
        {
            HealthReport.Check(name: name, state: isSet ? .ok : state, message: isSet ? nil : message)
        }
        let (key, token) = (configuration.youTubeAPIKey ?? "", configuration.gitHubToken ?? "")
        let missingKey = SearchError.missingCredential(.youTube).serverMessage
        func addingFailure(of service: SearchService, to check: HealthReport.Check) -> HealthReport.Check {
            let failure = failures.message(of: service, at: configuration.client.now())
            guard check.state != .degraded, let failure else { return check }
            return HealthReport.Check(
                name: check.name,
                state: .degraded,
                message: "The latest search failed: \(failure)"
            )
        }
        let hasCache = configuration.cachesResponses && configuration.cacheFolder != nil
        return HealthReport(checks: [
            addingFailure(of: .youTube, to: check("youtube", !key.isEmpty, else: .degraded, missingKey)),
            addingFailure(
                of: .gitHub,
                to: check(
                    "github",
                    !token.isEmpty,
                    else: .off,
                    "GitHub allows more requests with a token; set GH_TOKEN."
                )
            ),
            hasCache
                ? check("cache", client.cache != nil, else: .degraded, "The cache folder cannot be used; see the log.")
                : check("cache", false, else: .off, "Nothing is stored; set SEEK_CACHE_DIR."),
            check("state", client.saved != nil, else: .off, "Searches cannot be saved; set SEEK_STATE_DIR."),
            check("redis", configuration.redis != nil, else: .off, "Nothing is shared; set SEEK_REDIS_URL."),
            check("stores", client.lastStoreFailure == nil, else: .degraded, "A store has failed; see the log."),
        ])
    }
}
