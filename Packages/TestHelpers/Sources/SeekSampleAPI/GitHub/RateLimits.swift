/// What was used of GitHub's limits, a budget for each caller and resource. A pure value: the time comes in.
struct RateLimits: Sendable {
    enum Resource: String, Sendable, Hashable, CaseIterable {
        case core, search
        case codeSearch = "code_search"
        /// GitHub publishes the limit (10 a minute) and no name for it; this one is the sample's.
        case semanticSearch = "semantic_search"

        /// The budget that pays for a request.
        init(_ request: SampleRequest) {
            guard request.path.first == "search" else {
                self = .core
                return
            }
            switch request.path.dropFirst().first {
            case "code": self = .codeSearch
            case "issues" where request.asksForMeaning: self = .semanticSearch
            default: self = .search
            }
        }

        /// How long a budget lasts, in seconds.
        var window: Double { self == .core ? 3600 : 60 }
    }

    /// What is left of a budget.
    struct Budget: Sendable, Hashable {
        var resource: Resource
        var limit: Int
        var used: Int
        /// When it is whole again, in seconds since 1970.
        var reset: Int

        var remaining: Int { max(limit - used, 0) }
    }

    struct Key: Sendable, Hashable {
        /// Whether the caller gave the token; all others share one budget, as callers behind one address do.
        var hasToken: Bool
        var resource: Resource
    }

    private struct Window: Sendable {
        var used = 0
        var end: Double
    }

    private var windows: [Key: Window] = [:]

    /// Uses one request of a budget, if one is left.
    mutating func use(_ key: Key, limit: Int, now: Double) -> (budget: Budget, isAllowed: Bool) {
        var window = current(key, now)
        let isAllowed = window.used < limit
        if isAllowed { window.used += 1 }
        windows[key] = window
        return (budget(key, window, limit), isAllowed)
    }

    /// Takes back a request that costs nothing after all.
    mutating func giveBack(_ key: Key, limit: Int, now: Double) -> Budget {
        var window = current(key, now)
        window.used = max(window.used - 1, 0)
        windows[key] = window
        return budget(key, window, limit)
    }

    /// What is left, without using any.
    func budget(_ key: Key, limit: Int, now: Double) -> Budget {
        budget(key, current(key, now), limit)
    }

    private func current(_ key: Key, _ now: Double) -> Window {
        if let window = windows[key], now < window.end { return window }
        return Window(end: now + key.resource.window)
    }

    private func budget(_ key: Key, _ window: Window, _ limit: Int) -> Budget {
        Budget(resource: key.resource, limit: limit, used: window.used, reset: Int(window.end.rounded(.up)))
    }
}

extension SampleRequest {
    /// Whether a search of issues is to be semantic or hybrid; GitHub ignores other values of `search_type`.
    var asksForMeaning: Bool { ["semantic", "hybrid"].contains(self["search_type"]) }
}
