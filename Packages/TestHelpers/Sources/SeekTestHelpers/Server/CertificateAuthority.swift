#if os(Linux)
import SeekBasics

/// A temporary certificate authority, created by the program `openssl`.
///
/// ```swift
/// let authority = try CertificateAuthority()
/// let server = try LoopbackServer(identity: authority.identity(for: "IP:127.0.0.1")) { … }
/// // a client that trusts authority.certificateFile reaches server.baseURL, https://127.0.0.1:PORT
/// ```
public final class CertificateAuthority: Sendable {
    /// A certificate and its key, in PEM format. Their files exist as long as the identity or the authority does.
    public struct Identity: Sendable {
        /// The path of the certificate file.
        public let certificate: String
        /// The path of the key file.
        public let key: String
        private let authority: CertificateAuthority

        init(certificate: String, key: String, authority: CertificateAuthority) {
            self.certificate = certificate
            self.key = key
            self.authority = authority
        }
    }

    /// Whether the program `openssl` is installed.
    public static var isAvailable: Bool { ChildProgram.find("openssl") != nil }

    private let folder: TemporaryFolder
    /// The path of the authority's certificate, which clients must trust.
    public let certificateFile: String

    /// Creates an authority.
    ///
    /// - Throws: ``ChildProgram/Failure`` if `openssl` is missing or fails; ``FixtureError`` if a file cannot be
    ///   written.
    public init() throws {
        folder = try TemporaryFolder()
        certificateFile = folder.path(of: "ca.pem")
        try openssl(
            ["req", "-x509"] + Self.keyOptions + ["-keyout", folder.path(of: "ca.key"), "-out", certificateFile]
                + ["-days", "2", "-subj", "/CN=Test authority"]
        )
    }

    /// Returns a new identity with a signed certificate.
    ///
    /// - Parameters:
    ///   - name: The subject alternative name, such as `IP:127.0.0.1` or `DNS:api.example`.
    ///   - days: The validity in days; negative for an expired certificate.
    /// - Throws: ``ChildProgram/Failure`` or ``FixtureError``, as in ``init()``.
    public func identity(for name: String, days: Int = 2) throws -> Identity {
        let id = UUID().uuidString
        let path = { (kind: String) in self.folder.path(of: "\(id).\(kind)") }
        let identity = Identity(certificate: path("pem"), key: path("key"), authority: self)
        let (request, extensions) = (path("csr"), path("extensions"))
        try folder.write("subjectAltName=\(name)\n", to: "\(id).extensions")
        try openssl(
            ["req", "-new"] + Self.keyOptions + ["-keyout", identity.key, "-out", request, "-subj", "/CN=server"]
        )
        try openssl(
            ["x509", "-req", "-in", request, "-CA", certificateFile, "-CAkey", folder.path(of: "ca.key")]
                + ["-CAcreateserial", "-days", "\(days)", "-extfile", extensions, "-out", identity.certificate]
        )
        return identity
    }

    private static let keyOptions = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

    private func openssl(_ arguments: [String]) throws {
        try ChildProgram.run("openssl", arguments, log: folder.file("openssl.log"))
    }
}
#endif
