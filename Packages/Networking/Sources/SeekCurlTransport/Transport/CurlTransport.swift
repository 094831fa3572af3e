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
/// let response = try await transport.send(HTTPRequest(url: url), deadline: .now + .seconds(10), bodyLimit: 1 << 20)
/// ```
public final class CurlTransport: HTTPStreamingTransport {
    private let configuration: Configuration
    /// Nil until the first request: a program that answers from a cache does not pay for libcurl, a thread and TLS tables.
    private let loop = Mutex<CurlLoop?>(nil)
    /// The loop of the streams, which have connections of their own. libcurl (7.88) takes every connection to a host for one that
    /// can be shared as soon as one of them speaks HTTP/2: in one pool, a request was written into a stream's connection.
    private let streamLoop = Mutex<CurlLoop?>(nil)

    /// Makes a transport; `configure` may change the defaults.
    public init(_ configure: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        configure(&configuration)
        self.configuration = configuration
    }

    deinit {
        loop.withLock { $0 }?.stop()
        streamLoop.withLock { $0 }?.stop()
    }

    /// Sends a request, as ``SeekNetworking/HTTPTransport/send(_:deadline:bodyLimit:)`` says.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        bodyLimit: Int
    ) async throws(NetworkError) -> HTTPResponse {
        try check(request, deadline: deadline)
        let loop = try running(loop, for: request)
        // A transfer in flight keeps the transport, hence the loop, alive.
        defer { withExtendedLifetime(self) {} }
        return try await loop.run(request, deadline: deadline, bodyLimit: max(bodyLimit, 0)).get()
    }

    /// Sends a request, as ``SeekNetworking/HTTPStreamingTransport/stream(_:deadline:)`` says.
    ///
    /// At most 272 KiB of the body wait for their reader. Streams go over HTTP/1.1, on connections and a thread of their own,
    /// and count among themselves towards ``Configuration/maximumConnectionsPerHost``.
    public func stream(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> HTTPResponseStream {
        try check(request, deadline: deadline)
        let loop = try running(streamLoop, for: request)
        let stream = try await loop.stream(request, deadline: deadline).get()
        let reader = StreamReader(self, loop, stream, context: NetworkError.Context(request: request))
        return HTTPResponseStream(status: stream.head.status, headerFields: stream.head.fields) {
            () async throws(NetworkError) in try await reader.next()
        }
    }

    /// Refuses what may not be sent, or not any more.
    private func check(_ request: HTTPRequest, deadline: ContinuousClock.Instant) throws(NetworkError) {
        try request.validate()
        if let reason = RequestOptions.refusal(of: request) {
            throw .invalidRequest(reason: reason, NetworkError.Context(request: request))
        }
        if Task.isCancelled { throw .cancelled(NetworkError.Context(request: request)) }
        if ContinuousClock.now >= deadline { throw .timedOut(NetworkError.Context(request: request)) }
    }

    private func running(_ loop: borrowing Mutex<CurlLoop?>, for request: HTTPRequest) throws(NetworkError) -> CurlLoop
    {
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
