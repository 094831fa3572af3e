public import SeekModels
import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The YouTube Data API: search.
///
/// ```swift
/// let youTube = YouTubeClient(apiKey: key, environment: SearchEnvironment(transport: CurlTransport()))
/// let page = try await youTube.search("swift concurrency")
/// ```
public struct YouTubeClient: Sendable {
    /// Where the API is: `https://www.googleapis.com`.
    public static let defaultBaseURL = ServiceURL.youTube

    private let client: APIClient
    private let apiVersion: String
    let credential: Credential?
    let environment: SearchEnvironment
    /// The same client, which looks into the store only.
    private let storedOnly: APIClient

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - apiVersion: the version in the API's paths.
    ///   - apiKey: the key of a Google Cloud project with the API enabled. It travels in a header field, to the base
    ///     URL's origin only. Without one each search throws ``SearchError/unauthorized(_:_:)`` and sends nothing.
    ///   - baseURL: where the API is.
    ///   - environment: the outside world.
    public init(
        apiVersion: String = "v3",
        apiKey: String?,
        baseURL: URL = Self.defaultBaseURL,
        environment: SearchEnvironment
    ) {
        let key = apiKey.flatMap { $0.isEmpty ? nil : $0 }
        let credential = key.map { Credential(name: .googleAPIKey, value: $0) }
        self.apiVersion = apiVersion
        self.environment = environment
        self.credential = credential
        // Each attempt is one of the day's hundred calls: one more is worth it, two are not.
        var environment = environment
        environment.retryPolicy.maximumAttempts = min(environment.retryPolicy.maximumAttempts, 2)
        func makeClient(_ cacheMode: RequestOptions.CacheMode) -> APIClient {
            environment.cacheMode = cacheMode
            return environment.client(
                for: baseURL,
                credential: credential,
                headerFields: [.userAgent: SearchEnvironment.userAgent],
                counting: credential.flatMap { environment.youTubeCounting(for: $0) }
            )
        }
        client = makeClient(environment.cacheMode)
        storedOnly = makeClient(.onlyCached)
    }

    /// One page of results: search.list. Costs one call of 100 a day, unless the store has it.
    ///
    /// - Parameters:
    ///   - query: what to look for.
    ///   - cursor: which page; nil is the first.
    public func search(
        _ query: YouTubeSearchQuery,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<YouTubeSearchItem> {
        let endpoint = try endpoint(for: query, at: cursor)
        let answer: Answer<YouTubeSearchPage>
        do {
            answer = try await client.send(endpoint)
        } catch {
            throw SearchError(error, from: .youTube, subject: "such page", now: environment.now())
        }
        let page = answer.value
        return SearchPage(
            items: page.items,
            skipped: page.skipped,
            totalCount: page.totalResults,
            next: page.nextPageToken.map(PageCursor.init),
            provenance: answer.provenance
        )
    }

    /// What the store holds of a page that would serve without asking; nil where the API would be asked.
    func storedPage(
        of query: YouTubeSearchQuery,
        at cursor: PageCursor?
    ) async throws(SearchError) -> YouTubeSearchPage? {
        let endpoint = try endpoint(for: query, at: cursor)
        let mayServe = [.standard, .preferCached, .onlyCached].contains(environment.cacheMode)
        guard environment.store != nil, mayServe else { return nil }
        guard let answer = try? await storedOnly.send(endpoint) else { return nil }
        return answer.provenance.isStale && environment.cacheMode == .standard ? nil : answer.value
    }

    private func endpoint(
        for query: YouTubeSearchQuery,
        at cursor: PageCursor?
    ) throws(SearchError) -> Endpoint<YouTubeSearchPage> {
        let text = try QueryText.checked(query.text, limit: YouTubeSearchQuery.maximumTextLength)
        let pageSize = try QueryText.checked(pageSize: query.pageSize, limit: YouTubeSearchQuery.maximumPageSize)
        guard credential != nil else {
            throw .unauthorized(
                .youTube,
                "no API key is set; make one at https://console.cloud.google.com/apis/credentials"
            )
        }
        let decoder = ModelDecoder(environment.decodingMode)
        return Endpoint(
            at: .path(
                "youtube/\(apiVersion)/search",
                [
                    "part": "snippet", "q": text, "type": query.kind?.rawValue, "maxResults": pageSize,
                    "pageToken": cursor?.rawValue,
                ]
            ),
            timeToLive: environment.searchTimeToLive
        ) { try decoder.decode(YouTubeSearchPage.self, from: $0.body) }
    }

    /// The videos (or what `kind` says) as a source, for ``SearchSource/pages(for:from:)`` and ``SearchScreen``.
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
