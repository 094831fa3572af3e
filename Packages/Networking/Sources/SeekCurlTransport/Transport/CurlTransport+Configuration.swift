#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
public import SeekNetworking

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
#endif
