public import SeekBasics

/// A client for the endpoints of one API.
///
/// ```swift
/// let client = APIClient(baseURL: url, transport: CurlTransport()) { $0.timeout = .seconds(10) }
/// let response = try await client.send(endpoint)
/// ```
public struct APIClient: CallConfigurable {
    /// The settings of a client.
    public struct Configuration: Sendable {
        /// Header fields to add to every request.
        public var headerFields: HTTPFields = [:]
        /// The `User-Agent` of requests that have no such field: the name of the app and its version, such as
        /// `MyApp/1.0`. The default is `Seek`, since some servers, such as GitHub's, reject requests without one. With
        /// nil, the transport decides.
        public var userAgent: String? = "Seek"
        /// The maximum duration of a call, waits and retries included. 30 s by default.
        public var timeout: Duration = .seconds(30)
        /// The maximum size of a response body in bytes, after content decoding. 16 MiB by default; the largest pages
        /// of the GitHub and YouTube APIs are below 1 MB.
        public var maximumBodySize = 16 * 1024 * 1024
        /// How the cache is used, if the middleware includes one.
        public var cacheMode: RequestOptions.CacheMode = .default
        /// Whether a stale stored response may be returned; see ``RequestOptions/allowsStale``. True by default.
        public var allowsStale = true
        /// The middleware, outermost first. A ``MiddlewareStack`` provides it in the right order.
        public var middleware: [any HTTPMiddleware] = []
        /// Decodes JSON responses of endpoints without a decoder of their own. By default, Foundation's: keys are used
        /// as they are, so that explicit `CodingKeys` work, and a date is a number of seconds since 2001.
        ///
        /// ```swift
        /// $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
        /// $0.decoder.dateDecodingStrategy = .iso8601
        /// ```
        /// Must not be changed after the client was created. Seek's own clients do not use it.
        public var decoder = JSONDecoder()
        /// Encodes JSON bodies without an encoder of their own, by default in the format that ``decoder`` expects. Must
        /// not be changed after the client was created.
        public var encoder = JSONEncoder()
        /// The type of the body of error responses (status outside 200...299): `$0.errorBody = Problem.self`. The
        /// ``NetworkError/underlyingError`` is then the body, decoded by ``decoder``, or the decoding error if the
        /// body has another format. Nil, the default, decodes nothing.
        public var errorBody: (any (Decodable & Error).Type)?
        /// Whether endpoints return their samples. ``Endpoint/stubBehavior`` takes precedence.
        public var stubBehavior: StubBehavior = .never
        /// Returns an override for the response to a request, or nil. Nil, the default, overrides nothing. The source of an overridden response is
        /// ``Provenance/Source/sample``; the cache, counters and budgets use the original response.
        public var overrideResponse: (@Sendable (HTTPRequest) -> ResponseOverride?)?
        /// Measures the delays of samples. Deadlines are in real time.
        public var clock: any Clock<Duration> = ContinuousClock()
    }

    /// The base URL of the API.
    public let baseURL: URL
    let configuration: Configuration
    private let handler: HTTPHandler
    /// The parsed ``baseURL``, or the error with which each request fails.
    let base: Result<BaseURL, NetworkError>
    private(set) var callOptions = CallOptions()

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: An absolute `http` or `https` URL, optionally with a path prefix. With an invalid URL, or one with
    ///     a query or a fragment, each request fails.
    ///   - transport: The transport that sends the requests.
    ///   - configure: Changes the default configuration.
    public init(baseURL: URL, transport: any HTTPTransport, configure: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        configure(&configuration)
        self.baseURL = baseURL
        self.configuration = configuration
        base = Result { () throws(NetworkError) in try BaseURL(baseURL) }
        let innermost = StubHandler(transport: transport, clock: configuration.clock)
        let overriding = configuration.overrideResponse.map {
            ResponseOverrideMiddleware(override: $0, stubs: innermost)
        }
        let middleware = overriding?.inserted(into: configuration.middleware) ?? configuration.middleware
        handler = chain(middleware, to: innermost.handle)
    }

    /// Returns a client whose calls have options of their own.
    ///
    /// ```swift
    /// let response = try await client.with { $0.timeout = .seconds(5) }.send(endpoint)
    /// ```
    public func with(_ change: (inout CallOptions) -> Void) -> APIClient {
        var client = self
        change(&client.callOptions)
        return client
    }

    /// Sends a request and returns its response, whatever its status.
    ///
    /// The URL must have the client's origin. The header fields of the client are added, except those that the request
    /// already has. The header fields of the call options replace both. A stubbed client throws an error, because the
    /// request has no sample.
    public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let completeRequest = HTTPRequest(
            method: request.method,
            url: try url(of: .url(request.url)),
            headerFields: headerFields(replacedBy: request.headerFields),
            body: request.body
        )
        try completeRequest.validate()
        return try await handler(completeRequest, options())
    }

    /// Sends the request of an endpoint and returns its decoded response.
    ///
    /// If a cached response cannot be decoded, for example because an older version has stored it, or if its status or
    /// media type is not accepted, it is fetched again. With `onlyIfCached`, the request is rejected instead
    /// (``RequestRejection/notCached``).
    ///
    /// - Throws: ``NetworkError``, whose ``NetworkError/stage`` is the step that failed.
    @discardableResult
    public func send<Value>(_ endpoint: Endpoint<Value>) async throws(NetworkError) -> Response<Value> {
        let request = try self.request(for: endpoint)
        var options = options(
            timeToLive: endpoint.timeToLive,
            isIdempotent: endpoint.isIdempotent,
            sample: endpoint.sample,
            stubBehavior: endpoint.stubBehavior
        )
        let response = try await handler(request, options)
        do throws(NetworkError) {
            return try endpoint.decoded(response, to: request, configuration)
        } catch {
            guard response.provenance.isCached else { throw error }
            guard options.cacheMode != .onlyIfCached else {
                throw .rejected(.notCached, NetworkError.Context(request: request, attempts: 0))
            }
            options.cacheMode = .reload
            // If the server fails, the stored response would be served again in place of the failure.
            options.allowsStale = false
            let earlier = response.provenance.attempts
            let fetched = try await addingAttempts(earlier) { [options] () async throws(NetworkError) in
                try await handler(request, options)
            }
            return try endpoint.decoded(fetched, to: request, configuration)
        }
    }

    /// Sends the request of an endpoint and calls a closure with the result, once, on an arbitrary thread.
    ///
    /// - Returns: The task that sends the request. If it is cancelled before a response is available, the closure
    ///   receives ``NetworkError/cancelled(_:)``.
    @discardableResult
    public func send<Value>(
        _ endpoint: Endpoint<Value>,
        completion: @escaping @Sendable (Result<Response<Value>, NetworkError>) -> Void
    ) -> Task<Void, Never> {
        Task {
            do throws(NetworkError) {
                completion(.success(try await send(endpoint)))
            } catch {
                completion(.failure(error))
            }
        }
    }
}
