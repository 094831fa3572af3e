#if os(Linux)
extension CurlTransport {
    /// What can be set on a transport.
    public struct Configuration: Sendable, Hashable {
        /// The path of a file with the trusted certificates in PEM form; nil trusts what the system trusts.
        public var certificateAuthorityFile: String?
        /// How long making a connection may take, name look-up and TLS handshake included; the request's deadline holds
        /// besides. 30 s by default.
        public var connectTimeout = Duration.seconds(30)
        /// The most requests, and so connections, to one host at a time; further requests wait their turn, their deadlines
        /// running. 0 sets no limit. 64 by default: GitHub's secondary limit is 100 concurrent requests.
        public var maximumConnectionsPerHost = 64
        /// Whether content codings are offered and decoded. True by default; without it a body arrives as it was sent, and a coding
        /// that libcurl does not know is no error.
        public var decodesContent = true
        /// Whether proxies named in the environment are used. True by default.
        public var usesProxiesFromEnvironment = true
        /// What libcurl's file is called; tests set another.
        var library = CurlLibrary.name
    }
}
#endif
