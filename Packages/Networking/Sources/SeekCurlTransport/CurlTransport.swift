#if os(Linux)
import CLibcurl
import SeekBasics
public import SeekNetworking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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

extension CurlTransport {
    /// The settings of a transport.
    public struct Configuration: Sendable {
        /// The proxy, the trusted certificates, the pinned public keys and the client certificates.
        public var connection = ConnectionConfiguration()
        /// The maximum time to open a connection, including name resolution and the TLS handshake. 30 s by default. The
        /// deadline of the request applies as well.
        public var connectTimeout = Duration.seconds(30)
        /// The maximum number of concurrent requests to one origin (scheme, host and port), or 0 for no limit.
        /// Additional requests wait, and their deadlines apply while they wait. 64 by default: GitHub's secondary rate
        /// limit is 100 concurrent requests.
        public var maximumConcurrentRequestsPerHost = 64
        /// The maximum size of a response's header lines in bytes, including interim responses (1xx) and trailers. A
        /// response with a larger header is rejected as malformed. 256 KiB by default, as in Chrome.
        public var maximumHeaderSize = HTTPFieldLimits.maximumHeaderSize
        /// The maximum number of a response's header lines, including interim responses (1xx), folded lines and
        /// trailers. A response with more lines is rejected as malformed. 1,000 by default; APIs send fewer than 50.
        public var maximumHeaderLineCount = 1_000
        /// The maximum ratio of a body's decoded size to its size on the wire. A response that exceeds it is rejected
        /// as malformed, because it may be a decompression bomb. 256 by default; pages of JSON reach 20, and gzip at
        /// most 1,032. The size on the wire is increased by 32 KiB first, so the default rejects no body below 8 MiB.
        public var maximumDecompressionRatio = 256
        /// Whether content codings are requested and decoded. True by default. If false, bodies are returned without
        /// decoding.
        public var decodesContent = true
        /// The addresses that requests may be sent to; ``/SeekNetworking/TargetPolicy/any`` by default.
        ///
        /// The policy is applied to the address that a host resolves to, before a connection is opened and, with
        /// libcurl 7.80 or later, before each request over it. A proxy hides that address: unless the policy is `any`,
        /// proxies of the system's settings are not used, and
        /// ``/SeekNetworking/ProxySelection/server(_:port:username:password:)`` is an invalid configuration.
        public var targetPolicy = TargetPolicy.any
        /// The file name of the libcurl library. Set by tests.
        var library = CurlLibrary.name
        /// Receives the CPU time of each event loop iteration, on the thread that ran it. Set by tests.
        var turnObserver: (@Sendable (Duration) -> Void)?

        /// Returns the value of an environment variable. Set by tests.
        var environment: @Sendable (String) -> String? = { getenv($0).map { String(cString: $0) } }

        /// The connection configuration, with the certificates that the environment names. libcurl itself reads no
        /// variables for certificates; these are the ones of the program `curl`.
        var connectionWithEnvironment: ConnectionConfiguration {
            func first(_ names: String...) -> String? {
                names.lazy.compactMap(environment).first { !$0.isEmpty }
            }
            var connection = connection
            guard connection.trustedCertificates == nil else { return connection }
            connection.certificateFile = connection.certificateFile ?? first("SSL_CERT_FILE", "CURL_CA_BUNDLE")
            connection.certificateFolder = connection.certificateFolder ?? first("SSL_CERT_DIR")
            return connection
        }

        /// Whether an environment variable that libcurl reads names a proxy.
        static var environmentNamesProxy: Bool {
            let names: [String] = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
            return names.contains { name in getenv(name).map { $0.pointee != 0 } ?? false }
        }
    }
}

/// Loads libcurl, which is never unloaded. Linking it would slow the start of every program: libcurl depends on some
/// thirty libraries (TLS, Kerberos, LDAP, SSH …).
enum CurlLibrary {
    enum LoadFailure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The library is not installed, or lacks a function. The string is the dynamic loader's error, or names the
        /// function.
        case missing(String)
        /// libcurl, the poller or the loop's thread could not be initialized.
        case initializationFailed

