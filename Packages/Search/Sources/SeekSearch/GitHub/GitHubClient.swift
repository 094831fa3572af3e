public import SeekModels
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The GitHub REST API: repositories.
///
/// ```swift
/// let gitHub = GitHubClient(token: token, environment: SearchEnvironment(transport: CurlTransport()))
/// let page = try await gitHub.repositories(of: "octocat")
/// ```
public struct GitHubClient: Sendable {
    /// Where the API is: `https://api.github.com`.
    public static let defaultBaseURL = ServiceURL.gitHub
    /// The largest page (`per_page`).
    public static let maximumPageSize = 100
    /// The longest search text, in characters; GitHub answers 422 to longer ones.
    public static let maximumTextLength = 256

    private let client: APIClient
    private let environment: SearchEnvironment

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - token: a personal access token. Optional: without one GitHub answers 60 requests an hour and 10 searches a
    ///     minute instead of 5,000 and 30. It travels in `Authorization`, to the base URL's origin only.
    ///   - baseURL: where the API is.
    ///   - environment: the outside world.
    public init(token: String? = nil, baseURL: URL = Self.defaultBaseURL, environment: SearchEnvironment) {
        self.environment = environment
        client = environment.client(
            for: baseURL,
            credential: token.flatMap { $0.isEmpty ? nil : .bearer($0) },
            headerFields: Self.headerFields,
            counting: RateLimiting(now: environment.now, sleep: environment.sleep, resource: Self.resource)
        )
    }

    /// What GitHub asks of every request: the media type, the version of the API, a name.
    public static let headerFields: HTTPFields = [
        .accept: "application/vnd.github+json",
        .gitHubAPIVersion: "2026-03-10",
        .userAgent: SearchEnvironment.userAgent,
    ]

    /// Which of GitHub's budgets pays for a request, by the name `x-ratelimit-resource` gives it.
    @Sendable public static func resource(of request: HTTPRequest) -> String {
        let parts = request.url.path().split(separator: "/")
        guard let search = parts.lastIndex(of: "search") else { return "core" }
        return parts[(search + 1)...].first == "code" ? "code_search" : "search"
    }

    /// One page of the public repositories of a user or organisation, in order of full name.
    ///
    /// - Parameters:
    ///   - user: the login: 1...100 characters (GitHub's own have at most 39).
    ///   - pageSize: 1...100.
    ///   - cursor: which page; nil is the first.
    public func repositories(
        of user: String,
        pageSize: Int = 30,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        let user = try QueryText.checked(user, name: "user name", limit: 100)
        let size = try QueryText.checked(pageSize: pageSize, limit: Self.maximumPageSize)
        let first = EndpointLocation.path("users/\(user)/repos", ["per_page": size])
        let page = try await page(
            GitHubListPage<GitHubRepository>.self,
            at: cursor,
            or: first,
            subject: "user '\(user)'"
        )
        return SearchPage(
            items: page.value.items,
            skipped: page.value.skipped,
            next: page.next,
            provenance: page.provenance
        )
    }

    /// One page of the repositories that match a text. At most 1,000 can be paged.
    ///
    /// - Parameters:
    ///   - text: words and qualifiers as in GitHub's search field, at most 256 characters: `tetris language:swift`.
    ///   - pageSize: 1...100.
    ///   - cursor: which page; nil is the first.
    public func searchRepositories(
        _ text: String,
        pageSize: Int = 30,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubRepository> {
        let text = try QueryText.checked(text, limit: Self.maximumTextLength)
        let size = try QueryText.checked(pageSize: pageSize, limit: Self.maximumPageSize)
        let first = EndpointLocation.path("search/repositories", ["q": text, "per_page": size])
        let page = try await page(
            GitHubSearchPage<GitHubRepository>.self,
            at: cursor,
            or: first,
            subject: "such search",
            timeToLive: environment.searchTimeToLive
        )
        return SearchPage(
            items: page.value.items,
            skipped: page.value.skipped,
            totalCount: page.value.totalCount,
            isIncomplete: page.value.isIncomplete,
            next: page.next,
            provenance: page.provenance
        )
    }

    /// The repositories that match a text as a source, for ``SearchSource/pages(for:from:)`` and ``SearchScreen``.
    public func repositorySearch(pageSize: Int = 30) -> some SearchSource<GitHubRepository> {
        GitHubSource { text, cursor throws(SearchError) in
            try await searchRepositories(text, pageSize: pageSize, at: cursor)
        }
    }

    /// The repositories of the user who is asked for as a source.
    public func userRepositories(pageSize: Int = 30) -> some SearchSource<GitHubRepository> {
        GitHubSource { user, cursor throws(SearchError) in
            try await repositories(of: user, pageSize: pageSize, at: cursor)
        }
    }
}

extension GitHubClient {
    private struct Page<Value> {
        var value: Value
        var next: PageCursor?
        var provenance: Provenance
    }

    private func page<Value: Decodable & Sendable>(
        _ type: Value.Type,
        at cursor: PageCursor?,
        or first: EndpointLocation,
        subject: String,
        timeToLive: Duration? = nil
    ) async throws(SearchError) -> Page<Value> {
        let decoder = ModelDecoder(environment.decodingMode)
        var endpoint = Endpoint(at: first, timeToLive: timeToLive) { try decoder.decode(type, from: $0.body) }
        if let cursor {
            guard let url = URL(string: cursor.rawValue) else {
                throw .invalidQuery("the page cursor is not one of GitHub's; start at the first page")
            }
            endpoint.location = .url(url)
        }
        do {
            let answer = try await client.send(endpoint)
            let next = answer.response.nextLink.map { PageCursor(rawValue: $0.absoluteString) }
            return Page(value: answer.value, next: next, provenance: answer.provenance)
        } catch {
            throw SearchError(error, from: .gitHub, subject: subject, now: environment.now())
        }
    }
}

private struct GitHubSource: SearchSource {
    let fetch: @Sendable (String, PageCursor?) async throws(SearchError) -> SearchPage<GitHubRepository>

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<GitHubRepository> {
        try await fetch(text, cursor)
    }
}
