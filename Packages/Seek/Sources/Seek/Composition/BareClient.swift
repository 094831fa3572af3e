public import SeekCache
public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The HTTP cache over a transport and nothing else: no retry, no budget, no coalescing, no credential, no field but those that
/// caching needs. Redirects are followed where a request asks for that. It is how an outside suite drives the cache.
public struct BareClient: Sendable {
    private let plain: HTTPHandler
    private let following: HTTPHandler

    /// Makes a client with a cache of its own.
    ///
    /// - Parameters:
    ///   - transport: what reaches the servers.
    ///   - store: where answers are kept.
    ///   - source: what answers from the store say of their provenance.
    ///   - now: the time of day.
    ///   - report: is told of every failure of the store.
    public init(
        transport: any HTTPTransport,
        store: any DataStore,
        source: Provenance.Source,
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let store = DataResponseStore(store, source: source)
        // One cache for both: it knows which answers are being asked for anew.
        let cache = HTTPCacheMiddleware(store: store, partition: "", now: now, report: report)
        var stack = MiddlewareStack {
            ($0.redirects, $0.coalescing, $0.retries, $0.circuitBreaker) = (nil, nil, nil, nil)
            $0.cache = cache
        }
        plain = transport.handler(through: stack.middleware)
        // The Fetch standard's twenty (§4.4).
        stack.redirects = RedirectMiddleware(RedirectPolicy(limit: 20))
        following = transport.handler(through: stack.middleware)
    }

    /// Sends a request.
    public func send(
        _ request: HTTPRequest,
        options: RequestOptions,
        followsRedirects: Bool = false
    ) async throws(NetworkError) -> HTTPResponse {
        try await (followsRedirects ? following : plain)(request, options)
    }
}
