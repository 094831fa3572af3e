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

/// Which proxy a transport uses.
///
/// Requests to `http` URLs are sent to the proxy; for `https` URLs, the proxy opens a tunnel (`CONNECT`), through which
/// it sees neither requests nor responses. If it refuses the tunnel, the request fails with
/// ``TransportFailure/proxy(_:)``, or with ``TransportFailure/proxyAuthenticationRequired`` if the status is 407.
public struct ProxySelection: Sendable, Hashable {
    package enum Choice: Sendable, Hashable {
        case system
        case direct
        case server(Server)
    }

    package struct Server: Sendable, Hashable {
        package let host: String
        package let port: Int
        package let username: String?
        package let password: String
    }

    package let choice: Choice

    /// The proxy of the system's settings: on Linux, that of the environment variables `http_proxy`, `https_proxy` and
    /// `all_proxy`, except for the hosts in `no_proxy`; on Apple platforms, that of the network settings.
    public static let system = ProxySelection(choice: .system)

    /// No proxy, whatever the system's settings.
    public static let direct = ProxySelection(choice: .direct)

    /// An HTTP proxy for all hosts, whatever the system's settings.
    ///
    /// - Parameters:
    ///   - host: The name or address of the proxy, such as `proxy.example`; not a URL.
    ///   - port: The port, 1 to 65535.
    ///   - username: The user name if the proxy requires one; it must not contain a colon (RFC 7617 §2). It is sent to
    ///     the proxy without encryption, as is the password.
    ///   - password: The password of the user. It is never printed.
    public static func server(
        _ host: String,
        port: Int,
        username: String? = nil,
        password: String = ""
    ) -> ProxySelection {
        ProxySelection(choice: .server(Server(host: host, port: port, username: username, password: password)))
    }
}

extension ProxySelection: CustomStringConvertible, CustomReflectable {
    /// `system`, `direct`, or the host and port of the server; without its credentials.
    public var description: String {
        switch choice {
        case .system: "system"
        case .direct: "direct"
        case .server(let server): "\(server.host):\(server.port)"
        }
    }

    /// Hides the credentials from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["proxy": description]) }
}

/// The digest of a certificate's public key, which identifies the key (RFC 7469 §2.4).
package enum PublicKeyPin {
    /// The prefix of a digest in an argument of `curl --pinnedpubkey`.
    package static let prefix = "sha256//"
    /// The size of a SHA-256 digest in bytes.
    static let digestSize = 32

    /// Returns the SHA-256 digest of a certificate's `SubjectPublicKeyInfo` in Base64; nil if the bytes are not a
    /// certificate in DER format.
    package static func digest(ofCertificate certificate: Data) -> String? {
        publicKeyInfo(ofCertificate: [UInt8](certificate)).map { Data(SHA256.digest(Array($0))).base64EncodedString() }
    }

    /// Returns the `SubjectPublicKeyInfo` of a certificate with its tag and length (RFC 5280 §4.1).
    private static func publicKeyInfo(ofCertificate bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var certificate = DERReader(bytes[...])
        guard var outer = certificate.next(DERReader.sequence).map({ DERReader($0.content) }),
            var fields = outer.next(DERReader.sequence).map({ DERReader($0.content) })
        else { return nil }
        // The version is optional. Serial number, signature algorithm, issuer, validity and subject precede the key.
        _ = fields.next(DERReader.version)
        for _ in 0..<5 { guard fields.next() != nil else { return nil } }
        return fields.next(DERReader.sequence)?.whole
    }
}

/// Reads the elements of ASN.1 in DER format (X.690), one after another.
private struct DERReader {
    struct Element {
        let content: ArraySlice<UInt8>
        /// The content with its tag and length.
        let whole: ArraySlice<UInt8>
    }

    static let sequence: UInt8 = 0x30
    /// The tag of the version of a certificate: `[0] EXPLICIT`.
    static let version: UInt8 = 0xA0

    private var remaining: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { remaining = bytes }

    /// Reads the next element; nil if there is none, if it is not complete, or if it does not have the tag.
    mutating func next(_ tag: UInt8? = nil) -> Element? {
        var bytes = remaining
        guard let first = bytes.popFirst(), tag == nil || first == tag, let length = Self.length(&bytes),
            length <= bytes.count
        else { return nil }
        let content = bytes.prefix(length)
        let whole = remaining[remaining.startIndex..<content.endIndex]
        remaining = bytes.dropFirst(length)
        return Element(content: content, whole: whole)
    }

    private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        // The number of bytes of the length: no certificate needs more than three, and zero means an indefinite length,
        // which DER forbids.
        guard (1...3).contains(count), bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
}
