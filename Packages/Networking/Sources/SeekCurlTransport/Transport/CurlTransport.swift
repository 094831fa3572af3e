#if os(Linux)
import SeekBasics
public import SeekNetworking

/// A transport on libcurl's multi interface: the default on Linux.
///
/// One thread drives all transfers; it starts with the first request and ends with the transport. Connections are kept and
/// reused, HTTP/2 is agreed by ALPN, TLS certificates are verified, and every content coding libcurl knows is decoded.
/// Proxies come from the environment (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`) unless configured otherwise.
/// No `User-Agent` is added. libcurl is loaded when the first request is sent; where it is missing, that request fails and says
/// which package to install.
/// ```swift
/// let transport = CurlTransport { $0.connectTimeout = .seconds(5) }
/// let response = try await transport.send(HTTPRequest(url: url), deadline: .now + .seconds(10), maximumBodySize: 1 << 20)
/// ```
public final class CurlTransport: HTTPTransport {
    private let configuration: Configuration
    /// Nil until the first request: a program that answers from a cache does not pay for libcurl, a thread and TLS tables.
    private let loop = Mutex<CurlLoop?>(nil)

    /// Makes a transport; `configure` may change the defaults.
    public init(_ configure: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        configure(&configuration)
        self.configuration = configuration
    }

    deinit { loop.withLock { $0 }?.stop() }

    /// Sends a request, as ``SeekNetworking/HTTPTransport/send(_:deadline:maximumBodySize:)`` says.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        try check(request, deadline: deadline)
        let loop = try runningLoop(for: request)
        // A transfer in flight keeps the transport, hence the loop, alive.
        defer { withExtendedLifetime(self) {} }
        return try await loop.run(request, deadline: deadline, maximumBodySize: max(maximumBodySize, 0)).get()
    }

    /// Refuses what may not be sent, or not any more.
    private func check(_ request: HTTPRequest, deadline: ContinuousClock.Instant) throws(NetworkError) {
        try request.validate()
        if let reason = CurlOptions.refusal(of: request) {
            throw .invalidRequest(reason: reason, NetworkError.Context(request: request))
        }
        if Task.isCancelled { throw .cancelled(NetworkError.Context(request: request)) }
        if ContinuousClock.now >= deadline { throw .timedOut(NetworkError.Context(request: request)) }
    }

    private func runningLoop(for request: HTTPRequest) throws(NetworkError) -> CurlLoop {
        let running = loop.withLock { loop in
            if let loop { return Result<CurlLoop, CurlLibrary.LoadFailure>.success(loop) }
            let started = Result { () throws(CurlLibrary.LoadFailure) in try CurlLoop(configuration: configuration) }
            loop = try? started.get()
            return started
        }
        do throws(CurlLibrary.LoadFailure) {
            return try running.get()
        } catch {
            var context = NetworkError.Context(request: request)
            context.attempts = 0
            throw .transport(.other(error.description), context)
        }
    }
}
#endif
