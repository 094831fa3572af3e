import SeekModels
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The GitHub REST API: search of seven kinds, repositories of users and organisations.
///
/// ```swift
/// let gitHub = GitHubClient(token: token, configuration: ClientConfiguration(transport: CurlTransport()))
/// let page = try await gitHub.repositories(of: "octocat")
/// ```
public struct GitHubClient: Sendable {
    /// Where the API is: `https://api.github.com`.
    public static let defaultBaseURL = ServiceURL.gitHub
    /// The largest page (`per_page`).
    public static let maximumPageSize = 100
    /// How many results of one search can be paged, whatever their number.
    public static let maximumResults = 1000

    /// What holds back the calls that GitHub would refuse, and knows what is left of its budgets: for other requests of the same token.
    public let rateLimits: RateLimitMiddleware

    /// Whether requests carry a token.
    let hasToken: Bool
    /// Whether the API is that of a GitHub Enterprise Server.
    let isEnterpriseServer: Bool
    private let client: APIClient
    private let configuration: ClientConfiguration

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - token: a personal access token. Optional: without one GitHub answers 60 requests an hour and 10 searches a
    ///     minute instead of 5,000 and 30. It travels in `Authorization`, to the base URL's origin only.
    ///   - baseURL: where the API is.
    ///   - configuration: the outside world.
    public init(token: String? = nil, baseURL: URL = Self.defaultBaseURL, configuration: ClientConfiguration) {
        self.configuration = configuration
        hasToken = token?.isEmpty == false
        isEnterpriseServer = baseURL.path().split(separator: "/").suffix(2) == ["api", "v3"]
        rateLimits = RateLimitMiddleware(now: configuration.now, sleep: configuration.sleep) {
            Self.resource(of: $0, baseURL: baseURL)
        }
        client = configuration.client(
            for: baseURL,
            credential: token.flatMap { $0.isEmpty ? nil : .bearer($0) },
            headerFields: Self.headerFields,
            limiter: rateLimits
        )
    }

    /// What GitHub asks of every request: the media type, the version of the API, a name.
    public static let headerFields: HTTPFields = [
        .accept: "application/vnd.github+json",
        .gitHubAPIVersion: "2026-03-10",
        .userAgent: ClientConfiguration.userAgent,
    ]

    /// The rate limit that a request counts against, by the name in `x-ratelimit-resource`: `core`, `search`, `code_search`, or
    /// `semantic_search` for semantic and hybrid searches of issues, which GitHub limits apart from others without naming the limit.
    ///
    /// The first segment of the route decides. An account or a repository may be called `search`, too.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - baseURL: the URL of the API, whose path (`/api/v3` of an Enterprise Server) is no part of the route.
    public static func resource(of request: HTTPRequest, baseURL: URL = Self.defaultBaseURL) -> String {
        let base = baseURL.path().split(separator: "/")
        var route = request.url.path().split(separator: "/")[...]
        if route.starts(with: base) { route = route.dropFirst(base.count) }
        guard route.first == "search" else { return "core" }
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

extension GitHubClient {
    struct Page<Value> {
        var value: Value
        var next: PageCursor?
        var provenance: Provenance
    }

    /// One page of a search.
    func search<Item: Decodable & Sendable>(
        _ kind: GitHubSearchKind,
        of type: Item.Type,
        _ query: GitHubQuery,
        _ parameters: QueryParameters,
        _ options: GitHubPageOptions,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<Item> {
        if let error = SearchError(query.diagnostics(for: kind)) { throw error }
        return try await search(kind, of: type, text: query.description, parameters, options, at: cursor)
    }

    /// One page of a search for a text that was checked.
    func search<Item: Decodable & Sendable>(
        _ kind: GitHubSearchKind,
        of type: Item.Type,
        text: String,
        _ parameters: QueryParameters,
        _ options: GitHubPageOptions,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<Item> {
        var items: QueryParameters = ["q": text]
        items.items += parameters.items
        items.items.append(.init(name: "per_page", value: try options.checkedSize()))
        let page = try await page(
            GitHubSearchPage<Item>.self,
            at: cursor,
            or: .path("search/\(kind.rawValue)", items),
            headerFields: options.textMatches ? [.accept: "application/vnd.github.text-match+json"] : [:],
            subject: "such search",
            timeToLive: configuration.searchTimeToLive
        )
        var result = SearchPage(
            items: page.value.items,
            skipped: page.value.skipped,
            totalCount: page.value.totalCount,
            isIncomplete: page.value.isIncomplete,
            next: page.next,
            provenance: page.provenance
        )
        result.searchType = page.value.searchType
        result.lexicalFallbackReasons = page.value.lexicalFallbackReasons
        return result
    }

    /// One page of a listing.
    func list<Item: Decodable & Sendable>(
        _ type: Item.Type,
        _ first: EndpointLocation,
        subject: String,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<Item> {
        let page = try await page(GitHubListPage<Item>.self, at: cursor, or: first, subject: subject)
        return SearchPage(
            items: page.value.items,
            skipped: page.value.skipped,
            next: page.next,
            provenance: page.provenance
        )
    }

    private func page<Value: Decodable & Sendable>(
        _ type: Value.Type,
        at cursor: PageCursor?,
        or first: EndpointLocation,
        headerFields: HTTPFields = [:],
        subject: String,
        timeToLive: Duration? = nil
    ) async throws(SearchError) -> Page<Value> {
        var location = first
        if let cursor {
            guard let url = URL(string: cursor.rawValue), url.scheme != nil else {
                throw .invalidQuery("the page cursor is not one of GitHub's; start at the first page")
            }
            location = .url(url)
        }
        let endpoint = Endpoint(
            at: location,
            headerFields: headerFields,
            timeToLive: timeToLive,
            decode: configuration.decoding(type, at: location)
        )
        do {
            let response = try await client.send(endpoint)
            let next = response.response.nextLink.map { PageCursor(rawValue: $0.absoluteString) }
            return Page(value: response.value, next: next, provenance: response.provenance)
        } catch {
            throw SearchError(error, from: .gitHub, subject: subject, now: configuration.now())
        }
    }
}
