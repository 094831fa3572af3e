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
        /// The path of a PEM file with the trusted certificates. Nil, the default, uses the system's.
        public var certificateAuthorityFile: String?
        /// The maximum time to open a connection, name resolution and TLS handshake included. 30 s by default. The
        /// deadline of the request applies as well.
        public var connectTimeout = Duration.seconds(30)
        /// The maximum number of concurrent requests to one host. Further ones wait; their deadlines apply meanwhile. 0
        /// is no limit. 64 by default: GitHub's secondary rate limit is 100 concurrent requests.
        public var maximumConcurrentRequestsPerHost = 64
        /// The maximum size of a response's header lines in bytes, interim responses (1xx) and trailers included. A
        /// larger header is a malformed response. 256 KiB by default, the limit of Chrome.
        public var maximumHeaderSize = HTTPFieldLimits.maximumHeaderSize
        /// The maximum number of a response's header lines, interim responses (1xx), folded lines and trailers
        /// included. More lines are a malformed response. 1,000 by default; APIs send fewer than 50.
        public var maximumHeaderLineCount = 1_000
        /// The maximum ratio of a body's decoded size to its size on the wire. A body beyond it is treated as a
        /// decompression bomb: a malformed response. 256 by default; pages of JSON reach 20, and gzip at most 1,032.
        /// The first 32 KiB on the wire are not counted, so that at the default no body below 8 MiB is rejected.
        public var maximumExpansion = 256
        /// Whether content codings are requested and decoded. True by default; otherwise bodies are received as they
        /// were sent.
        public var decodesContent = true
        /// The addresses that requests may be sent to; ``SeekNetworking/TargetPolicy/any`` by default.
        ///
        /// Applied to the address a host resolves to, before a connection is opened and before each request over it.
        /// Any other policy disables proxies, which hide that address.
        public var targetPolicy = TargetPolicy.any
        /// Whether proxies from environment variables are used. True by default.
        public var usesProxiesFromEnvironment = true

        /// Whether libcurl may use a proxy.
        var mayUseProxy: Bool { usesProxiesFromEnvironment && !targetPolicy.isRestricting }
        /// The file name of libcurl. Set by tests.
        var library = CurlLibrary.name
        /// Receives the processor time of each turn of the loop, on the thread that ran it. Set by tests.
        var turnObserver: (@Sendable (Duration) -> Void)?

        /// Whether an environment variable that libcurl reads names a proxy.
        static var environmentNamesProxy: Bool {
            let names: [String] = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
            return names.contains { name in getenv(name).map { $0.pointee != 0 } ?? false }
        }
    }
}
#endif
