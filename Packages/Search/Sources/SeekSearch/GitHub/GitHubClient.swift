public import SeekBasics
public import SeekModels
@_spi(Seek) public import SeekNetworking

/// A client of the GitHub REST API: seven searches, the repositories of users and organizations, single repositories by
/// ID, and the state of the rate limits.
///
/// ```swift
/// let gitHub = GitHubClient(token: token, configuration: ClientConfiguration(transport: CurlTransport()))
/// for try await repository in gitHub.repositories(of: "octocat").items { print(repository.name) }
/// ```
public struct GitHubClient: CallConfigurable {
    /// The default base URL: `https://api.github.com`.
    public static let defaultBaseURL = URL(constant: "https://api.github.com")
    /// The maximum page size (`per_page`).
    public static let maximumPageSize = 100
    /// The maximum number of results that one search returns on all its pages together, even if more match.
    public static let maximumResults = 1000

    /// Enforces GitHub's rate limits and records how many requests remain. Add it to the middleware of other clients
    /// that send requests with the same token.
    public let rateLimits: RateLimitMiddleware

    /// Adds the API version to requests, and negotiates it with an Enterprise Server. Add it to the middleware of other
    /// clients that send requests to the same server.
    public let versions: GitHubVersionMiddleware

    let hasToken: Bool
    private let renewsToken: Bool
    let isEnterpriseServer: Bool
    /// The URL of the website.
    let siteURL: URL
    private var client: APIClient
    let configuration: ClientConfiguration

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - token: A personal access token, sent to the base URL's origin only. With a token, GitHub allows 5,000
    ///     requests an hour and 30 searches a minute; without a token, 60 requests an hour and 10 searches a minute.
    ///   - baseURL: The base URL of the API: that of an Enterprise Server ends in `/api/v3`.
    ///   - apiVersion: The version of the API, such as `2022-11-28`; nil negotiates it, see ``GitHubVersionMiddleware``.
    ///   - configuration: The transport, storage and limits.
    public init(
        token: String? = nil,
        baseURL: URL = Self.defaultBaseURL,
        apiVersion: String? = nil,
        configuration: ClientConfiguration
    ) {
        let credential = token.flatMap { $0.isEmpty ? nil : CredentialSource(.bearer($0)) }
        self.init(source: credential, baseURL: baseURL, apiVersion: apiVersion, configuration: configuration)
    }

    /// Creates a client of a user whose token is renewed, such as that of a GitHub App.
    ///
    /// ```swift
    /// let account = CredentialSource(account: session.userID) { rejected in
    ///     .bearer(try await session.accessToken(refreshing: rejected != nil))
    /// }
    /// let gitHub = GitHubClient(token: account, configuration: configuration)
    /// ```
    /// If the token cannot be renewed, calls throw ``SearchError/unauthorized(_:_:)``.
    ///
    /// - Parameters:
    ///   - token: The source of the token.
    ///   - baseURL: The base URL of the API: that of an Enterprise Server ends in `/api/v3`.
    ///   - apiVersion: The version of the API, such as `2022-11-28`; nil negotiates it, see ``GitHubVersionMiddleware``.
    ///   - configuration: The transport, storage and limits.
    public init(
        token: CredentialSource,
        baseURL: URL = Self.defaultBaseURL,
        apiVersion: String? = nil,
        configuration: ClientConfiguration
    ) {
        self.init(source: token, baseURL: baseURL, apiVersion: apiVersion, configuration: configuration)
    }

    /// Creates a client with a credential of any kind, or without one.
    @_spi(Seek) public init(
        source credential: CredentialSource?,
        baseURL: URL,
        apiVersion: String?,
        configuration: ClientConfiguration
    ) {
        self.configuration = configuration
        hasToken = credential != nil
        renewsToken = credential.map { $0.constant == nil } ?? false
        isEnterpriseServer = Self.isEnterpriseServer(baseURL)
        siteURL = Self.siteURL(for: baseURL)
        rateLimits = RateLimitMiddleware(
            store: credential.flatMap { configuration.rateLimitStore?($0.fingerprint) },
            report: configuration.onStoreFailure,
            now: configuration.now
        ) {
            Self.resource(of: $0, baseURL: baseURL)
        }
        versions = GitHubVersionMiddleware(
            baseURL: baseURL,
            version: apiVersion,
            isEnterpriseServer: isEnterpriseServer
        )
        client = configuration.client(
            for: baseURL,
            credential: credential,
            headerFields: Self.headerFields,
            versions: versions,
            limiter: rateLimits
        )
    }

