#if os(Linux)
public import SeekNetworking

extension LoopbackServer {
    /// Starts a server that speaks TLS, with a certificate made by the test itself.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 takes any free one.
    ///   - identity: certificate and key, of ``CertificateAuthority/identity(for:days:)``.
    ///   - handler: what answers a request.
    /// - Throws: ``Failure``, also where the machine has no OpenSSL.
    public convenience init(
        port: UInt16 = 0,
        identity: CertificateAuthority.Identity,
        handler: @escaping @Sendable (HTTPRequest) -> Reply
    ) throws(Failure) {
        let context = try TLSContext(certificate: identity.certificate, key: identity.key)
        try self.init(port: port, keepsRequests: true, tls: context, handler: handler)
    }

    /// Starts a server that speaks TLS and answers from a scope of stubs.
    public convenience init(
        port: UInt16 = 0,
        identity: CertificateAuthority.Identity,
        returning stubs: StubTransport
    ) throws(Failure) {
        try self.init(port: port, identity: identity) { stubs.reply(to: $0) }
    }
}
#endif
