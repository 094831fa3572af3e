public import SeekBasics
public import SeekModels
@_spi(Seek) public import SeekNetworking

/// A client of the YouTube Data API: search, and details of videos, channels and playlists.
///
/// ```swift
/// let youTube = YouTubeClient(apiKey: key, configuration: ClientConfiguration(transport: CurlTransport()))
/// let page = try await youTube.search("swift concurrency")
/// let detailed = try await youTube.details(of: page.items)
/// ```
public struct YouTubeClient: CallConfigurable {
    /// The default base URL: `https://www.googleapis.com`.
    public static let defaultBaseURL = URL(constant: "https://www.googleapis.com")

    private let client: APIClient
    private let apiVersion: String
    private let hasToken: Bool
    private let renewsToken: Bool
    private var callOptions = CallOptions()
    /// The key of the counts in the quota store; nil without a credential.
    let quotaKey: String?
    let configuration: ClientConfiguration

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - apiVersion: The API version, which is part of all paths.
    ///   - apiKey: The key of a Google Cloud project, sent in a header field to the base URL's origin only. With
    ///     neither a key nor a token, each call throws ``SearchError/missingCredential(_:)`` and sends nothing.
    ///   - accessToken: A user's OAuth token, sent instead of the key. Filters by owner require a token.
    ///   - baseURL: The base URL of the API.
    ///   - configuration: The transport, storage and limits.
    public init(
        apiVersion: String = "v3",
        apiKey: String?,
        accessToken: String? = nil,
        baseURL: URL = Self.defaultBaseURL,
        configuration: ClientConfiguration
    ) {
        let token = accessToken.flatMap { $0.isEmpty ? nil : CredentialSource(.bearer($0)) }
        self.init(apiVersion: apiVersion, apiKey: apiKey, source: token, baseURL: baseURL, configuration: configuration)
    }

    /// Creates a client of a user whose OAuth token is renewed.
    ///
    /// ```swift
    /// let account = CredentialSource(account: session.userID) { rejected in
    ///     .bearer(try await session.accessToken(refreshing: rejected != nil))
    /// }
    /// let youTube = YouTubeClient(accessToken: account, configuration: configuration)
    /// ```
    /// If the token cannot be renewed, calls throw ``SearchError/unauthorized(_:_:)``.
    ///
    /// - Parameters:
    ///   - apiVersion: The API version, which is part of all paths.
    ///   - apiKey: The key of the Google Cloud project against whose quota calls are counted; nil counts them for the
    ///     account.
    ///   - accessToken: The source of the token.
    ///   - baseURL: The base URL of the API.
    ///   - configuration: The transport, storage and limits.
    public init(
        apiVersion: String = "v3",
        apiKey: String? = nil,
        accessToken: CredentialSource,
        baseURL: URL = Self.defaultBaseURL,
        configuration: ClientConfiguration
    ) {
        self.init(
            apiVersion: apiVersion,
            apiKey: apiKey,
            source: accessToken,
            baseURL: baseURL,
            configuration: configuration
        )
    }

    /// Creates a client with a credential of any kind, or without one.
    @_spi(Seek) public init(
        apiVersion: String,
        apiKey: String?,
        source token: CredentialSource?,
        baseURL: URL,
        configuration: ClientConfiguration
    ) {
        let key = apiKey.flatMap { $0.isEmpty ? nil : CredentialSource(Credential(name: .googleAPIKey, value: $0)) }
        self.apiVersion = apiVersion
        self.configuration = configuration
        hasToken = token != nil
        renewsToken = token.map { $0.constant == nil } ?? false
        // A request is retried at most once, because each attempt of a search is one of the day's 100 calls.
        var configuration = configuration
        configuration.retryPolicy.maximumAttempts = min(configuration.retryPolicy.maximumAttempts, 2)
        let counted = key ?? token
        quotaKey = counted?.quotaKey(at: baseURL)
        let limiter = counted.flatMap { configuration.youTubeQuotaMiddleware(for: $0, at: baseURL) }
        client = configuration.client(
            for: baseURL,
            credential: token ?? key,
            headerFields: [.userAgent: ClientConfiguration.userAgent],
            limiter: limiter
        )
    }

    /// Returns a client with changed call options.
    ///
    /// ```swift
    /// let page = try await youTube.with { $0.cacheMode = .reload }.search("swift concurrency")
    /// ```
    public func with(_ change: (inout CallOptions) -> Void) -> YouTubeClient {
        var client = self
        change(&client.callOptions)
        return client
    }

