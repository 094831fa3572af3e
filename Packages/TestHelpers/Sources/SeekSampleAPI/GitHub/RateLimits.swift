/// The counters of GitHub's rate limits, by caller and resource. A pure value: the time is a parameter, in seconds
/// since 1970.
struct RateLimits: Sendable {
    enum Resource: String, Sendable, Hashable, CaseIterable {
        case core, search
        case codeSearch = "code_search"
        /// GitHub publishes the limit (10 per minute) without a name; this name is an assumption.
        case semanticSearch = "semantic_search"

        /// The length of the rate-limit window, in seconds.
        var window: Double { self == .core ? 3600 : 60 }
    }

    /// The state of a rate limit, as in GitHub's `X-RateLimit` fields.
    struct Budget: Sendable, Hashable {
        var resource: Resource
        var limit: Int
        var used: Int
        /// The time of the reset, in seconds since 1970.
        var reset: Int

        var remaining: Int { max(limit - used, 0) }
    }

    struct Key: Sendable, Hashable {
        /// Whether the caller sent the token. All anonymous callers share one limit, like callers behind one IP
        /// address.
        var hasToken: Bool
        var resource: Resource
        /// The number of requests that are permitted in a window.
        var limit: Int
    }

    private struct Window: Sendable {
        var used = 0
        /// The time of the reset, in seconds since 1970.
        var end: Double
    }

    private var windows: [Key: Window] = [:]

    /// Counts a request if the limit permits it.
    mutating func use(_ key: Key, now: Double) -> (budget: Budget, isAllowed: Bool) {
        var window = current(key, now)
        let isAllowed = window.used < key.limit
        if isAllowed { window.used += 1 }
        windows[key] = window
        return (budget(key, now: now), isAllowed)
    }

    mutating func refund(_ key: Key, now: Double) -> Budget {
        var window = current(key, now)
        window.used = max(window.used - 1, 0)
        windows[key] = window
        return budget(key, now: now)
    }

    /// Returns the state of a limit without counting a request.
    func budget(_ key: Key, now: Double) -> Budget {
        let window = current(key, now)
        return Budget(resource: key.resource, limit: key.limit, used: window.used, reset: Int(window.end.rounded(.up)))
    }

    private func current(_ key: Key, _ now: Double) -> Window {
        if let window = windows[key], now < window.end { return window }
        return Window(end: now + key.resource.window)
    }
}

extension SampleRequest {
    /// Whether a search of issues is semantic or hybrid; GitHub ignores other values of `search_type`.
    var isSemanticSearch: Bool { ["semantic", "hybrid"].contains(self["search_type"]) }
}
