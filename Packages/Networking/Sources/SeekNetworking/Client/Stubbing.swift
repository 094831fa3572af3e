public import SeekBasics

/// An override for the response of an endpoint: another status, header fields, a body, or a failure.
///
/// ```swift
/// configuration.overrideResponse = { $0.url.path.hasSuffix("/repos") ? .status(404) : nil }
/// ```
public struct ResponseOverride: Sendable, Hashable {
    /// The status, or nil to leave it unchanged.
    public var status: HTTPResponse.Status?
    /// Header fields that replace those of the response with the same name.
    public var headerFields: HTTPFields
    /// The body, or nil to leave it unchanged.
    public var body: Data?
    /// The transport failure to simulate. Nothing is sent then.
    public var failure: TransportFailure?
    /// Whether the request fails as if its deadline had passed. Nothing is sent then.
    public var isTimedOut = false

    /// Creates an override.
    public init(
        status: HTTPResponse.Status? = nil,
        headerFields: HTTPFields = [:],
        body: Data? = nil,
        failure: TransportFailure? = nil
    ) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
        self.failure = failure
    }

    /// Returns an override of the status.
    public static func status(_ status: HTTPResponse.Status) -> ResponseOverride { ResponseOverride(status: status) }

    /// Returns an override of the body with JSON: `.json(#"{"message": "Bad credentials"}"#, status: 401)`.
    ///
    /// - Parameter status: The status, or nil to leave it unchanged.
    public static func json(_ text: String, status: HTTPResponse.Status? = nil) -> ResponseOverride {
        ResponseOverride(status: status, headerFields: [.contentType: "application/json"], body: Data(text.utf8))
    }

    /// Returns an override that simulates a transport failure.
    public static func failure(_ failure: TransportFailure) -> ResponseOverride { ResponseOverride(failure: failure) }

    /// An override that fails with ``NetworkError/timedOut(_:)`` without waiting for the deadline.
    public static let timedOut: ResponseOverride = {
        var override = ResponseOverride()
        override.isTimedOut = true
        return override
    }()

    /// Returns the overridden response, with the source ``Provenance/Source/sample`` and the attempts of the original.
    func applied(to response: HTTPResponse) -> HTTPResponse {
        var response = response
        if let status { response.status = status }
        response.headerFields.merge(headerFields)
        if let body { response.body = body }
        response.provenance.source = .sample
        return response
    }
}

/// Applies the overrides of a client. Inserted before the first middleware that stubs bypass: the cache, counters and
/// budgets see the original response, or none if a failure is simulated.
struct ResponseOverrideMiddleware: HTTPMiddleware {
    let override: @Sendable (HTTPRequest) -> ResponseOverride?
    let stubs: StubHandler

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard let override = override(request) else { return try await next(request, options) }
        guard !override.isTimedOut, override.failure == nil else {
            // A request with a delayed sample fails after the same delay.
            try await stubs.delay(request, options)
            let context = NetworkError.Context(request: request, attempts: 0)
            throw override.failure.map { .transport($0, context) } ?? .timedOut(context)
        }
        return override.applied(to: try await next(request, options))
    }

    func inserted(into middleware: [any HTTPMiddleware]) -> [any HTTPMiddleware] {
        var middleware = middleware
        middleware.insert(self, at: middleware.firstIndex { !$0.interceptsStubs } ?? middleware.endIndex)
        return middleware
    }
}

/// Whether a client returns the samples of endpoints instead of contacting the server.
public enum StubBehavior: Sendable, Hashable {
    /// Contacts the server.
    case never
    /// Returns the sample at once.
    case immediate
    /// Returns the sample after a delay, to test progress indicators and timeouts. An overridden response and a
    /// simulated failure are delayed as well.
    case delayed(Duration)
}

/// The innermost handler of a client: sends a request over the transport, or returns the sample of its endpoint.
struct StubHandler: Sendable {
    let transport: any HTTPTransport
    let clock: any Clock<Duration>

    func handle(_ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) -> HTTPResponse {
        guard case .sample(let sample, _)? = options.stub else {
            return try await transport.send(
                request,
                deadline: options.deadline,
                maximumBodySize: options.maximumBodySize
            )
        }
        guard var response = sample else {
            let reason = "the request has no sample; add one to its endpoint, or use a live client"
            throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
        }
        try await delay(request, options)
        response.provenance = Provenance(source: .sample)
        return response
    }

    /// Waits for the delay of the sample, if any. Throws an error if the deadline is earlier than its end.
    func delay(_ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) {
        guard case .sample(_, .delayed(let delay))? = options.stub else { return }
        let timeLeft = options.deadline - .now
        let context = NetworkError.Context(request: request, attempts: 0)
        do {
            try await clock.sleep(for: min(delay, max(timeLeft, .zero)))
        } catch {
            throw .cancelled(context)
        }
        if delay >= timeLeft { throw .timedOut(context) }
    }
}

/// A transport that sends nothing, for clients that return samples. Each request that reaches it fails.
public struct NoTransport: HTTPTransport {
    /// True.
    public var isStub: Bool { true }

    /// Creates a transport.
    public init() {}

    /// Throws ``NetworkError/invalidRequest(reason:_:)``.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        let reason = "the client returns samples only, and returned none for this request; send it with a live client"
        throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
    }
}

extension APIClient {
    /// Returns a client that contacts the server. Equivalent to the initializer.
    public static func live(
        baseURL: URL,
        transport: any HTTPTransport,
        configure: (inout Configuration) -> Void = { _ in }
    ) -> APIClient {
        APIClient(baseURL: baseURL, transport: transport, configure: configure)
    }

    /// Returns a client that returns the sample of each endpoint, for tests and previews.
    ///
    /// - Parameters:
    ///   - behavior: Whether the samples are delayed. With ``StubBehavior/never``, a request fails unless the
    ///     ``Endpoint/stubBehavior`` of its endpoint differs.
    public static func sample(
        baseURL: URL,
        _ behavior: StubBehavior = .immediate,
        configure: (inout Configuration) -> Void = { _ in }
    ) -> APIClient {
        APIClient(baseURL: baseURL, transport: NoTransport()) {
            $0.stubBehavior = behavior
            configure(&$0)
        }
    }

    /// Returns a client that returns the sample of each endpoint with the given status, such as 404.
    public static func status(
        _ status: HTTPResponse.Status,
        baseURL: URL,
        configure: (inout Configuration) -> Void = { _ in }
    ) -> APIClient {
        .sample(baseURL: baseURL) {
            $0.overrideResponse = { _ in .status(status) }
            configure(&$0)
        }
    }
}
