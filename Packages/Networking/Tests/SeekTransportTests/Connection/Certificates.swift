#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers

extension CertificateAuthority {
    /// The authority's certificate in PEM format.
    var certificates: Data {
        get throws { try Data(contentsOf: URL(filePath: certificateFile)) }
    }
}

extension CertificateAuthority.Identity {
    /// Returns the identity as a PKCS #12 archive, made by `openssl`.
    func pkcs12(password: String) throws -> Data {
        let folder = try TemporaryFolder()
        let archive = folder.file("identity.p12")
        try ChildProgram.run(
            "openssl",
            ["pkcs12", "-export", "-in", certificate, "-inkey", key, "-out", archive.path]
                + ["-passout", "pass:\(password)"],
            log: folder.file("log")
        )
        return try Data(contentsOf: archive)
    }

    /// Returns the SHA-256 digest of the certificate's public key in Base64, computed with the commands in the
    /// documentation of ``ConnectionConfiguration/pinnedPublicKeys``.
    func publicKeyDigest() throws -> String {
        let folder = try TemporaryFolder()
        let (pem, der, digest) = (folder.path(of: "pem"), folder.path(of: "der"), folder.file("digest"))
        for arguments in [
            ["x509", "-in", certificate, "-pubkey", "-noout", "-out", pem],
            ["pkey", "-pubin", "-in", pem, "-outform", "der", "-out", der],
            ["dgst", "-sha256", "-binary", "-out", digest.path, der],
        ] { try ChildProgram.run("openssl", arguments, log: folder.file("log")) }
        return try Data(contentsOf: digest).base64EncodedString()
    }
}
#endif
