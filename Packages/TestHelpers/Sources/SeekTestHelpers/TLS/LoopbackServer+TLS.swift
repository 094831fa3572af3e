#if os(Linux)
public import SeekNetworking

extension LoopbackServer {
    /// Starts a TLS server with a temporary certificate.
    ///
    /// - Parameters:
    ///   - port: The port; 0 selects a free one.
    ///   - identity: The certificate and key from ``CertificateAuthority/identity(for:days:)``.
    ///   - handler: Returns the reply to a request.
    /// - Throws: ``Failure``, also if OpenSSL is not installed.
    public convenience init(
        port: UInt16 = 0,
        identity: CertificateAuthority.Identity,
        handler: @escaping @Sendable (HTTPRequest) -> Reply
    ) throws(Failure) {
        let context = try TLSContext(certificate: identity.certificate, key: identity.key)
        try self.init(port: port, keepsRequests: true, tls: context, handler: handler)
    }
}
#endif
