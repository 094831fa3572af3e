/// Sends a request on: to the next middleware, at the end to the transport.
public typealias HTTPHandler =
    @Sendable (_ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) -> HTTPResponse

/// Sees each request before it goes and each response before it is used; may change, answer or refuse either.
///
/// ```swift
/// struct Signed: HTTPMiddleware {
///     func intercept(
///         _ request: HTTPRequest, options: RequestOptions, next: @escaping HTTPHandler
///     ) async throws(NetworkError) -> HTTPResponse {
///         var request = request
///         request.headerFields[.userAgent] = "signed/1.0"
///         return try await next(request, options)
///     }
/// }
/// ```
public protocol HTTPMiddleware: Sendable {
    /// Whether the middleware intercepts stubbed requests too; true unless the type says otherwise.
    ///
    /// Return false for middleware with state that live requests share: a store, a counter, a budget. Stubbed requests then
    /// bypass it, so that a stub is never stored, counted or returned to a live request.
    var interceptsStubs: Bool { get }

    /// Handles a request, as a rule by calling `next` once.
    ///
    /// - Throws: what `next` throws, or an error of its own.
    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse
}

extension HTTPMiddleware {
    /// Stubbed requests are intercepted.
    public var interceptsStubs: Bool { true }
}

/// What goes with a request through the middleware without going over the wire.
public struct RequestOptions: Sendable, Hashable {
    /// How a cache may be used for a request: the modes of the Fetch standard (§2.2.5) under their meaning.
    public enum CacheMode: Sendable, Hashable {
        /// A fresh stored answer serves; else the server is asked and its answer stored. Fetch calls it `default`.
        case standard
        /// The server is asked whatever is stored, and nothing is stored: `no-store`.
        case noStore
        /// The server is asked whatever is stored, and its answer stored: `reload`.
        case reload
        /// The server is asked whether what is stored still holds: `no-cache`.
        case revalidate
        /// What is stored serves, however old; without it the server is asked: `force-cache`.
        case preferCached
        /// What is stored serves, however old; the server is never asked: `only-if-cached`.
        case onlyCached
    }

    /// The moment at which the whole call must have ended.
    public var deadline: ContinuousClock.Instant
    /// The largest body to accept, in bytes.
    public var maximumBodySize: Int
    /// How long an answer may be served from a cache where the server's own word would not allow it.
    public var timeToLive: Duration?
    /// How a cache may be used.
    public var cacheMode: CacheMode
    /// Whether sending the request twice does no harm although its method says nothing of it.
    public var isIdempotent: Bool

    /// Which invalidations precede the request; set by ``HTTPCacheMiddleware``.
    var epoch: CacheEpoch?

    /// The answer in place of the server's; nil where the server is asked.
    var stub: Stub?

    /// Makes options.
    public init(
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int,
        timeToLive: Duration? = nil,
        cacheMode: CacheMode = .standard,
        isIdempotent: Bool = false
    ) {
        self.isIdempotent = isIdempotent
        self.deadline = deadline
        self.maximumBodySize = maximumBodySize
        self.timeToLive = timeToLive
        self.cacheMode = cacheMode
    }
}

/// An endpoint's sample on its way to where it is the answer. Indirect, since the options are copied by each middleware.
indirect enum Stub: Sendable, Hashable {
    case sample(HTTPResponse?, StubBehavior)
}

/// Sends a request and adds the attempts that were made for it before to those it reports.
func adding(
    _ attempts: Int,
    _ send: () async throws(NetworkError) -> HTTPResponse
) async throws(NetworkError) -> HTTPResponse {
    do throws(NetworkError) {
        var response = try await send()
        response.provenance.attempts += attempts
        return response
    } catch {
        var error = error
        error.context.attempts += attempts
        throw error
    }
}

/// Returns one handler of middleware, outermost first, over an innermost one. Its responses have a URL.
func chain(_ middleware: [any HTTPMiddleware], to innermost: @escaping HTTPHandler) -> HTTPHandler {
    let handler = middleware.reversed().reduce(innermost) { next, middleware in handing(to: middleware, then: next) }
    return { request, options throws(NetworkError) in
        var response = try await handler(request, options)
        response.url = response.url ?? request.url
        return response
    }
}

private func handing(to middleware: any HTTPMiddleware, then next: @escaping HTTPHandler) -> HTTPHandler {
    let interceptsStubs = middleware.interceptsStubs
    return { request, options throws(NetworkError) in
        guard interceptsStubs || options.stub == nil else { return try await next(request, options) }
        return try await middleware.intercept(request, options: options, next: next)
    }
}
