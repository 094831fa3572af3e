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
        /// Returns an override for the response to a request, or nil. Nil, the default, overrides nothing. The source
        /// of an overridden response is ``Provenance/Source/sample``; the cache, counters and budgets use the original
        /// response.
        public var overrideResponse: (@Sendable (HTTPRequest) -> ResponseOverride?)?
        /// Measures the delays of samples. Deadlines are in real time.
        public var clock: any Clock<Duration> = ContinuousClock()
    }

    /// The base URL of the API.
    public let baseURL: URL
    private let configuration: Configuration
    private let handler: HTTPHandler
    /// The parsed ``baseURL``, or the error with which each request fails.
    private let base: Result<BaseURL, NetworkError>
    private var callOptions = CallOptions()

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

extension APIClient {
    private func options(
        timeToLive: Duration? = nil,
        isIdempotent: Bool = false,
        sample: HTTPResponse? = nil,
        stubBehavior: StubBehavior? = nil
    ) -> RequestOptions {
        let deadline = ContinuousClock.now + (callOptions.timeout ?? configuration.timeout)
        var options = RequestOptions(
            deadline: min(deadline, RequestDeadline.current ?? deadline),
            maximumBodySize: configuration.maximumBodySize,
            timeToLive: timeToLive,
            cacheMode: callOptions.cacheMode ?? configuration.cacheMode,
            isIdempotent: isIdempotent,
            allowsStale: callOptions.allowsStale ?? configuration.allowsStale
        )
        let stubBehavior = stubBehavior ?? configuration.stubBehavior
        if stubBehavior != .never { options.stub = .sample(sample, stubBehavior) }
        return options
    }

    /// Returns the header fields of the client, a request and the call options. A field replaces those with the same
    /// name that come earlier in this order. A missing `User-Agent` is added, if the client has one.
    private func headerFields(replacedBy fields: HTTPFields) -> HTTPFields {
        var result = configuration.headerFields
        result.merge(fields)
        result.merge(callOptions.headerFields)
        if result[.userAgent] == nil { result[.userAgent] = configuration.userAgent }
        return result
    }

    /// Returns the request of an endpoint, before middleware changes it.
    private func request<Value>(for endpoint: Endpoint<Value>) throws(NetworkError) -> HTTPRequest {
        // The origin is that of the base URL, which is valid.
        var request = HTTPRequest(
            method: endpoint.method,
            url: try url(of: endpoint.location),
            origin: try base.get().origin,
            headerFields: headerFields(replacedBy: endpoint.headerFields)
        )
        request.body = try endpoint.body?.data(encodedBy: configuration.encoder, for: request)
        if let type = endpoint.body?.contentType, request.headerFields[.contentType] == nil {
            request.headerFields[.contentType] = type
        }
        if let type = endpoint.acceptedMediaType, request.headerFields[.accept] == nil {
            request.headerFields[.accept] = type
        }
        if case .url = endpoint.location { try request.validate() } else { try request.validateContent() }
        return request
    }

    private func url(of location: EndpointLocation) throws(NetworkError) -> URL {
        let base = try base.get()
        func invalid(_ reason: String) -> NetworkError {
            .invalidRequest(reason: reason, NetworkError.Context(request: HTTPRequest(url: baseURL), attempts: 0))
        }
        switch location {
        case .url(let url):
            guard Origin(url) == base.origin else {
                throw invalid(
                    "\(Redaction.redacted(url)) is outside the client's origin, \(base.origin?.description ?? "none")"
                )
            }
            return url
        case .path(let path, let query):
            guard !path.hasUnsafeSegment else {
                throw invalid("the path has a segment '.' or '..', or an empty value")
            }
            let urlString = base.urlString(path: path.encoded, query: query.encoded)
            guard let url = URL(string: urlString) else { throw invalid("'\(path.encoded)' is not a valid path") }
            return url
        }
    }
}

private struct BaseURL: Sendable {
    let origin: Origin?
    private let url: String
    /// The URL with one trailing slash.
    private let prefix: String

    init(_ url: URL) throws(NetworkError) {
        let request = HTTPRequest(url: url)
        try request.validate()
        guard url.query() == nil, url.fragment() == nil else {
            let reason = "the base URL has a query or a fragment; remove it, and add its parameters to the endpoints"
            throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
        }
        origin = Origin(url)
        self.url = url.absoluteString
        var prefix = self.url
        while prefix.hasSuffix("/") { prefix.removeLast() }
        self.prefix = prefix + "/"
    }

    /// Returns the URL of an encoded path and an encoded query. The path may itself contain a query.
    func urlString(path: String, query: String) -> String {
        let urlString = path.isEmpty ? url : prefix + path
        guard !query.isEmpty else { return urlString }
        return urlString + (path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }
}

extension APIClient {
    /// Returns the pages of a listing, each requested when the loop reaches it.
    ///
    /// ```swift
    /// let pages = client.pages(of: repositories)  // follows `Link: <…>; rel="next"`
    /// let videos = client.pages(of: search) { page in
    ///     page.value.nextPageToken.map { .path("search", ["pageToken": $0]) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint of the first page. The requests of all pages differ in their location only.
    ///   - next: Returns the location of the page after a response; nil after the last page. By default it is the URL
    ///     of the `Link` field with the relation `next` (RFC 8288).
    public func pages<Value>(
        of endpoint: Endpoint<Value>,
        next: @escaping @Sendable (Response<Value>) -> EndpointLocation? = { $0.response.nextLink.map { .url($0) } }
    ) -> PageSequence<Response<Value>, EndpointLocation, NetworkError> {
        PageSequence { location throws(NetworkError) in
            var endpoint = endpoint
            endpoint.location = location ?? endpoint.location
            let response = try await send(endpoint)
            return (response, next(response))
        }
    }
}
