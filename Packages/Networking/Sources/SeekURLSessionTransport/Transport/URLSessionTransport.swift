import Foundation
public import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
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
