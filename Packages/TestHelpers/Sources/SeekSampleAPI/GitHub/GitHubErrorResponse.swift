import SeekNetworking

/// An error response of GitHub.
struct GitHubErrorResponse: Error, Sendable {
    var status: HTTPResponse.Status
    var message: String
    var documentation: String
    /// The details of the error.
    var errors: [JSONText] = []

    var envelope: JSONText {
        var members: [JSONText.Member] = [.init(name: "message", value: .string(message))]
        if !errors.isEmpty { members.append(.init(name: "errors", value: .array(errors))) }
        members.append(.init(name: "documentation_url", value: .string("https://docs.github.com/\(documentation)")))
        members.append(.init(name: "status", value: .string(String(status.code))))
        return .object(members)
    }
}

extension GitHubErrorResponse {
    static let badCredentials = GitHubErrorResponse(
        status: .unauthorized,
        message: "Bad credentials",
        documentation: "rest"
    )

    static func notFound(_ documentation: String = "rest") -> GitHubErrorResponse {
        GitHubErrorResponse(status: .notFound, message: "Not Found", documentation: documentation)
    }

    static func rateLimit(hasToken: Bool) -> GitHubErrorResponse {
        GitHubErrorResponse(
            status: .forbidden,
            message: hasToken
                ? "API rate limit exceeded for user ID 1."
                : "API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated requests get a higher "
                    + "rate limit. Check out the documentation for more details.)",
            documentation: "rest/overview/rate-limits-for-the-rest-api"
        )
    }

    static let missingQuery = invalidSearch(["resource": "Search", "field": "q", "code": "missing"])

    static let longQuery = invalidSearch("The search is longer than 256 characters.")

    static let manyOperators = invalidSearch("More than five AND / OR / NOT operators were used.")

    static let unknownOwner = invalidSearch(
        "The listed users and repositories cannot be searched either because the resources do not exist or you do not have "
            + "permission to view them."
    )

    static let missingIssueType = invalidSearch("Query must include 'is:issue' or 'is:pull-request'")

    static let codeSearchNeedsToken = GitHubErrorResponse(
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

    static let semanticSearchNeedsToken = GitHubErrorResponse(
        status: .unauthorized,
        message: "Requires authentication",
        documentation: "rest/search/search#search-issues-and-pull-requests"
    )

    static let beyondLimit = GitHubErrorResponse(
        status: .unprocessable,
        message: "Only the first 1000 search results are available",
        documentation: "v3/search/"
    )

    private static func invalidSearch(_ message: String) -> GitHubErrorResponse {
        invalidSearch(["message": .string(message), "resource": "Search", "field": "q", "code": "invalid"])
    }

    private static func invalidSearch(_ error: JSONText) -> GitHubErrorResponse {
        GitHubErrorResponse(
            status: .unprocessable,
            message: "Validation Failed",
            documentation: "v3/search",
            errors: [error]
        )
    }
}
