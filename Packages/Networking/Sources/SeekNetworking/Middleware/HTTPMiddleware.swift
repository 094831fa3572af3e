/// Sends a request to the next middleware or, at the end of the chain, to the transport.
public typealias HTTPHandler =
    @Sendable (_ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) -> HTTPResponse

/// Intercepts requests and responses. It may change them, respond by itself, or fail the request.
///
/// ```swift
/// struct UserAgentMiddleware: HTTPMiddleware {
///     func intercept(
///         _ request: HTTPRequest, options: RequestOptions, next: @escaping HTTPHandler
///     ) async throws(NetworkError) -> HTTPResponse {
///         var request = request
///         request.headerFields[.userAgent] = "app/1.0"
///         return try await next(request, options)
///     }
/// }
/// ```
public protocol HTTPMiddleware: Sendable {
    /// Whether stubbed requests are intercepted too. True by default.
    ///
    /// Return false for middleware with state that live requests share: a store, a counter, a budget. Stubs are then
    /// neither stored nor counted.
    var interceptsStubs: Bool { get }

    /// Handles a request, usually by calling `next` once.
    ///
    /// - Throws: The error of `next`, or another one.
    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse
}

extension HTTPMiddleware {
    /// True: stubbed requests are intercepted.
    public var interceptsStubs: Bool { true }
}

/// Options of a request that are not sent: deadline, limits, use of the cache.
public struct RequestOptions: Sendable, Hashable {
    /// How the cache is used: the cache modes of the Fetch standard (§2.2.5).
    public enum CacheMode: Sendable, Hashable {
        /// Returns a stored response that is fresh, or that the request or the server allows to be served stale;
        /// otherwise contacts the server and stores its response.
        case `default`
        /// Contacts the server and stores nothing.
        case noStore
        /// Contacts the server without validating a stored response, and stores the new one. A stored response is
        /// returned only in place of a failure.
        case reload
        /// Contacts the server, which validates a stored response if there is one. A fresh response that is immutable
        /// (RFC 8246) is returned without validation.
        case noCache
        /// Returns a stored response, fresh or stale; otherwise contacts the server.
        case forceCache
        /// Returns a stored response, fresh or stale; otherwise rejects the request. Never contacts the server.
        case onlyIfCached
    }

    /// The deadline of the whole call.
    public var deadline: ContinuousClock.Instant
    /// The maximum size of the response body in bytes, after content decoding.
    public var maximumBodySize: Int
    /// How long a cached response with the status 200 or 203 is fresh; see ``Endpoint/timeToLive``.
    public var timeToLive: Duration?
    /// How the cache is used.
    public var cacheMode: CacheMode
    /// Whether the request may be retried even though its method is not idempotent.
    public var isIdempotent: Bool
    /// Whether a stale stored response may be returned: in place of a failure, while it is validated, or because of
    /// the cache mode or a header field. With false, a stale response is returned only after the server has confirmed
    /// it; if the request may not contact the server, it is rejected. True by default.
    public var allowsStale: Bool

    /// Identifies the last invalidation of the cached responses that precedes the request. Requests with different
    /// values do not share an exchange. Set by a cache.
    @_spi(Seek) public var generation: UInt64?

    /// The credential that ``AuthenticationMiddleware`` adds to the request.
    var credential: Credential?

    /// The stub to return; nil if the server is contacted.
    var stub: Stub?

    /// Creates options.
    public init(
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int,
        timeToLive: Duration? = nil,
        cacheMode: CacheMode = .default,
        isIdempotent: Bool = false,
        allowsStale: Bool = true
    ) {
        self.isIdempotent = isIdempotent
        self.allowsStale = allowsStale
        self.deadline = deadline
        self.maximumBodySize = maximumBodySize
        self.timeToLive = timeToLive
        self.cacheMode = cacheMode
    }
}

/// A stubbed response. Indirect, since each middleware copies the options.
indirect enum Stub: Sendable, Hashable {
    /// The sample of the endpoint, if it has one.
    case sample(HTTPResponse?, StubBehavior)
}

/// Sends a request, and adds the number of earlier attempts to the number that the response or the error reports.
@_spi(Seek)
public func addingAttempts(
    _ earlier: Int,
    _ send: () async throws(NetworkError) -> HTTPResponse
) async throws(NetworkError) -> HTTPResponse {
    var result = await Result(catching: send)
    result.attempts += earlier
    return try result.get()
}

/// Returns a handler that passes requests through middleware, outermost first, to an innermost handler. The returned
/// handler sets the URL of each response that has none.
@_spi(Seek)
public func chain(_ middleware: [any HTTPMiddleware], to innermost: @escaping HTTPHandler) -> HTTPHandler {
    let handler = middleware.reversed().reduce(innermost) { next, middleware in wrap(next, in: middleware) }
    return { request, options throws(NetworkError) in
        var response = try await handler(request, options)
        response.url = response.url ?? request.url
        return response
    }
}

private func wrap(_ next: @escaping HTTPHandler, in middleware: any HTTPMiddleware) -> HTTPHandler {
    let interceptsStubs = middleware.interceptsStubs
    return { request, options throws(NetworkError) in
        guard interceptsStubs || options.stub == nil else { return try await next(request, options) }
        return try await middleware.intercept(request, options: options, next: next)
    }
}

extension HTTPTransport {
    /// Returns a handler that passes requests through middleware, outermost first, to this transport. For requests
    /// without an endpoint.
    ///
    /// ```swift
    /// let send = transport.handler(through: [RetryMiddleware()])
    /// let response = try await send(request, RequestOptions(deadline: .now + .seconds(10), maximumBodySize: 1 << 20))
    /// ```
    public func handler(through middleware: [any HTTPMiddleware]) -> HTTPHandler {
        chain(middleware) { request, options throws(NetworkError) in
            try await send(request, deadline: options.deadline, maximumBodySize: options.maximumBodySize)
        }
    }
}
