#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
        /// The maximum duration of a call, waits and retries included. 30 s by default.
        public var timeout: Duration = .seconds(30)
        /// The maximum size of a response body in bytes, after content decoding. 16 MiB by default; the largest pages
        /// of the APIs are below 1 MB.
        public var maximumBodySize = 16 * 1024 * 1024
        /// How the cache is used, if the middleware includes one.
        public var cacheMode: RequestOptions.CacheMode = .default
        /// Whether a stale stored response may be returned; see ``RequestOptions/allowsStale``. True by default.
        public var allowsStale = true
        /// The middleware, outermost first. A ``MiddlewareStack`` provides it in the right order.
        public var middleware: [any HTTPMiddleware] = []
        /// Whether endpoints return their samples. ``Endpoint/stubBehavior`` takes precedence.
        public var stubBehavior: StubBehavior = .never
        /// Returns an override for the response to a request, or nil. The source of an overridden response is a stub;
        /// the cache, counters and budgets use the original response.
        public var overrideResponse: @Sendable (HTTPRequest) -> ResponseOverride? = { _ in nil }
        /// Measures the delays of samples. Deadlines are in real time.
        public var clock: any Clock<Duration> = ContinuousClock()
    }

    /// The base URL of the API.
    public let baseURL: URL
    private let configuration: Configuration
    private let handler: HTTPHandler
    private let base: Result<Base, NetworkError>
    private var callOptions = CallOptions()

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: An absolute `http` or `https` URL, optionally with a path prefix. With an invalid URL, each
    ///     request fails.
    ///   - transport: The transport that sends the requests.
    ///   - configure: Changes the default configuration.
    public init(
        baseURL: URL,
        transport: any HTTPTransport,
        configure: (inout Configuration) -> Void = { _ in }
    ) {
        var configuration = Configuration()
        configure(&configuration)
        self.baseURL = baseURL
        self.configuration = configuration
        base = Result { () throws(NetworkError) in try Base(baseURL) }
        let overriding = ResponseOverriding(override: configuration.overrideResponse)
        let innermost = StubHandler(transport: transport, clock: configuration.clock)
        handler = chain(overriding.inserted(into: configuration.middleware), to: innermost.handle)
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

    /// Sends the request of an endpoint and returns its decoded response.
    ///
    /// If a cached response cannot be decoded, because it is corrupt or was stored by an older version, it is fetched
    /// again; with `onlyIfCached`, it is rejected as not cached.
    ///
    /// - Throws: ``NetworkError``, whose ``NetworkError/stage`` is the step that failed.
    public func send<Value>(_ endpoint: Endpoint<Value>) async throws(NetworkError) -> Response<Value> {
        let request = try self.request(for: endpoint)
        let deadline = ContinuousClock.now + (callOptions.timeout ?? configuration.timeout)
        var options = RequestOptions(
            deadline: min(deadline, RequestDeadline.current ?? deadline),
            maximumBodySize: configuration.maximumBodySize,
            timeToLive: endpoint.timeToLive,
            cacheMode: callOptions.cacheMode ?? configuration.cacheMode,
            isIdempotent: endpoint.isIdempotent,
            allowsStale: callOptions.allowsStale ?? configuration.allowsStale
        )
        let stubBehavior = endpoint.stubBehavior ?? configuration.stubBehavior
        if stubBehavior != .never { options.stub = .sample(endpoint.sample, stubBehavior) }
        let response = try await handler(request, options)
        do throws(NetworkError) {
            return try endpoint.decoded(response, to: request)
        } catch {
            guard response.provenance.isCached else { throw error }
            guard options.cacheMode != .onlyIfCached else {
                throw .rejected(.notCached, NetworkError.Context(request: request, attempts: 0))
            }
            options.cacheMode = .reload
            let fetched = try await adding(response.provenance.attempts) { [options] () async throws(NetworkError) in
                try await handler(request, options)
            }
            return try endpoint.decoded(fetched, to: request)
        }
    }

    /// Sends the request of an endpoint and calls a closure with the result, once, on an arbitrary thread.
    ///
    /// - Returns: A task that cancels the request. The closure then receives ``NetworkError/cancelled(_:)``.
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

    /// Returns the request of an endpoint, before middleware changes it.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)``
    func request<Value>(for endpoint: Endpoint<Value>) throws(NetworkError) -> HTTPRequest {
        var request = HTTPRequest(
            method: endpoint.method,
            url: try url(of: endpoint.location),
            origin: try base.get().origin,
            headerFields: configuration.headerFields,
            body: endpoint.body?.data
        )
        request.headerFields.merge(endpoint.headerFields)
        request.headerFields.merge(callOptions.headerFields)
        if let type = endpoint.body?.contentType, request.headerFields[.contentType] == nil {
            request.headerFields[.contentType] = type
        }
        if let type = endpoint.acceptedMediaType, request.headerFields[.accept] == nil {
            request.headerFields[.accept] = type
        }
        try request.validate()
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
            guard let prefix = base.prefix else {
                throw invalid("the base URL has a query or a fragment; remove it")
            }
            let query = query.encoded
            var text = prefix
            text.reserveCapacity(prefix.utf8.count + path.encoded.utf8.count + 1 + query.utf8.count)
            text += path.encoded
            if !query.isEmpty {
                text += "?"
                text += query
            }
            guard let url = URL(string: text) else { throw invalid("'\(path.encoded)' is not a valid path") }
            return url
        }
    }
}

/// A base URL, parsed once.
private struct Base: Sendable {
    let origin: Origin?
    /// The part before a path; nil if the URL has a query or a fragment.
    let prefix: String?

    init(_ url: URL) throws(NetworkError) {
        try HTTPRequest(url: url).validate()
        origin = Origin(url)
        guard url.query() == nil, url.fragment() == nil else {
            prefix = nil
            return
        }
        var text = url.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        prefix = text + "/"
    }
}

extension Endpoint {
    /// Returns a response with its decoded value.
    fileprivate func decoded(
        _ response: HTTPResponse,
        to request: HTTPRequest
    ) throws(NetworkError) -> Response<Value> {
        func context() -> NetworkError.Context { NetworkError.Context(request: request, response: response) }
        guard response.status.isSuccessful else { throw .unacceptableStatus(response.status.code, context()) }
        // A response without a body needs no media type: 204, 205, the response to HEAD.
        if let acceptedMediaType, !response.body.isEmpty, response.mediaType != acceptedMediaType {
            throw .unacceptableMediaType(response.mediaType, context())
        }
        do {
            return Response(value: try decode(response), response: response)
        } catch {
            throw .undecodable(error, context())
        }
    }
}
