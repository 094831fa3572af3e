public import SeekBasics
public import SeekCache
public import SeekHTTPCache
public import SeekModels
@_spi(Seek) public import SeekNetworking

/// The settings of ``YouTubeClient`` and ``GitHubClient``: the transport, storage, limits and clocks.
public struct ClientConfiguration: Sendable {
    /// The transport that sends requests.
    public var transport: any HTTPTransport
    /// Custom middleware, outermost first, such as ``/SeekNetworking/LoggingMiddleware``. It runs outside redirects,
    /// cache and retries: it intercepts each request once, before the credential is added, and each response, whether
    /// stored or from the server.
    public var additionalMiddleware: [any HTTPMiddleware] = []
    /// The store of responses; nil, the default, disables caching.
    public var store: (any RecordStore)?
    /// The store of responses that several machines share, and their copies in ``store``; used only if that is set.
    public var sharedStore: (store: any SharedRecordStore, copies: LocalCopies)?
    /// Observes the responses that are stored in ``store``.
    public var cacheObserver: CacheObserver?
    /// The lifetime of stored YouTube responses and GitHub search results, in place of the lifetime in their header
    /// fields: 15 minutes by default. The lifetime of other GitHub responses and of errors is that in their header
    /// fields: a request for something that does not exist (404) is sent again, unless the server allows caching.
    public var searchTimeToLive: Duration = .seconds(15 * 60)
    /// How requests use the store.
    public var cacheMode: RequestOptions.CacheMode = .default
    /// Whether a stale stored response may be returned, for example if the server cannot be reached. True by default.
    public var allowsStale = true
    /// The maximum duration of each request, waits and retries included: 30 s by default. Some pages need several.
    public var timeout: Duration = .seconds(30)
    /// Which failed requests are retried. Each attempt counts against the quota; ``YouTubeClient`` therefore retries a
    /// request at most once, whatever the policy. By default, a `Retry-After` of up to 5 s delays the retry; with a
    /// longer one, the request fails at once. With a transport that returns stubs
    /// (``/SeekNetworking/HTTPTransport/isStub``), nothing is retried by default, so that one stubbed failure is enough
    /// for a request to fail.
    public var retryPolicy: RetryPolicy {
        get {
            customRetryPolicy
                ?? (transport.isStub ? RetryPolicy(maximumAttempts: 1) : RetryPolicy(maximumRetryAfter: .seconds(5)))
        }
        set { customRetryPolicy = newValue }
    }
    private var customRetryPolicy: RetryPolicy?
    /// Whether the calls of ``YouTubeClient`` and ``GitHubClient`` return samples instead of contacting the API. By
    /// default, the API is contacted. Samples are not stored, counted or retried. ``sample(_:overrideResponse:)``
    /// returns a configuration for samples that needs no transport.
    public var stubBehavior: StubBehavior = .never
    /// Returns an override for the response to a request of these clients, or nil. The source of an overridden response
    /// is ``/SeekNetworking/Provenance/Source/sample``; the cache and the quota use the original response.
    public var overrideResponse: (@Sendable (HTTPRequest) -> ResponseOverride?)?
    /// Measures the delays of retries and samples, and the wait for a shared quota store. Deadlines are in real time.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// The store that counts the use of YouTube's daily quota, so that requests the API would reject are not sent; in
    /// memory by default, and nil disables counting. Clients that use the same key should share one store.
    public var quotaStore: (any QuotaStore)? = MemoryQuotaStore() {
        didSet { isQuotaStoreSet = true }
    }
    /// Whether the caller has set ``quotaStore``, even to nil. If not, `SeekClient` replaces it with a store
    /// in a file.
    public private(set) var isQuotaStoreSet = false
    /// The daily quota of search.list: 100 calls by default. Raise it for a project with a larger quota. If the API
    /// reports that the quota is used up before this limit is reached, calls are rejected for the rest of the day.
    public var youTubeSearchBucket = QuotaBucket.youTubeSearch
    /// The daily quota of YouTube's other methods: 10,000 units by default.
    public var youTubeUnitBucket = QuotaBucket.youTubeUnits
    /// The daily quota of videos.batchGetStats: 10,000 calls by default.
    public var youTubeStatisticsBucket = QuotaBucket.youTubeStatistics
    /// Returns the store of GitHub's rate limits for the fingerprint of a credential's source; nil, the default, tracks the limits in
    /// each client. Requests without a token have no store, because their limits apply to the address of the machine.
    public var rateLimitStore: (@Sendable (_ credential: String) -> any RateLimitStore)?
    /// A limit on the number of calls of all clients created with this configuration; nil is unlimited.
    public var budget: CallBudgetMiddleware?
    /// Whether invalid items are skipped, the default, or make the whole page fail.
    public var decodingMode: ModelDecoder.Mode = .lenient
    /// The cache of decoded responses, shared by all clients created with this configuration; nil disables it.
    public var decodedResponses: DecodedResponseCache? = DecodedResponseCache()
    /// Returns the current date.
    public var now: @Sendable () -> Date = { Date() }
    /// Receives the announcement in a response that its resource will change or be removed, with the request: for each
    /// such response, also one from the cache. See ``SearchPage/deprecation``.
    public var onDeprecation: @Sendable (Deprecation, HTTPRequest) -> Void = { _, _ in }
    /// Receives each error of a store. Searches continue without the store.
    public var onStoreFailure: @Sendable (any Error) -> Void = { _ in }

