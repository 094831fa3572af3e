/// The middleware of a client in the order in which it works together.
///
/// ```swift
/// configuration.middleware = MiddlewareStack {
///     $0.cache = HTTPCacheMiddleware(store: store, partition: credential.fingerprint)
///     $0.authentication = Authentication(credential, for: origin)
/// }.middleware
/// ```
/// The properties are declared in that order, outermost first. A property that is nil leaves its middleware out. A logger or
/// another custom middleware that is to see each call once belongs in front of ``middleware``; one that is to see each
/// attempt, credentials included, behind it.
public struct MiddlewareStack: Sendable {
    /// Logs each call once, whatever it takes to get its response.
    public var logging: LoggingMiddleware?
    /// Follows redirects, outside of the cache: a response is stored under the URL that produced it.
    public var redirects: RedirectMiddleware? = RedirectMiddleware()
    /// Serves stored responses: a fresh one costs nothing.
    public var cache: HTTPCacheMiddleware?
    /// Lets identical reads that are in flight share one request.
    public var coalescing: CoalescingMiddleware? = CoalescingMiddleware()
    /// Repeats what failed for the moment.
    public var retries: RetryMiddleware? = RetryMiddleware()
    /// Rejects requests to a host that keeps failing. A rejection is not retried.
    public var circuitBreaker: CircuitBreakerMiddleware? = CircuitBreakerMiddleware()
    /// Quotas and rate limits, inside of the retries: each attempt is counted.
    public var budgets: [any HTTPMiddleware] = []
    /// Adds the credential last, for its own origin only: nothing else sees it.
    public var authentication: AuthenticationMiddleware?

    /// Creates the stack of a client without a cache, budgets or a credential, changed by a closure.
    public init(_ configure: (inout MiddlewareStack) -> Void = { _ in }) {
        configure(&self)
    }

    /// The middleware, outermost first.
    public var middleware: [any HTTPMiddleware] {
        let outer: [(any HTTPMiddleware)?] = [logging, redirects, cache, coalescing, retries, circuitBreaker]
        return outer.compactMap { $0 } + budgets + [authentication].compactMap { $0 }
    }
}
