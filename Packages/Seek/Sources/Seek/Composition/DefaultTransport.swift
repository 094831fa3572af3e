public import SeekNetworking

#if os(Linux)
import SeekCurlTransport
#else
import SeekURLSessionTransport
#endif

/// The transport that Seek uses by default: libcurl on Linux, URLSession on Apple's platforms.
public enum DefaultTransport {
    /// Creates a transport with its own connections.
    ///
    /// ```swift
    /// configuration.client.transport = DefaultTransport.make {
    ///     $0.proxy = .server("proxy.example", port: 3128)
    /// }
    /// ```
    ///
    /// - Parameter configure: Changes the default connection configuration: the proxy, the trusted certificates, the
    ///   pinned public keys and the client certificates.
    public static func make(_ configure: (inout ConnectionConfiguration) -> Void = { _ in }) -> any HTTPTransport {
        #if os(Linux)
        CurlTransport { configure(&$0.connection) }
        #else
        URLSessionTransport { configure(&$0.connection) }
        #endif
    }
}

extension ConnectionConfiguration {
    /// Trusts the authorities whose certificates environment variables name: the file in `SSL_CERT_FILE`, or else in
    /// `CURL_CA_BUNDLE`, and on Linux the folder in `SSL_CERT_DIR`. An empty variable is treated as unset.
    mutating func trustCertificates(of variables: [String: String]) {
        func path(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
        certificateFile = path("SSL_CERT_FILE") ?? path("CURL_CA_BUNDLE")
        #if os(Linux)
        certificateFolder = path("SSL_CERT_DIR")
        #endif
    }
}
