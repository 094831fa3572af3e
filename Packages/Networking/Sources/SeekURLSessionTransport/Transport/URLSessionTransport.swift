import Foundation
public import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport based on URLSession, the default on Apple's platforms. It also works on Linux, where `CurlTransport` is
/// faster and stricter.
///
/// The session is ephemeral and stores nothing: no cache, no cookies, no credentials. Redirects are not followed, and
/// a `401` with a challenge is an ordinary response.
///
/// On Linux, URLSession treats some corrupt or unusual responses in ways that a transport cannot correct; the contract
/// tests list each case.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    let delegate = SessionDelegate()
    private let headerLimits: Exchange.HeaderLimits
    private let targetPolicy: TargetPolicy

    /// Creates a transport with its own session.
    ///
    /// - Parameters:
    ///   - maximumConcurrentRequestsPerHost: The maximum number of connections to one host at a time; further requests
    ///     wait, and their deadlines continue to run.
    ///   - maximumHeaderSize: The maximum size of a response's header fields in bytes, 256 KiB by default. A response
    ///     with a larger header fails as malformed, after URLSession has read all fields.
    ///   - maximumHeaderFieldCount: The maximum number of a response's header fields, 1,000 by default. A response
    ///     with more fails as malformed. URLSession joins fields of the same name, which then count as one.
    ///   - targetPolicy: The addresses to which requests may be sent. URLSession does not report the address of a
    ///     name, so the policy applies to URLs whose host is an address or `localhost`; other names are allowed. A
    ///     server that fetches URLs supplied by its users needs `CurlTransport`, which applies the policy to the
    ///     resolved address.
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
        // This transport has its own deadlines: URLSession's timeouts are rounded to whole seconds on Linux, and run
        // while a request waits for a connection.
        configuration.timeoutIntervalForRequest = URLRequest.maximumTimeout
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Sends a request, as described at ``SeekNetworking/HTTPTransport/send(_:deadline:maximumBodySize:)``.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        try request.checkBeforeSending(deadline: deadline)
        if let origin = request.origin, let address = origin.literalAddress,
            !targetPolicy.allows(TargetPolicy.Target(host: origin.host, port: origin.port, address: address))
        {
            let context = NetworkError.Context(request: request, attempts: 0)
            throw .rejected(.addressNotAllowed(host: origin.host, address: address), context)
        }
        return try await run(request, deadline: deadline, maximumBodySize: max(maximumBodySize, 0)).get()
    }

    private func run(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async -> Result<HTTPResponse, NetworkError> {
        let delegate = delegate
        let number = delegate.nextNumber()
        // URLSession's own timeout restarts when data arrives, so that it is not a deadline.
        let timer = Task {
            do {
                try await Task.sleep(until: deadline, clock: .continuous)
            } catch {
                return
            }
            delegate.end(number, .timedOut)
        }
        defer { timer.cancel() }
        // An in-flight request retains the transport, and with it the session.
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
                    delegate.start(number) { session.dataTask(with: URLRequest(request)) }
                }
                // A cancellation or a deadline before `begin` found no exchange to end.
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

extension URLRequest {
    /// A week, in seconds: `.infinity` traps on Linux.
    fileprivate static let maximumTimeout: TimeInterval = 7 * 24 * 3600

    /// Converts a request.
    fileprivate init(_ request: HTTPRequest) {
        self.init(
            url: request.url,
            cachePolicy: .reloadIgnoringLocalCacheData,
            timeoutInterval: Self.maximumTimeout
        )
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        for field in request.fieldsToSend { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        httpBody = request.bodyToSend
    }
}
