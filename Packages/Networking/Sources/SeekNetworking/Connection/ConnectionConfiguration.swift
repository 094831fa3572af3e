public import SeekBasics

/// How a transport connects to servers: through which proxy, which certificates it trusts, which public keys it
/// expects, and which client certificates it presents. Both transports use it.
///
/// ```swift
/// let transport = CurlTransport {
///     $0.connection.proxy = .server("proxy.example", port: 3128)
///     $0.connection.pinnedPublicKeys["api.example"] = [currentKey, backupKey]
/// }
/// ```
///
/// If the configuration cannot be used, each request fails with ``TransportFailure/invalidConfiguration(_:)``, whose
/// string describes what to change, and nothing is sent.
///
/// On Linux, `URLSessionTransport` supports only the default configuration; use `CurlTransport`.
public struct ConnectionConfiguration: Sendable, Hashable {
    /// The proxy; by default the one that the system's settings name.
    public var proxy = ProxySelection.system
    /// The certificates of the only authorities to trust, in PEM format; nil, the default, for those of
    /// ``certificateFile`` and ``certificateFolder``.
    public var trustedCertificates: Data?
    /// The path of a file of certificates of authorities to trust, in PEM format. Nil, the default, for the file that
    /// the environment variable `SSL_CERT_FILE` or `CURL_CA_BUNDLE` names, or else for the system's.
    ///
    /// As with `curl`, the file replaces only the system's file. On systems on which libcurl also has a folder of
    /// certificates, such as Debian and Ubuntu, the authorities of the folder remain trusted.
    ///
    /// The file is read by `CurlTransport`, and by `URLSessionTransport` on Apple platforms, where it replaces the
    /// system's certificates. URLSession on Linux reads the file that the environment variable
    /// `URLSessionCertificateAuthorityInfoFile` names.
    public var certificateFile: String?
    /// The path of a folder of certificates of authorities to trust, or several paths separated by colons. The names
    /// of the files are those that `openssl rehash` creates. Nil, the default, for the folder that the environment
    /// variable `SSL_CERT_DIR` names, or else for the system's. Only `CurlTransport` supports a folder.
    public var certificateFolder: String?
    /// The client certificates by host, such as `api.example`. A certificate is presented only to its own host, and
    /// only if the server requests one.
    public var clientIdentities: [String: ClientIdentity] = [:]
    /// The public keys of servers by host, such as `api.example`; subdomains are not included. A connection to a host
    /// in this dictionary is used only if the key of the server's own certificate is one of those listed for the host;
    /// otherwise the request fails with ``TransportFailure/publicKeyNotPinned(host:)``. The certificate must be trusted
    /// as well.
    ///
    /// A key is the SHA-256 digest of the `SubjectPublicKeyInfo` in Base64 (RFC 7469 §2.4), with or without the prefix
    /// `sha256//` of `curl --pinnedpubkey`. Pin a backup key too: without one, the app stops working when the server's
    /// key changes. This prints the digest of the key in a certificate:
    ///
    /// ```sh
    /// openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der |
    ///     openssl dgst -sha256 -binary | openssl base64
    /// ```
    public var pinnedPublicKeys: [String: [String]] = [:]

    /// Creates the default configuration: the system's proxy and certificates, no pinned keys and no client
    /// certificates.
    public init() {}
}

/// A client certificate and its private key, which identify an app to a server (mutual TLS).
public struct ClientIdentity: Sendable, Hashable {
    package let pkcs12: Data
    package let password: String

    /// Creates an identity from a PKCS #12 archive, as `openssl pkcs12 -export` writes it (`.p12`, `.pfx`).
    ///
    /// If the archive or the password of a host is not valid, requests to the host fail with
    /// ``TransportFailure/invalidConfiguration(_:)``; with `URLSessionTransport`, all requests fail.
    ///
    /// - Parameters:
    ///   - pkcs12: The content of the archive: a certificate, its key, and optionally intermediate certificates.
    ///   - password: The password of the archive. It is never printed.
    public init(pkcs12: Data, password: String) {
        self.pkcs12 = pkcs12
        self.password = password
    }
}

extension ClientIdentity: CustomStringConvertible, CustomReflectable {
    /// The size of the archive, without its content and its password.
    public var description: String { "PKCS #12 archive, \(pkcs12.count) bytes" }

    /// Hides the archive and its password from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["pkcs12": description]) }
}
