#if os(Linux)
import Foundation

/// A certificate authority made for one test by `openssl`, in a folder that goes with it.
final class CertificateAuthority: Sendable {
    /// A certificate and its key, in PEM form.
    struct Identity: Sendable {
        let certificate: String
        let key: String
    }

    let folder: TemporaryFolder
    /// The file that makes a client trust what this authority signed.
    let certificateFile: String

    init() throws {
        folder = try TemporaryFolder()
        certificateFile = folder.path(of: "ca.pem")
        try openssl(
            ["req", "-x509"] + Self.newKey + ["-keyout", folder.path(of: "ca.key"), "-out", certificateFile]
                + ["-days", "2", "-subj", "/CN=Authority of one test"]
        )
    }

    /// Signs a certificate for a name, such as `IP:127.0.0.1` or `DNS:api.example`, for a number of days; negative: it is expired.
    func identity(for name: String, days: Int = 2) throws -> Identity {
        let identity = Identity(certificate: folder.path(of: "server.pem"), key: folder.path(of: "server.key"))
        let request = folder.path(of: "server.csr")
        let extensions = folder.path(of: "extensions")
        try Data("subjectAltName=\(name)\n".utf8).write(to: URL(fileURLWithPath: extensions))
        try openssl(["req", "-new"] + Self.newKey + ["-keyout", identity.key, "-out", request, "-subj", "/CN=server"])
        try openssl(
            ["x509", "-req", "-in", request, "-CA", certificateFile, "-CAkey", folder.path(of: "ca.key")]
                + ["-CAcreateserial", "-days", "\(days)", "-extfile", extensions, "-out", identity.certificate]
        )
        return identity
    }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

    private func openssl(_ arguments: [String]) throws {
        try Program.run("openssl", arguments, log: folder.url.appendingPathComponent("openssl.log"))
    }
}
#endif
