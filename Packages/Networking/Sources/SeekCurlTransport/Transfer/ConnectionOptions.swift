#if os(Linux)
import CLibcurl
import SeekBasics
import SeekNetworking

/// Sets the options of libcurl that a connection configuration requires.
struct ConnectionOptions {
    private let connection: CheckedConnectionConfiguration
    private let usesSystemProxy: Bool
    /// Whether a connection's address may be a proxy's and not the target's.
    let mayUseProxy: Bool

    init(_ connection: CheckedConnectionConfiguration, targetPolicy: TargetPolicy) {
        self.connection = connection
        // A proxy hides the address of the target, to which the policy applies.
        usesSystemProxy = connection.proxy == .system && !targetPolicy.isRestricting
        mayUseProxy =
            switch connection.proxy {
            case .system: usesSystemProxy && CurlTransport.Configuration.environmentNamesProxy
            case .direct: false
            case .server: true
            }
    }

    /// Sets the options for a request to an origin. The request must not be sent if one of them cannot be set.
    func apply(for origin: Origin?, to easy: EasyHandle) throws(CurlFailure) {
        try applyProxy(to: easy)
        switch connection.trust {
        case .certificates(let certificates):
            try check(
                certificates.withUnsafeBytes {
                    seek_curl_set_trusted_certificates(easy.pointer, $0.baseAddress, $0.count)
                }
            )
            // The certificates replace libcurl's default file, but not its default folder.
            try check(easy.set(CURLOPT_CAPATH, pointer: nil))
        case .files(let file, let folder):
            if let file { try check(easy.set(CURLOPT_CAINFO, file)) }
            if let folder { try check(easy.set(CURLOPT_CAPATH, folder)) }
        }
        if let pins = connection.pins(for: origin) {
            let keys = pins.map { PublicKeyPin.prefix + $0 }.joined(separator: ";")
            try check(easy.set(CURLOPT_PINNEDPUBLICKEY, keys))
        }
        if let identity = connection.identity(for: origin) {
            try check(
                identity.pkcs12.withUnsafeBytes {
                    seek_curl_set_client_identity(easy.pointer, $0.baseAddress, $0.count, identity.password)
                }
            )
        }
    }

    private func applyProxy(to easy: EasyHandle) throws(CurlFailure) {
        guard case .server(let server) = connection.proxy else {
            // An empty string overrides the environment variables.
            if !usesSystemProxy { try check(easy.set(CURLOPT_PROXY, "")) }
            return
        }
        try check(easy.set(CURLOPT_PROXY, "http://\(server.host):\(server.port)"))
        try check(easy.set(CURLOPT_NOPROXY, ""))
        guard let username = server.username else { return }
        try check(easy.set(CURLOPT_PROXYUSERNAME, username))
        try check(easy.set(CURLOPT_PROXYPASSWORD, server.password))
    }
}
#endif
