#if os(Linux)
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A certificate authority made for one test by the program `openssl`, in a folder that goes with it.
///
/// ```swift
/// let authority = try CertificateAuthority()
/// let server = try LoopbackServer(identity: authority.identity(for: "IP:127.0.0.1")) { … }
/// // a client that trusts authority.certificateFile reaches server.baseURL, https://127.0.0.1:PORT
/// ```
public final class CertificateAuthority: Sendable {
    /// A certificate and its key, in PEM form. The authority keeps the files, and the identity the authority.
    public struct Identity: Sendable {
        /// The path of the certificate's file.
        public let certificate: String
        /// The path of the key's file.
        public let key: String
        private let authority: CertificateAuthority

        init(certificate: String, key: String, authority: CertificateAuthority) {
            self.certificate = certificate
            self.key = key
            self.authority = authority
        }
    }

    /// Whether this machine has what it takes: the program `openssl`.
    public static var isAvailable: Bool { ChildProgram.find("openssl") != nil }

    private let folder: TemporaryFolder
    /// The path of the file that makes a client trust what this authority signed.
    public let certificateFile: String

    /// Makes an authority.
    ///
    /// - Throws: ``ChildProgram/Failure`` where there is no `openssl`.
    public init() throws {
        folder = try TemporaryFolder()
        certificateFile = folder.path(of: "ca.pem")
        try openssl(
            ["req", "-x509"] + Self.newKey + ["-keyout", folder.path(of: "ca.key"), "-out", certificateFile]
                + ["-days", "2", "-subj", "/CN=Authority of one test"]
        )
    }

    /// Signs a certificate.
    ///
    /// - Parameters:
    ///   - name: whose it is: `IP:127.0.0.1` or `DNS:api.example`.
    ///   - days: how long it is valid; negative: it is expired.
    /// - Throws: ``ChildProgram/Failure``
    public func identity(for name: String, days: Int = 2) throws -> Identity {
        let id = UUID().uuidString
        let path = { (kind: String) in self.folder.path(of: "\(id).\(kind)") }
        let identity = Identity(certificate: path("pem"), key: path("key"), authority: self)
        let (request, extensions) = (path("csr"), path("extensions"))
        try folder.write("subjectAltName=\(name)\n", to: "\(id).extensions")
        try openssl(["req", "-new"] + Self.newKey + ["-keyout", identity.key, "-out", request, "-subj", "/CN=server"])
        try openssl(
            ["x509", "-req", "-in", request, "-CA", certificateFile, "-CAkey", folder.path(of: "ca.key")]
                + ["-CAcreateserial", "-days", "\(days)", "-extfile", extensions, "-out", identity.certificate]
        )
        return identity
    }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

    private func openssl(_ arguments: [String]) throws {
        try ChildProgram.run("openssl", arguments, log: folder.file("openssl.log"))
    }
}
#endif
