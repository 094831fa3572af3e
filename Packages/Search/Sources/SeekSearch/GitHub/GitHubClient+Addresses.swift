public import SeekBasics
public import SeekNetworking

/// The addresses of a GitHub server. On Enterprise Server, the REST API is at `/api/v3`, the GraphQL API at
/// `/api/graphql`, and the website at `/` (docs.github.com, "Schema URLs").
extension GitHubClient {
    static func isEnterpriseServer(_ baseURL: URL) -> Bool {
        baseURL.path().split(separator: "/").suffix(2) == ["api", "v3"]
    }

    /// Returns the URL of the GraphQL API for the base URL of the REST API.
    public static func graphQLURL(for baseURL: URL = Self.defaultBaseURL) -> URL {
        let base = isEnterpriseServer(baseURL) ? baseURL.deletingLastPathComponent() : baseURL
        return base.appending(path: "graphql", directoryHint: .notDirectory)
    }

    /// Returns the URL of the website for the base URL of the REST API: that of an Enterprise Server or of a subdomain
    /// of `ghe.com`; otherwise `https://github.com`.
    public static func siteURL(for baseURL: URL = Self.defaultBaseURL) -> URL {
        if isEnterpriseServer(baseURL) { return baseURL.deletingLastPathComponent().deletingLastPathComponent() }
        if let host = baseURL.host()?.lowercased(), host.hasPrefix("api."), host.hasSuffix(".ghe.com") {
            return URL(string: "https://\(host.dropFirst("api.".count))") ?? gitHubURL
        }
        return gitHubURL
    }

    /// Returns whether an address is on the website of the server to which a request was sent. Other addresses are not
    /// shown as GitHub's: a user opens them to sign in.
    static func isOnSite(_ address: URL, ofServerAt requestURL: URL?) -> Bool {
        let hosts = [requestURL.map { siteURL(for: $0) }, requestURL].compactMap { $0?.host()?.lowercased() }
        return address.host().map { hosts.contains($0.lowercased()) } ?? false
    }

    private static let gitHubURL = URL(constant: "https://github.com")

    /// Returns the name of the rate limit of a request, as in `x-ratelimit-resource`: `core`, `search`, `code_search`,
    /// `graphql`, or `semantic_search` for semantic and hybrid searches of issues, whose separate limit has no
    /// documented name. Nil for the request of ``rateLimitStatus()``, which is not limited.
    ///
    /// Only the beginning of the route is compared, because accounts and repositories may be called `search`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - baseURL: The base URL of the API, whose path (`/api/v3` of an Enterprise Server) is not part of the route.
    public static func resource(of request: HTTPRequest, baseURL: URL = Self.defaultBaseURL) -> String? {
        let path = request.url.path().split(separator: "/")
        if path == graphQLURL(for: baseURL).path().split(separator: "/") { return "graphql" }
        let base = baseURL.path().split(separator: "/")
        let route = path.starts(with: base) ? path.dropFirst(base.count) : path[...]
        guard route.first == "search" else { return route == ["rate_limit"] ? nil : "core" }
        switch route.dropFirst().first {
        case "code": return "code_search"
        case "issues":
            let items = request.url.query()?.split(separator: "&") ?? []
            let isSemantic = items.contains { $0 == "search_type=semantic" || $0 == "search_type=hybrid" }
            return isSemantic ? "semantic_search" : "search"
        default: return "search"
        }
    }
}