    /// Creates a configuration with a transport and defaults for the rest.
    public init(transport: any HTTPTransport) {
        self.transport = transport
    }
}

extension ClientConfiguration {
    /// Returns a client of one API, which sends the credential to the API's own origin only.
    func client(
        for baseURL: URL,
        credential: CredentialSource?,
        headerFields: HTTPFields,
        versions: GitHubVersionMiddleware? = nil,
        limiter: (any HTTPMiddleware)? = nil
    ) -> APIClient {
        APIClient(baseURL: baseURL, transport: transport) {
            $0.headerFields = headerFields
            $0.timeout = timeout
            $0.cacheMode = cacheMode
            $0.allowsStale = allowsStale
            $0.stubBehavior = stubBehavior
            $0.overrideResponse = overrideResponse
            $0.clock = clock
            let stack = middlewareStack(
                credential: credential,
                for: Origin(baseURL),
                versions: versions,
                limiter: limiter
            )
            $0.middleware = stack.middleware
        }
    }

    /// Returns the middleware of one API's requests.
    ///
    /// - Parameters:
    ///   - credential: The credential; added to requests to `origin` only.
    ///   - versions: The middleware that adds GitHub's API version.
    ///   - limiter: The middleware that enforces the API's limits.
    public func middlewareStack(
        credential: CredentialSource?,
        for origin: Origin?,
        versions: GitHubVersionMiddleware? = nil,
        limiter: (any HTTPMiddleware)? = nil
    ) -> MiddlewareStack {
        MiddlewareStack {
            // Outside the cache, which stores the versions that a server supports.
            $0.additional = additionalMiddleware + [DeprecationMiddleware(report: onDeprecation)]
            if let versions { $0.additional.append(versions) }
            if let store {
                var shared: SharedCache?
                // Without a secret, nothing could authenticate the shared responses.
                if let (store, copies) = sharedStore, let secret = credential?.sharedCacheSecret, let origin {
                    shared = SharedCache(store: store, copies: copies, credential: secret, origin: origin)
                }
                $0.cache = HTTPCacheMiddleware(
                    store: store,
                    shared: shared,
                    partition: credential?.fingerprint ?? "",
                    observer: cacheObserver,
                    now: now,
                    report: onStoreFailure
                )
            }
            $0.retries = RetryMiddleware(retryPolicy, now: now, clock: clock)
            $0.budgets = [budget, limiter].compactMap { $0 }
            if let credential, let origin { $0.authentication = AuthenticationMiddleware(credential, for: origin) }
        }
    }

    /// The `User-Agent` of all requests; GitHub rejects requests without one.
    public static var userAgent: String { "seek/\(SeekVersion.current)" }
}

extension URL {
    /// Creates a URL from a constant that is known to be valid.
    init(constant: StaticString) {
        guard let url = URL(string: "\(constant)") else { preconditionFailure("'\(constant)' is not a URL (RFC 3986)") }
        self = url
    }
}

/// Reports the responses with which a server announces that their resource will change or be removed. Outside the cache,
/// so that stored responses are reported as well.
struct DeprecationMiddleware: HTTPMiddleware {
    let report: @Sendable (Deprecation, HTTPRequest) -> Void

    /// False: a sample announces nothing.
    var interceptsStubs: Bool { false }

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let response = try await next(request, options)
        if let deprecation = response.deprecation { report(deprecation, request) }
        return response
    }
}
