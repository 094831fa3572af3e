import Foundation
public import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport on URLSession: the default on Apple platforms; it works on Linux as well, where `CurlTransport` is faster and
/// stricter.
///
/// The session is ephemeral and keeps nothing: no cache, no cookies, no credentials. Redirects are not followed, and a `401`
/// with a challenge is a response like any other.
///
/// On Linux some of what URLSession does with a broken or unusual answer cannot be put right from outside; the contract
/// suite names each case.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    let delegate = SessionDelegate()
    private let headerLimits: Exchange.HeaderLimits
    private let targetPolicy: TargetPolicy

    /// Creates a transport with a session of its own.
    ///
    /// - Parameters:
    ///   - maximumConcurrentRequestsPerHost: The maximum number of connections to one host at a time; further requests wait for one, their
    ///     deadlines running.
    ///   - maximumHeaderSize: The maximum size of a response's header fields in bytes; a response with more fails as malformed.
    ///     Checked once URLSession has read them all. 256 KiB by default.
    ///   - maximumHeaderFieldCount: The maximum number of a response's header fields; a response with more fails as malformed.
    ///     URLSession joins the fields of a name, which then count as one. 1,000 by default.
    ///   - targetPolicy: Which addresses requests may be sent to. URLSession does not report the address a name resolves to, so the
    ///     policy is applied to URLs whose host is an address or `localhost`, and other names pass. A server that fetches
    ///     URLs it is given needs `CurlTransport`, which applies the policy to the resolved address.
    public init(
        maximumConcurrentRequestsPerHost: Int = 64,
        maximumHeaderSize: Int = HTTPFieldLimits.maximumHeaderSize,
        maximumHeaderFieldCount: Int = 1_000,
        targetPolicy: TargetPolicy = .any
    ) {
        self.targetPolicy = targetPolicy
        headerLimits = Exchange.HeaderLimits(size: maximumHeaderSize, fieldCount: maximumHeaderFieldCount)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = max(maximumConcurrentRequestsPerHost, 1)
        // Deadlines are this transport's own. URLSession counts whole seconds on Linux, and counts them while a request
        // waits for a connection.
        configuration.timeoutIntervalForRequest = RequestConversion.withoutTimeout
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Sends a request, as ``SeekNetworking/HTTPTransport/send(_:deadline:maximumBodySize:)`` says.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        try request.validate()
        let context = NetworkError.Context(request: request)
        if request.method == .head, request.body?.isEmpty == false {
            throw .invalidRequest(reason: "a HEAD request carries no body", context)
        }
        if let origin = request.origin, let address = origin.literalAddress,
            !targetPolicy.allows(TargetPolicy.Target(host: origin.host, port: origin.port, address: address))
        {
            var context = context
            context.attempts = 0
            throw .refused(.addressNotAllowed(host: origin.host, address: address), context)
        }
        if Task.isCancelled { throw .cancelled(context) }
        if ContinuousClock.now >= deadline { throw .timedOut(context) }
        return try await run(request, deadline: deadline, maximumBodySize: max(maximumBodySize, 0)).get()
    }

    private func run(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async -> Result<HTTPResponse, NetworkError> {
        let delegate = delegate
        let number = delegate.nextNumber()
        // Waits beside the exchange; URLSession's own timeout is no deadline.
        let timer = Task {
            do {
                try await Task.sleep(until: deadline, clock: .continuous)
            } catch {
                return
            }
            delegate.end(number, .timedOut)
        }
        defer { timer.cancel() }
        // A request in flight keeps the transport, hence the session, alive.
        defer { withExtendedLifetime(self) {} }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let exchange = Exchange(
                    request: request,
                    maximumBodySize: maximumBodySize,
                    headerLimits: headerLimits,
                    continuation: continuation
                )
                delegate.begin(exchange, number)
                delegate.queue.async { [self] in
                    delegate.start(number) { session.dataTask(with: RequestConversion.urlRequest(of: request)) }
                }
                // A cancellation or a deadline from before `begin` has found nothing to end.
                if Task.isCancelled {
                    delegate.end(number, .cancelled)
                } else if ContinuousClock.now >= deadline {
                    delegate.end(number, .timedOut)
                }
            }
        } onCancel: {
            delegate.end(number, .cancelled)
        }
    }
}
