#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Sends the endpoints of one API over a transport, through middleware.
///
/// ```swift
/// let client = APIClient(baseURL: url, transport: CurlTransport()) { $0.timeout = .seconds(10) }
/// let answer = try await client.send(endpoint)
/// ```
public struct APIClient: Sendable {
    /// What all requests of a client share.
    public struct Configuration: Sendable {
        /// The header fields of every request.
        public var headerFields: HTTPFields = [:]
        /// How long one call may take as a whole, waiting and retrying included.
        public var timeout: Duration = .seconds(30)
        /// The largest body to accept, in bytes. The APIs' largest pages are below 1 MB.
        public var maximumBodySize = 16 * 1024 * 1024
        /// How a cache among the middleware may be used.
        public var cacheMode: RequestOptions.CacheMode = .standard
        /// The middleware, outermost first: a ``MiddlewareStack`` has it in an order that works.
        public var middleware: [any HTTPMiddleware] = []
        /// Whether endpoints are answered with their samples. An endpoint may say otherwise.
        public var stubBehavior: StubBehavior = .never
        /// Overrides the response to a request, sample or not; nil leaves it as it is. An overridden response is a stub: it is
        /// not stored, and no counter sees it.
        public var overrideResponse: @Sendable (HTTPRequest) -> ResponseOverride? = { _ in nil }
        /// How a delayed sample waits.
        public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    }

    /// Where the API is: an absolute `http` or `https` URL, a path prefix allowed.
    public let baseURL: URL
    private let configuration: Configuration
    private let handler: HTTPHandler
    private let base: Result<Base, NetworkError>

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - baseURL: an absolute `http` or `https` URL, a path prefix allowed. Checked when something is sent.
    ///   - transport: what reaches the server.
    ///   - configure: changes the configuration from its defaults.
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
        let changing = ResponseOverriding(change: configuration.overrideResponse)
        let innermost = StubHandler(transport: transport, sleep: configuration.sleep)
        handler = chain(changing.inserted(into: configuration.middleware), to: innermost.handle)
    }

    /// Sends an endpoint's request and makes its value of the answer.
    ///
    /// An answer from a cache that no longer decodes (damaged, or stored by an older version) is asked for anew.
    ///
    /// - Throws: ``NetworkError``; its ``NetworkError/stage`` tells how far the call came.
    public func send<Value>(_ endpoint: Endpoint<Value>) async throws(NetworkError) -> Response<Value> {
        let request = try self.request(for: endpoint)
        let deadline = ContinuousClock.now + configuration.timeout
        var options = RequestOptions(
            deadline: min(deadline, RequestDeadline.current ?? deadline),
            maximumBodySize: configuration.maximumBodySize,
            timeToLive: endpoint.timeToLive,
            cacheMode: configuration.cacheMode,
            isIdempotent: endpoint.isIdempotent
        )
        let stubBehavior = endpoint.stubBehavior ?? configuration.stubBehavior
        if stubBehavior != .never { options.stub = .sample(endpoint.sample, stubBehavior) }
        let response = try await handler(request, options)
        do throws(NetworkError) {
            return try endpoint.answer(of: response, to: request)
        } catch {
            guard response.provenance.isCached else { throw error }
            guard options.cacheMode != .onlyCached else {
                throw .refused(.notCached, NetworkError.Context(request: request, attempts: 0))
            }
            options.cacheMode = .reload
            let fetched = try await adding(response.provenance.attempts) { [options] () async throws(NetworkError) in
                try await handler(request, options)
            }
            return try endpoint.answer(of: fetched, to: request)
        }
    }

    /// Sends an endpoint's request and hands its value, or what went wrong, to a closure: once, on no thread in particular.
    ///
    /// - Returns: the call; cancel it to give it up, and the closure gets ``NetworkError/cancelled(_:)``.
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

    /// The request an endpoint makes, before middleware adds to it.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)``
    func request<Value>(for endpoint: Endpoint<Value>) throws(NetworkError) -> HTTPRequest {
        var request = HTTPRequest(
            method: endpoint.method,
            url: try url(of: endpoint.location),
            of: try base.get().origin,
            headerFields: configuration.headerFields,
            body: endpoint.body?.data
        )
        for field in endpoint.headerFields {
            request.headerFields[field.name] = nil
        }
        for field in endpoint.headerFields {
            request.headerFields.append(field)
        }
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
                throw invalid("\(Redaction.redacted(url)) is not of the client's origin")
            }
            return url
        case .path(let path, let query):
            guard !path.hasUnsafeSegment else {
                throw invalid("a segment of the path is '.' or '..', or a value in it is empty")
            }
            guard let prefix = base.prefix else {
                throw invalid("the base URL has a query or a fragment; leave it out")
            }
            let query = query.encoded
            var text = prefix
            text.reserveCapacity(prefix.utf8.count + path.encoded.utf8.count + 1 + query.utf8.count)
            text += path.encoded
            if !query.isEmpty {
                text += "?"
                text += query
            }
            guard let url = URL(string: text) else { throw invalid("'\(path.encoded)' makes no URL") }
            return url
        }
    }
}

/// What the requests of a client take from its base URL: looked at once, since it does not change.
private struct Base: Sendable {
    let origin: Origin?
    /// What stands before a path; nil where the URL has a query or a fragment.
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
    /// Makes the value of a response where it counts.
    fileprivate func answer(of response: HTTPResponse, to request: HTTPRequest) throws(NetworkError) -> Response<Value>
    {
        func context() -> NetworkError.Context { NetworkError.Context(request: request, response: response) }
        guard response.status.isSuccessful else { throw .unacceptableStatus(response.status.code, context()) }
        // Without a body there is nothing whose type could be wrong: 204, 205, the response to HEAD.
        if let acceptedMediaType, !response.body.isEmpty, response.mediaType != acceptedMediaType {
            throw .unacceptableMediaType(response.mediaType, context())
        }
        do {
            return Response(value: try decode(response), response: response)
        } catch {
            throw .undecodable("\(error)", context())
        }
    }
}
