public import SeekBasics

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
