public import SeekNetworking

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport based on URLSession, the default on Apple's platforms. It also works on Linux, where `CurlTransport` is
/// faster and stricter.
///
/// The session stores nothing: no cache, no cookies, no credentials. Redirects are not followed, and a `401` with a
/// challenge is an ordinary response.
///
/// ```swift
/// let transport = URLSessionTransport { $0.session.allowsCellularAccess = false }
/// ```
///
/// On Linux, URLSession treats some corrupt or unusual responses in ways that a transport cannot correct; the contract
/// tests list each case.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    let delegate: SessionDelegate
    private let connection: SessionConnection
    private let configuration: Configuration

    /// Creates a transport with its own session. The closure changes the default configuration.
    public init(_ configure: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        configure(&configuration)
        self.configuration = configuration
        connection = SessionConnection(configuration)
        delegate = SessionDelegate(connection)
        let sessionConfiguration = configuration.sessionStoringNothing
        connection.apply(to: sessionConfiguration)
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: sessionConfiguration, delegate: delegate, delegateQueue: queue)
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Sends a request, as described at ``/SeekNetworking/HTTPTransport/send(_:deadline:maximumBodySize:)``.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        try request.checkBeforeSending(deadline: deadline)
        try connection.check(request)
        if let origin = request.origin, let address = origin.literalAddress {
            let target = TargetPolicy.Target(host: origin.host, port: origin.port, address: address)
            guard configuration.targetPolicy.allows(target) else {
                let context = NetworkError.Context(request: request, attempts: 0)
                throw .rejected(.addressNotAllowed(host: origin.host, address: address), context)
            }
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
        // URLSession's own timeout restarts when data arrives, so it is not a deadline.
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
                    configuration: configuration,
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

extension URLSessionTransport {
    /// The settings of a transport.
    public struct Configuration: Sendable {
        /// The session's configuration, for settings such as `allowsCellularAccess`, `waitsForConnectivity`,
        /// `httpAdditionalHeaders`, `protocolClasses` or a minimum TLS version; ephemeral by default. The transport
        /// copies it.
        ///
        /// The transport itself determines caching, cookies, stored credentials, connections per host and timeouts:
        /// these settings of the configuration are ignored. A background configuration cannot be used: each request
        /// fails with ``/SeekNetworking/TransportFailure/invalidConfiguration(_:)``.
        public var session = URLSessionConfiguration.ephemeral
        /// The proxy, the trusted certificates, the pinned public keys and the client certificates. On Linux,
        /// URLSession supports only the default.
        public var connection = ConnectionConfiguration()
        /// The maximum number of connections to one host at a time, 64 by default; a value below 1 means 1. A request
        /// that needs another connection waits, and its deadline applies while it waits.
        public var maximumConcurrentRequestsPerHost = 64
        /// The maximum size of a response's header fields in bytes, 256 KiB by default. A response with a larger header
        /// fails as malformed, after URLSession has read all fields.
        public var maximumHeaderSize = HTTPFieldLimits.maximumHeaderSize
        /// The maximum number of a response's header fields, 1,000 by default. A response with more fails as malformed.
        /// URLSession joins fields of the same name, which then count as one.
        public var maximumHeaderFieldCount = 1_000
        /// The addresses to which requests may be sent; ``/SeekNetworking/TargetPolicy/any`` by default.
        ///
        /// URLSession does not report the address of a name, so the policy applies to URLs whose host is an address,
        /// `localhost` or a subdomain of `localhost`; other names are allowed. A server that fetches URLs supplied by
        /// its users needs `CurlTransport`, which applies the policy to the resolved address.
        public var targetPolicy = TargetPolicy.any

        /// A copy of ``session`` that stores nothing, with the longest timeouts.
        var sessionStoringNothing: URLSessionConfiguration {
            let copy = session.copy() as? URLSessionConfiguration ?? .ephemeral
            copy.urlCache = nil
            copy.requestCachePolicy = .reloadIgnoringLocalCacheData
            copy.httpCookieStorage = nil
            copy.httpShouldSetCookies = false
            copy.httpCookieAcceptPolicy = .never
            copy.urlCredentialStorage = nil
            copy.httpMaximumConnectionsPerHost = max(maximumConcurrentRequestsPerHost, 1)
            // A request has a deadline of its own: URLSession's timeouts are rounded to whole seconds on Linux, and run
            // while a request waits for a connection.
            copy.timeoutIntervalForRequest = URLRequest.maximumTimeout
            copy.timeoutIntervalForResource = URLRequest.maximumTimeout
            return copy
        }
    }
}

extension URLRequest {
    /// A week, in seconds: `.infinity` traps on Linux.
    static let maximumTimeout: TimeInterval = 7 * 24 * 3600

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
