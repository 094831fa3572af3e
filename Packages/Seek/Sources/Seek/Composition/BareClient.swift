public import SeekBasics
public import SeekCache
import SeekHTTPCache
public import SeekNetworking

/// A client that consists of the HTTP cache and a transport: no retries, budget, coalescing or credentials, and only
/// the header fields that caching needs. External test suites use it to test the cache.
@_spi(CommandLine)
public struct BareClient: Sendable {
    private let sendWithoutRedirects: HTTPHandler
    private let sendWithRedirects: HTTPHandler

    /// Creates a client with its own cache.
    ///
    /// - Parameter report: Receives each failure of the store.
    public init(
        transport: any HTTPTransport,
        store: any DataStore,
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let cache = HTTPCacheMiddleware(store: store, partition: "", coalescing: nil, now: now, report: report)
        var stack = MiddlewareStack {
            ($0.redirects, $0.coalescing, $0.retries, $0.circuitBreaker) = (nil, nil, nil, nil)
            $0.cache = cache
        }
        sendWithoutRedirects = transport.handler(through: stack.middleware)
        // The limit of the Fetch standard (HTTP-redirect fetch).
        stack.redirects = RedirectMiddleware(RedirectPolicy(limit: 20))
        sendWithRedirects = transport.handler(through: stack.middleware)
    }

    /// Sends a request, and follows up to 20 redirects if `followsRedirects` is true.
    public func send(
        _ request: HTTPRequest,
        options: RequestOptions,
        followsRedirects: Bool = false
    ) async throws(NetworkError) -> HTTPResponse {
        try await (followsRedirects ? sendWithRedirects : sendWithoutRedirects)(request, options)
    }
}
