public import SeekBasics
public import SeekNetworking

/// The kind of an account whose repositories are listed. The raw value is its name in errors.
enum GitHubAccountKind: String { case user, organization }

/// An endpoint of the GitHub REST API that ``GitHubClient`` calls. ``GitHubSamples`` has a response for each.
enum GitHubEndpoint: Sendable, Hashable {
    case search(GitHubSearchKind)
    case repositories(of: GitHubAccountKind, login: String)
    /// A repository, by ID.
    case repository(Int64)
    /// A repository, by its present or a former name.
    case repositoryNamed(owner: String, name: String)
    /// An issue or a pull request.
    case issue(Int64, owner: String, repository: String)
    case rateLimits

    var path: EndpointPath {
        switch self {
        case .search(.repositories): "search/repositories"
        case .search(.issues): "search/issues"
        case .search(.users): "search/users"
        case .search(.code): "search/code"
        case .search(.commits): "search/commits"
        case .search(.topics): "search/topics"
        case .search(.labels): "search/labels"
        case .repositories(of: .user, let login): "users/\(login)/repos"
        case .repositories(of: .organization, let login): "orgs/\(login)/repos"
        case .repository(let id): "repositories/\(String(id))"
        case .repositoryNamed(let owner, let name): "repos/\(owner)/\(name)"
        case .issue(let number, let owner, let name): "repos/\(owner)/\(name)/issues/\(String(number))"
        case .rateLimits: "rate_limit"
        }
    }

    /// Returns whether the URL of a page can belong to this endpoint and these parameters.
    ///
    /// GitHub's links contain the ID of an account in place of its login; an ID is not compared. The URL must have the
    /// same parameters, except the page and its size, and may have others that Seek does not send.
    func hasPage(at url: URL, with parameters: QueryParameters) -> Bool {
        let segments = url.path().split(separator: "/").map(String.init)
        let endpointSegments = path.encoded.split(separator: "/").map(String.init)
        switch self {
        case .repository, .repositoryNamed, .issue, .rateLimits: return false
        case .search:
            guard segments.suffix(2) == endpointSegments[...] else { return false }
        case .repositories:
            guard let route = segments.suffix(3).first, segments.last == "repos" else { return false }
            let isByID = ["user", "organizations"].contains(route)
            guard isByID || segments.suffix(3).map({ $0.lowercased() }) == endpointSegments.map({ $0.lowercased() })
            else { return false }
        }
        func values(_ name: String, _ parameters: QueryParameters) -> [[UInt8]] {
            parameters.items.filter { $0.name == name }.map { Array($0.value.utf8) }
        }
        let parametersOfPage = QueryParameters(of: url)
        return Self.selectingParameters.allSatisfy { values($0, parametersOfPage) == values($0, parameters) }
    }

    /// The parameters that select results or determine their order.
    private static let selectingParameters = [
        "q", "sort", "order", "direction", "type", "search_type", "advanced_search", "repository_id",
    ]
}

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
