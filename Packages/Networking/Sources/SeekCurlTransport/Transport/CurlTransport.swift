#if os(Linux)
import SeekBasics
public import SeekNetworking

/// An HTTP transport on libcurl's multi interface. The default on Linux.
///
/// Connections are reused, HTTP/2 is negotiated over TLS, certificates are verified, and the content codings gzip and
/// deflate are decoded. ``Configuration/connection`` selects the proxy, by default that of the environment
/// (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`), and the authorities to trust, by default also those of
/// `SSL_CERT_FILE`, `CURL_CA_BUNDLE` and `SSL_CERT_DIR`. No `User-Agent` is added.
///
/// If a reused connection is lost before the response, an idempotent request is resent once. The response or error
/// reports this as one attempt. Other requests are not resent, because the server may have acted on them.
///
/// libcurl is loaded by the first request. If it is not installed, requests fail with an error that names the package
/// to install.
///
/// ```swift
/// let transport = CurlTransport { $0.connectTimeout = .seconds(5) }
/// let request = HTTPRequest(url: url)
/// let response = try await transport.send(request, deadline: .now + .seconds(10), maximumBodySize: 1 << 20)
/// ```
public final class CurlTransport: HTTPTransport {
    private let configuration: Configuration
    private let connection: CheckedConnectionConfiguration
    /// Nil until the first request: a program that only reads its cache needs neither libcurl nor a thread.
    private let loop = Mutex<CurlLoop?>(nil)

    /// Creates a transport. The closure changes the default configuration.
    public init(_ configure: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        configure(&configuration)
        self.configuration = configuration
        connection = CheckedConnectionConfiguration(
            configuration.connectionWithEnvironment,
            targetPolicy: configuration.targetPolicy
        )
    }

    deinit { loop.withLock { $0 }?.stop() }

    /// Sends a request; see ``/SeekNetworking/HTTPTransport/send(_:deadline:maximumBodySize:)``.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        try request.checkBeforeSending(deadline: deadline)
        try connection.check(request)
        let loop = try startedLoop(for: request)
        // The transport, and with it the loop, must outlive the transfer.
        defer { withExtendedLifetime(self) {} }
        return try await loop.run(request, deadline: deadline, maximumBodySize: max(maximumBodySize, 0)).get()
    }

    private func startedLoop(for request: HTTPRequest) throws(NetworkError) -> CurlLoop {
        do throws(CurlLibrary.LoadFailure) {
            return try loop.withLock { (loop: inout CurlLoop?) throws(CurlLibrary.LoadFailure) in
                if let loop { return loop }
                let started = try CurlLoop(configuration: configuration, connection: connection)
                loop = started
                return started
            }
        } catch {
            throw .transport(.other(error.description), NetworkError.Context(request: request, attempts: 0))
        }
    }
}
#endif