    /// Returns a client with changed call options.
    ///
    /// ```swift
    /// let page = try await gitHub.with { $0.cacheMode = .reload }.searchRepositories("swift")
    /// ```
    public func with(_ change: (inout CallOptions) -> Void) -> GitHubClient {
        var copy = self
        copy.client = client.with(change)
        return copy
    }

    /// The header fields of all requests except the API version, which ``versions`` adds: the media type and a user
    /// agent.
    public static let headerFields: HTTPFields = [
        .accept: "application/vnd.github+json",
        .userAgent: ClientConfiguration.userAgent,
    ]
}

extension GitHubClient {
    func search<Item: Decodable & Sendable>(
        _ kind: GitHubSearchKind,
        _ query: some GitHubQueryConvertible,
        _ parameters: QueryParameters,
        _ pageSize: Int,
        _ textMatches: Bool,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<Item> {
        let query = query.gitHubQuery
        if let error = SearchError(query.diagnostics(for: kind)) { throw error }
        return try await search(kind, text: query.description, parameters, pageSize, textMatches, at: cursor)
    }

    /// Returns a page of a search for a validated text.
    func search<Item: Decodable & Sendable>(
        _ kind: GitHubSearchKind,
        text: String,
        _ parameters: QueryParameters,
        _ pageSize: Int,
        _ textMatches: Bool,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<Item> {
        let pageSize = try QueryText.checked(pageSize: pageSize, limit: Self.maximumPageSize)
        var query: QueryParameters = ["q": text]
        query.items += parameters.items
        query.items.append(.init(name: "per_page", value: pageSize))
        let page: Response<GitHubSearchPage<Item>>
        do throws(SearchError) {
            page = try await self.page(
                GitHubSearchPage<Item>.self,
                at: cursor,
                of: .search(kind),
                query,
                headerFields: textMatches ? [.accept: "application/vnd.github.text-match+json"] : [:],
                subject: "such search at this base URL",
                timeToLive: configuration.searchTimeToLive
            )
        } catch {
            throw await explained(error, ofSearchFor: text)
        }
        var result = SearchPage(
            items: page.value.items,
            skipped: page.value.skipped,
            totalCount: page.value.totalCount,
            incompleteReasons: page.response.incompleteReasons.union(page.value.isIncomplete ? [.timedOut] : []),
            next: page.nextCursor,
            provenance: page.provenance
        )
        result.searchType = page.value.searchType
        result.lexicalFallbackReasons = page.value.lexicalFallbackReasons
        result.deprecation = page.response.deprecation
        return result
    }

    func list<Item: Decodable & Sendable>(
        _ endpoint: GitHubEndpoint,
        _ parameters: QueryParameters,
        subject: String,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<Item> {
        let page = try await page(GitHubListPage<Item>.self, at: cursor, of: endpoint, parameters, subject: subject)
        var result = SearchPage(
            items: page.value.items,
            skipped: page.value.skipped,
            incompleteReasons: page.response.incompleteReasons,
            next: page.nextCursor,
            provenance: page.provenance
        )
        result.deprecation = page.response.deprecation
        return result
    }

    /// Returns a repository. The request counts against the limit `core`, not against that of searches.
    ///
    /// The endpoint `repositories/ID` appears in GitHub's links, but not in its reference.
    ///
    /// - Parameter id: The repository's ``/SeekModels/GitHubRepository/id``.
    /// - Throws: ``SearchError/notFound(_:_:)`` if there is none, or if the token has no access.
    public func repository(id: Int64) async throws(SearchError) -> GitHubRepository {
        try await page(GitHubRepository.self, at: nil, of: .repository(id), [:], subject: "repository '\(id)'").value
    }

    /// Returns a repository by its present or a former name, and the provenance of the response. The request counts
    /// against the limit `core`.
    ///
    /// - Throws: ``SearchError/notFound(_:_:)`` if there is none, or if the token has no access.
    public func repository(owner: String, name: String) async throws(SearchError) -> Response<GitHubRepository> {
        let owner = try QueryText.checked(owner, name: "owner", limit: 100)
        let name = try QueryText.checked(name, name: "repository name", limit: 100)
        return try await page(
            GitHubRepository.self,
            at: nil,
            of: .repositoryNamed(owner: owner, name: name),
            [:],
            subject: "repository '\(owner)/\(name)'"
        )
    }

    /// Returns an issue or a pull request, and the provenance of the response. The request counts against the limit
    /// `core`. The repository may have its present or a former name.
    ///
    /// - Throws: ``SearchError/notFound(_:_:)`` if there is none, if it was deleted, or if the token has no access.
    public func issue(
        _ number: Int64,
        owner: String,
        repository: String
    ) async throws(SearchError) -> Response<GitHubIssue> {
        let owner = try QueryText.checked(owner, name: "owner", limit: 100)
        let repository = try QueryText.checked(repository, name: "repository name", limit: 100)
        return try await page(
            GitHubIssue.self,
            at: nil,
            of: .issue(number, owner: owner, repository: repository),
            [:],
            subject: "issue or pull request '\(owner)/\(repository)#\(String(number))'"
        )
    }

    /// Returns the status of all rate limits: those of the token or, without a token, those of the machine's address.
    /// The request does not count against any limit, and its response is not cached.
    ///
    /// ``rateLimits`` provides the limits without a request, but only those that earlier responses contained.
    ///
    /// - Returns: The limits, sorted by resource.
    /// - Throws: ``SearchError/notFound(_:_:)`` on a GitHub Enterprise Server whose rate limits are disabled.
    public func rateLimitStatus() async throws(SearchError) -> [RateLimit] {
        let client = with { $0.cacheMode = .noStore }
        let type = GitHubRateLimitStatus.self
        let page = try await client.page(type, at: nil, of: .rateLimits, [:], subject: "rate limits")
        return page.value.limits(page.response.headerFields, at: configuration.now())
    }

    /// Returns the page at a cursor; without a cursor, the first page of the endpoint.
    ///
    /// - Parameter subject: What does not exist if the status is 404, as the end of the message `GitHub has no …`.
    private func page<Value: Decodable & Sendable>(
        _ type: Value.Type,
        at cursor: PageCursor?,
        of endpoint: GitHubEndpoint,
        _ parameters: QueryParameters,
        headerFields: HTTPFields = [:],
        subject: String,
        timeToLive: Duration? = nil
    ) async throws(SearchError) -> Response<Value> {
        var location = EndpointLocation.path(endpoint.path, parameters)
        var parameters = parameters
        if let cursor {
            guard let url = URL(string: cursor.rawValue), url.scheme != nil else {
                throw .invalidQuery("\(.pageCursor) is not one of GitHub's; start at the first page")
            }
            guard endpoint.hasPage(at: url, with: parameters) else { throw .cursorOfAnotherSearch }
            location = .url(url)
            parameters = QueryParameters(of: url)
        }
        let isStubbed = configuration.stubBehavior != .never
        var request = Endpoint(
            at: location,
            headerFields: headerFields,
            timeToLive: timeToLive,
            sample: isStubbed ? GitHubSamples.response(to: endpoint, parameters) : nil,
            decode: configuration.decoding(type, at: location)
        )
        request.checksNesting = false
        do {
            return try await client.send(request)
        } catch {
            let now = configuration.now()
            throw SearchError(
                error,
                from: .gitHub,
                subject: subject,
                hasCredential: hasToken,
                renewsCredential: renewsToken,
                now: now
            )
        }
    }
}

extension SearchError {
    static let codeByDate = Self.invalidQuery(
        "GitHub cannot search code by date; remove the dates, or do not search code"
    )
    static let cursorOfAnotherSearch = Self.invalidQuery(
        "\(.pageCursor) belongs to another search; use it with that search, or start at the first page"
    )
}

extension Response {
    /// The cursor of the next page, from the `Link` field; nil on the last page.
    fileprivate var nextCursor: PageCursor? { response.nextLink.map { PageCursor(rawValue: $0.absoluteString) } }
}