        var description: String {
            switch self {
            case .missing(let reason):
                "libcurl could not be loaded (\(reason)); install it, on Debian and Ubuntu: apt-get install libcurl4"
            case .initializationFailed:
                "libcurl could not be started: the system is out of memory, threads or file descriptors"
            }
        }
    }

    /// The file name on all Linux distributions. 4 is the version of the ABI, unchanged since 2006.
    static let name = "libcurl.so.4"

    private static let outcome = Result { () throws(LoadFailure) in try open(name) }

    /// Loads the library with a file name. The default one is loaded once per process; if this fails, all later calls
    /// with the default name fail too.
    static func load(_ name: String = CurlLibrary.name) throws(LoadFailure) {
        if name == Self.name { try outcome.get() } else { try open(name) }
    }

    private static func open(_ name: String) throws(LoadFailure) {
        var message = [CChar](repeating: 0, count: 512)
        guard seek_curl_load(name, &message, message.count) else {
            throw .missing(String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        // Never cleaned up, because other code in the process may use libcurl.
        guard seek_curl_global_init() == CURLE_OK else { throw .initializationFailed }
    }
}

enum FailureMapping {
    /// Returns the failure for libcurl's result, which is neither `CURLE_OK` nor `CURLE_URL_MALFORMAT`, and for its
    /// description. Errors of TLS and of certificates contain the host of the request.
    static func failure(for code: CURLcode, description: String, host: String) -> TransportFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return .hostNotFound
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            return .publicKeyNotPinned(host: host)
        case CURLE_COULDNT_RESOLVE_PROXY:
            // "Unsupported proxy syntax in 'user:password@host'" contains the password.
            return .proxy(description.contains("proxy syntax") ? "its address is not a valid URL" : description)
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE:
            return .invalidConfiguration("\(host): \(description)")
        case CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN:
            // The option is missing in libcurl, in its headers at build time, or in its TLS library.
            return .invalidConfiguration(
                "libcurl does not support the settings of the proxy or the certificates; "
                    + "build and run the program with libcurl 7.77 or later and OpenSSL"
            )
        // The loop enforces the deadlines: in libcurl only opening a connection can time out.
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_OPERATION_TIMEDOUT:
            return .cannotConnect
        case CURLE_RECV_ERROR:
            // With TLS 1.3 a server rejects the client's certificate after the handshake.
            if HandshakeFailure.isRefusal(description) { return .insecure("\(host): \(description)") }
            return receiveFailure(description)
        // With HTTP/2, the server may have ended the stream or the connection (RST_STREAM, GOAWAY).
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_AGAIN, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return .connectionLost
        case CURLE_SSL_CONNECT_ERROR where HandshakeFailure.isConnectionLoss(description):
            return .connectionLost
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_CHUNK_FAILED, tooLarge:
            return .malformedResponse(description)
        case CURLE_UNSUPPORTED_PROTOCOL:
            // The scheme is valid. Remaining causes: an unknown protocol in the response, a libcurl built without TLS,
            // or a server that closes connections to require HTTP/1.1 (RFC 9113 §7).
            if description.contains("Empty reply") { return .connectionLost }
            return description.contains("libcurl") ? .other(description) : .malformedResponse(description)
        default:
            return isTLSError(code) ? .insecure("\(host): \(description)") : .other(description)
        }
    }

    /// `CURLE_TOO_LARGE`, added in libcurl 8.6.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// Distinguishes malformed chunks and proxy errors from lost connections: libcurl uses one code for all of them.
    private static func receiveFailure(_ description: String) -> TransportFailure {
        if description.contains("chunk") { return .malformedResponse(description) }
        // "Received HTTP code 407 from proxy after CONNECT"; since libcurl 7.87 "CONNECT tunnel failed, response 407"
        if description.contains("from proxy") || description.contains("CONNECT tunnel failed") {
            return description.contains(" 407") ? .proxyAuthenticationRequired : .proxy(description)
        }
        return .connectionLost
    }

    private static func isTLSError(_ code: CURLcode) -> Bool {
        switch code {
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED:
            true
        default:
            false
        }
    }
}
#endif
