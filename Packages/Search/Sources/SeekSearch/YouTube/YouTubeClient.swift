public import SeekModels
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The YouTube Data API: search, and the lists that tell more of what was found.
///
/// ```swift
/// let youTube = YouTubeClient(apiKey: key, configuration: ClientConfiguration(transport: CurlTransport()))
/// let page = try await youTube.search("swift concurrency")
/// let detailed = try await youTube.details(of: page.items)
/// ```
public struct YouTubeClient: Sendable {
    /// Where the API is: `https://www.googleapis.com`.
    public static let defaultBaseURL = ServiceURL.youTube

    private let client: APIClient
    private let apiVersion: String
    private let access: Access
    /// The same client, which looks into the store only.
    private let storeClient: APIClient
    /// Whose quota is spent: the key's, or a token's where there is none.
    let quotaCredential: Credential?
    let configuration: ClientConfiguration

    /// By what the API knows who asks.
    private enum Access {
        case none
        case key
        case token
    }

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - apiVersion: the version in the API's paths.
    ///   - apiKey: the key of a Google Cloud project with the API enabled. It travels in a header field, to the base
    ///     URL's origin only. Without key and token each call throws ``SearchError/unauthorized(_:_:)`` and sends nothing.
    ///   - accessToken: a user's OAuth token, which the filters by owner need; it is sent in place of the key.
    ///   - baseURL: where the API is.
    ///   - configuration: the outside world.
    public init(
        apiVersion: String = "v3",
        apiKey: String?,
        accessToken: String? = nil,
        baseURL: URL = Self.defaultBaseURL,
        configuration: ClientConfiguration
    ) {
        let key = apiKey.flatMap { $0.isEmpty ? nil : Credential(name: .googleAPIKey, value: $0) }
        let token = accessToken.flatMap { $0.isEmpty ? nil : Credential.bearer($0) }
        self.apiVersion = apiVersion
        self.configuration = configuration
        access = token != nil ? .token : key != nil ? .key : .none
        // Each attempt is one of the day's hundred calls: one more is worth it, two are not.
        var configuration = configuration
        configuration.retryPolicy.maximumAttempts = min(configuration.retryPolicy.maximumAttempts, 2)
        quotaCredential = key ?? token
        let limiter = quotaCredential.flatMap { configuration.youTubeQuotaMiddleware(for: $0) }
        func makeClient(_ cacheMode: RequestOptions.CacheMode) -> APIClient {
            configuration.cacheMode = cacheMode
            return configuration.client(
                for: baseURL,
                credential: token ?? key,
                headerFields: [.userAgent: ClientConfiguration.userAgent],
                limiter: limiter
            )
        }
        client = makeClient(configuration.cacheMode)
        storeClient = makeClient(.onlyIfCached)
    }

    /// One page of results: search.list. Costs one call of 100 a day, unless the store has it.
    ///
    /// - Parameters:
    ///   - query: what to look for. What ``YouTubeQueryLinter`` calls an error is not sent.
    ///   - cursor: which page; nil is the first.
    public func search(
        _ query: YouTubeSearchQuery,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<YouTubeSearchItem> {
        let response = try await get(YouTubeSearchPage.self, try location(of: query, at: cursor))
        let page = response.value
        return SearchPage(
            items: page.items,
            skipped: page.skipped,
            totalCount: page.totalResults,
            next: page.nextPageToken.map(PageCursor.init),
            provenance: response.provenance
        )
    }

    /// What the store holds of a page that would serve without asking; nil where the API would be asked.
    func storedPage(
        of query: YouTubeSearchQuery,
        at cursor: PageCursor?
    ) async throws(SearchError) -> YouTubeSearchPage? {
        let endpoint = try endpoint(YouTubeSearchPage.self, try location(of: query, at: cursor))
        let mayServe = [.default, .forceCache, .onlyIfCached].contains(configuration.cacheMode)
        guard configuration.store != nil, mayServe else { return nil }
        guard let response = try? await storeClient.send(endpoint) else { return nil }
        return response.provenance.isStale && configuration.cacheMode == .default ? nil : response.value
    }

    /// Where a page is, of a query that may be sent.
    private func location(
        of query: YouTubeSearchQuery,
        at cursor: PageCursor?
    ) throws(SearchError) -> EndpointLocation {
        let linter = YouTubeQueryLinter(isAuthorized: access == .token, now: configuration.now())
        if let error = SearchError(linter.diagnostics(in: query)) { throw error }
        return .path(
            "youtube/\(apiVersion)/search",
            query.parameters(text: QueryText.trimmed(query.text), at: cursor)
        )
    }

    /// The pages of a query's results, each asked for when it is wanted. Every page costs one call.
    public func pages(
        for query: YouTubeSearchQuery,
        from cursor: PageCursor? = nil
    ) -> PageSequence<SearchPage<YouTubeSearchItem>, PageCursor, SearchError> {
        PageSequence(from: cursor) { cursor throws(SearchError) in
            let page = try await search(query, at: cursor)
            return (page, page.next)
        }
    }

    /// Asks one of the list methods. Costs one unit of 10,000 a day, unless the store has it.
    ///
    /// - Parameter method: its name in the path: `videos`.
    func list<Item: Decodable & Sendable>(
        _ type: Item.Type,
        method: String,
        _ parameters: QueryParameters
    ) async throws(SearchError) -> Response<YouTubeListPage<Item>> {
        try await get(YouTubeListPage<Item>.self, .path("youtube/\(apiVersion)/\(method)", parameters))
    }

    private func get<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ location: EndpointLocation
    ) async throws(SearchError) -> Response<Value> {
        let endpoint = try endpoint(type, location)
        do {
            return try await client.send(endpoint)
        } catch {
            throw SearchError(error, from: .youTube, subject: "such page", now: configuration.now())
        }
    }

    private func endpoint<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ location: EndpointLocation
    ) throws(SearchError) -> Endpoint<Value> {
        guard access != .none else {
            throw .unauthorized(
                .youTube,
                "no API key is set; make one at https://console.cloud.google.com/apis/credentials"
            )
        }
        return Endpoint(
            at: location,
            timeToLive: configuration.searchTimeToLive,
            decode: configuration.decoding(type, at: location)
        )
    }

    /// The videos (or what `kind` says) as a source, for ``SearchSource/pages(for:from:)`` and ``SearchModel``.
    public func source(
        of kind: YouTubeSearchItem.Kind? = .video,
        pageSize: Int = 25
    ) -> some SearchSource<YouTubeSearchItem> {
        YouTubeSource(client: self, kind: kind, pageSize: pageSize)
    }
}

private struct YouTubeSource: SearchSource {
    let client: YouTubeClient
    let kind: YouTubeSearchItem.Kind?
    let pageSize: Int

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<YouTubeSearchItem> {
        try await client.search(YouTubeSearchQuery(text, kind: kind, pageSize: pageSize), at: cursor)
    }
}