    /// Returns a page of results (search.list). Costs one of 100 calls a day, unless the page is stored.
    ///
    /// - Parameters:
    ///   - query: The query, or a string to search videos for. A query with errors in
    ///     ``YouTubeSearchQuery/diagnostics(isAuthorized:now:)`` is not sent.
    ///   - cursor: The page; nil is the first.
    /// - Returns: The page, which is empty if nothing was found. Strict decoding throws
    ///   ``SearchError/emptyResult(keyword:)`` instead.
    public func search(
        _ query: some YouTubeQueryConvertible,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<YouTubeSearchItem> {
        let query = query.youTubeQuery
        let response: Response<YouTubeSearchPage>
        do throws(SearchError) {
            response = try await get(.search, try parameters(of: query, at: cursor))
        } catch .network(let error) where error.underlyingError as? ModelError == .noItems {
            throw .emptyResult(keyword: query.text)
        }
        let page = response.value
        var result = SearchPage(
            items: page.items,
            skipped: page.skipped,
            totalCount: page.totalResults,
            next: page.nextPageToken.map(PageCursor.init),
            provenance: response.provenance
        )
        result.deprecation = response.response.deprecation
        return result
    }

    /// Returns a stored page that would be served without a request; nil if there is none.
    func storedPage(
        of query: YouTubeSearchQuery,
        at cursor: PageCursor?
    ) async throws(SearchError) -> YouTubeSearchPage? {
        let endpoint: Endpoint<YouTubeSearchPage> = try endpoint(.search, try parameters(of: query, at: cursor))
        guard configuration.store != nil, configuration.stubBehavior == .never else { return nil }
        guard [.default, .forceCache, .onlyIfCached].contains(cacheMode) else { return nil }
        var options = callOptions
        options.cacheMode = .onlyIfCached
        if cacheMode == .default { options.allowsStale = false }
        // Any error means that no stored page can be used.
        return try? await client.with { $0 = options }.send(endpoint).value
    }

    var cacheMode: RequestOptions.CacheMode { callOptions.cacheMode ?? configuration.cacheMode }

    private func parameters(
        of query: YouTubeSearchQuery,
        at cursor: PageCursor?
    ) throws(SearchError) -> QueryParameters {
        let diagnostics = query.diagnostics(isAuthorized: hasToken, now: configuration.now())
        if let error = SearchError(diagnostics) { throw error }
        return query.parameters(text: QueryText.trimmed(query.text), at: cursor)
    }

    /// Returns the pages of the results, each requested when the loop reaches it. A page that is not stored costs one
    /// call.
    public func pages(
        for query: some YouTubeQueryConvertible,
        from cursor: PageCursor? = nil
    ) -> PageSequence<SearchPage<YouTubeSearchItem>, PageCursor, SearchError> {
        PageSequence(from: cursor) { cursor throws(SearchError) in try await search(query, at: cursor) }
    }

    /// Calls a method.
    ///
    /// - Parameter subject: What is missing if the server responds with 404: "YouTube has no …".
    func get<Value: Decodable & Sendable>(
        _ method: YouTubeMethod,
        _ parameters: QueryParameters,
        subject: String = "such method at this base URL"
    ) async throws(SearchError) -> Response<Value> {
        let endpoint: Endpoint<Value> = try endpoint(method, parameters)
        do {
            return try await client.with { $0 = callOptions }.send(endpoint)
        } catch {
            let now = configuration.now()
            throw SearchError(error, from: .youTube, subject: subject, renewsCredential: renewsToken, now: now)
        }
    }

    private func endpoint<Value: Decodable & Sendable>(
        _ method: YouTubeMethod,
        _ parameters: QueryParameters
    ) throws(SearchError) -> Endpoint<Value> {
        guard quotaKey != nil else { throw .missingCredential(.youTube) }
        if let item = parameters.items.first(where: { QueryText.hasControlCharacter($0.value) }) {
            throw .invalidQuery("the parameter '\(item.name)' contains a control character; remove it")
        }
        let location = EndpointLocation.path("youtube/\(apiVersion)/\(method.rawValue)", parameters)
        let isStubbed = configuration.stubBehavior != .never
        var endpoint = Endpoint(
            at: location,
            timeToLive: configuration.searchTimeToLive,
            sample: isStubbed ? YouTubeSamples.response(to: method, parameters) : nil,
            decode: configuration.decoding(Value.self, at: location)
        )
        endpoint.checksNesting = false
        return endpoint
    }
}

/// A method of the YouTube Data API that ``YouTubeClient`` calls. The raw value is the end of its path, which is sent as
/// it is: Google does not know `videos%3AbatchGetStats`.
/// ``YouTubeSamples`` contains a sample response for each method.
enum YouTubeMethod: EndpointPath, Sendable, CaseIterable {
    case search = "search"
    case videos = "videos"
    case channels = "channels"
    case playlists = "playlists"
    case playlistItems = "playlistItems"
    case videoCategories = "videoCategories"
    /// videos.batchGetStats: returns statistics and durations, and counts against a separate quota.
    case statistics = "videos:batchGetStats"

    /// Returns the method that a URL calls; nil if it is another one.
    init?(url: URL) {
        guard let method = Self.allCases.first(where: { url.path().hasSuffix("/\($0.rawValue.encoded)") }) else {
            return nil
        }
        self = method
    }
}

extension HTTPField.Name {
    fileprivate static let googleAPIKey = Self("X-Goog-Api-Key")
}
