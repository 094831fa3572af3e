#if os(Linux)
public import SeekNetworking

extension CurlTransport {
    /// What can be set on a transport.
    public struct Configuration: Sendable {
        /// The path of a file with the trusted certificates in PEM form; nil trusts what the system trusts.
        public var certificateAuthorityFile: String?
        /// How long making a connection may take, name look-up and TLS handshake included; the request's deadline holds
        /// besides. 30 s by default.
        public var connectTimeout = Duration.seconds(30)
        /// The most requests, and so connections, to one host at a time; further requests wait their turn, their deadlines
        /// running. 0 sets no limit. 64 by default: GitHub's secondary limit is 100 concurrent requests.
        public var maximumConcurrentRequestsPerHost = 64
        /// The maximum size of a response's header lines in bytes; a response with more fails as malformed. 256 KiB by default, the
        /// limit of Chrome. Interim responses (1xx) and trailers count.
        public var maximumHeaderSize = HTTPFieldLimits.maximumHeaderSize
        /// The maximum number of a response's header lines; a response with more fails as malformed. 1,000 by default: APIs send
        /// fewer than 50. Status lines, interim responses (1xx), folded lines and trailers count.
        public var maximumHeaderLineCount = 1_000
        /// The maximum ratio of a body's decoded size to its size on the wire; a response that exceeds it is a decompression bomb and
        /// fails as malformed. 256 by default: pages of JSON reach 20, and gzip at most 1,032. The first 32 KiB are not
        /// counted, so that no body of less than 8 MiB is refused.
        public var maximumExpansion = 256
        /// Whether content codings are offered and decoded. True by default; without it a body arrives as it was sent, and a coding
        /// that libcurl does not know is no error.
        public var decodesContent = true
        /// Which addresses requests may be sent to; ``SeekNetworking/TargetPolicy/any`` by default. Checked on the address a name
        /// resolved to, before a connection is made and again before each request over it. Only a proxy knows the addresses behind it,
        /// so with any other policy no proxy is used.
        public var targetPolicy = TargetPolicy.any
        /// Whether proxies named in the environment are used. True by default.
        public var usesProxiesFromEnvironment = true
        /// Whether libcurl may look for a proxy.
        var mayUseProxy: Bool { usesProxiesFromEnvironment && !targetPolicy.isRestricting }
        /// What libcurl's file is called; tests set another.
        var library = CurlLibrary.name
        /// Receives the processor time of each turn of the loop, on the thread that took it. For tests.
        var turnObserver: (@Sendable (Duration) -> Void)?
    }
}
#endif
