import SeekBasics
import SeekNetworking

struct GitHubErrorResponse: Error, Sendable {
    var status: HTTPResponse.Status
    var message: String
    /// The path of the documentation on docs.github.com.
    var documentation: String
    var errors: [JSONValue] = []
    /// The target of a redirect; nil for an error.
    var location: String?

    var envelope: JSONValue {
        let members: JSONValue = [
            "message": .string(message), "url": .optional(location), "errors": errors.isEmpty ? nil : .array(errors),
            "documentation_url": "https://docs.github.com/\(documentation)", "status": "\(status.code)",
        ]
        return members.withoutNulls
    }
}

extension GitHubErrorResponse {
    static let badCredentials = Self(status: .unauthorized, message: "Bad credentials", documentation: "rest")

    static func notFound(_ documentation: String = "rest") -> Self {
        Self(status: .notFound, message: "Not Found", documentation: documentation)
    }

    static func rateLimit(hasToken: Bool) -> Self {
        Self(
            status: .forbidden,
            message: hasToken
                ? "API rate limit exceeded for user ID 1."
                : "API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated requests get a "
                    + "higher rate limit. Check out the documentation for more details.)",
            documentation: "rest/overview/rate-limits-for-the-rest-api"
        )
    }

    static func missing(_ parameter: String) -> Self {
        invalidSearch(["resource": "Search", "field": .string(parameter), "code": "missing"])
    }

    static func unsupportedMediaType(_ type: String) -> Self {
        Self(
            status: .init(code: 415),
            message: "Unsupported 'Accept' header: '\(type)'. Must accept 'application/json'.",
            documentation: "v3/media"
        )
    }

    static func unknownVersion(_ version: String, supported: [String]) -> Self {
        let names = supported.sorted(by: >).map { "\"\($0)\"" }
        let list = ([names.first.map { "\($0) (most recent)" }].compactMap { $0 } + names.dropFirst())
        return Self(
            status: .badRequest,
            message:
                "The version you specified in the \"X-GitHub-API-Version\" request header, \"\(version)\", is not a "
                + "supported version. The following versions are currently supported: \(list.joined(separator: ", ")).",
            documentation: "rest"
        )
    }

    /// Redirects the former name of a repository to its ID.
    static func movedPermanently(to location: String) -> Self {
        var response = Self(status: 301, message: "Moved Permanently", documentation: "rest")
        response.location = location
        return response
    }

    static let queryTooLong = invalidSearch("The search is longer than 256 characters.")

    static let tooManyOperators = invalidSearch("More than five AND / OR / NOT operators were used.")

    /// Reported in microsoft/vscode-pull-request-github #6691.
    static let onlyOperators = invalidSearch(
        "The search contains only logical operators (AND / OR / NOT) without any search terms."
    )

    /// The real message is not known.
    static let unbalancedParentheses = invalidSearch("The parentheses of the query are not balanced.")

    /// The real message is not known.
    static let semanticSearchWithParentheses = invalidSearch("Parentheses are not supported by semantic search.")

    static let unknownOwner = invalidSearch(
        "The listed users and repositories cannot be searched either because the resources do not exist or you do not "
            + "have permission to view them."
    )

    static let missingIssueType = invalidSearch("Query must include 'is:issue' or 'is:pull-request'")

    static let codeSearchNeedsToken = Self(
        status: .unauthorized,
        message: "Requires authentication",
        documentation: "rest/search/search#search-code",
        errors: [
            [
                "message": "Must be authenticated to access the code search API", "resource": "Search", "field": "q",
                "code": "invalid",
            ]
        ]
    )

    static let semanticSearchNeedsToken = Self(
        status: .unauthorized,
        message: "Requires authentication",
        documentation: "rest/search/search#search-issues-and-pull-requests"
    )

    static let beyondLimit = Self(
        status: .unprocessable,
        message: "Only the first 1000 search results are available",
        documentation: "v3/search/"
    )

    private static func invalidSearch(_ message: String) -> Self {
        invalidSearch(["message": .string(message), "resource": "Search", "field": "q", "code": "invalid"])
    }

    private static func invalidSearch(_ error: JSONValue) -> Self {
        Self(status: .unprocessable, message: "Validation Failed", documentation: "v3/search/", errors: [error])
    }
}

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
