/// The middleware of a client, in the right order.
///
/// ```swift
/// configuration.middleware = MiddlewareStack {
///     $0.cache = HTTPCacheMiddleware(store: store, partition: credential.fingerprint)  // SeekHTTPCache
///     $0.authentication = AuthenticationMiddleware(credential, for: origin)
/// }.middleware
/// ```
/// The properties are declared in the order of the middleware, outermost first. Nil leaves a middleware out. Custom
/// middleware in ``additional`` intercepts each call once, and in ``budgets`` each attempt. Custom middleware that is
/// appended to the array ``middleware`` intercepts each attempt with its credential.
public struct MiddlewareStack: Sendable {
    /// Logs each call once, regardless of attempts and redirects.
    public var logging: LoggingMiddleware?
    /// Custom middleware. It intercepts each call once: a request before redirects and without the credential, and the
    /// final response, from a store or the server.
    public var additional: [any HTTPMiddleware] = []
    /// Follows redirects. Outside the cache, so that a response is stored under its own URL.
    public var redirects: RedirectMiddleware? = RedirectMiddleware()
    /// Lets identical concurrent reads share one request. Not used with a ``cache``, which does this itself, because a
    /// request with a stored response joins no other.
    public var coalescing: CoalescingMiddleware? = CoalescingMiddleware()
    /// Serves stored responses, such as `HTTPCacheMiddleware` of SeekHTTPCache. Outside the budgets, so that a fresh
    /// response costs nothing.
    public var cache: (any HTTPMiddleware)?
    /// Retries requests that failed temporarily.
    public var retries: RetryMiddleware? = RetryMiddleware()
    /// Rejects requests to a host that fails repeatedly. Inside the retries, so that each attempt counts.
    public var circuitBreaker: CircuitBreakerMiddleware? = CircuitBreakerMiddleware()
    /// Quotas and rate limits. Inside the retries, so that each attempt is counted.
    public var budgets: [any HTTPMiddleware] = []
    /// Adds the credential. Last, so that no other middleware sees it. A credential that changes is obtained outside
    /// the circuit breaker and the budgets, which count requests to the server, but not failures to obtain a
    /// credential.
    public var authentication: AuthenticationMiddleware?

    /// Creates a stack without logging, cache, budgets or authentication, changed by a closure.
    public init(_ configure: (inout MiddlewareStack) -> Void = { _ in }) {
        configure(&self)
    }

    /// The middleware, outermost first.
    public var middleware: [any HTTPMiddleware] {
        let inner: [(any HTTPMiddleware)?] = [
            redirects, cache ?? coalescing, retries, authentication?.renewal, circuitBreaker,
        ]
        return [logging].compactMap { $0 } + additional + inner.compactMap { $0 } + budgets
            + [authentication].compactMap { $0 }
    }
}
