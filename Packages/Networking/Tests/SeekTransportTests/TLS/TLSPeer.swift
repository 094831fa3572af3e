#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// A TLS server program on loopback, terminated when its last reference is released.
final class TLSPeer: Sendable {
    let port: UInt16
    private let process: ChildProgram
    private let folder: TemporaryFolder

    private init(port: UInt16, process: ChildProgram, folder: TemporaryFolder) {
        self.port = port
        self.process = process
        self.folder = folder
    }

    deinit {
        process.end()
    }

    /// Starts `openssl s_server`, which responds to any GET with 200 and a page about the connection, and then closes
    /// the connection.
    ///
    /// - Parameter authority: The authority that must have issued the client's certificate; nil requires none.
    static func openssl(
        _ identity: CertificateAuthority.Identity,
        requiringCertificatesOf authority: CertificateAuthority? = nil
    ) async throws -> TLSPeer {
        let folder = try TemporaryFolder()
        let log = folder.url.appendingPathComponent("s_server.log")
        let arguments = [
            "s_server", "-accept", "127.0.0.1:0", "-cert", identity.certificate, "-key", identity.key, "-www",
        ]
        let verification =
            authority.map { ["-Verify", "1", "-verify_return_error", "-CAfile", $0.certificateFile] } ?? []
        let process = try ChildProgram("openssl", arguments + verification, log: log)
        // The program prints its port: `ACCEPT 127.0.0.1:40123`.
        var port: UInt16?
        try await eventually {
            try #require(process.isRunning, "openssl s_server ended")
            let text = try String(contentsOf: log, encoding: .utf8)
            guard text.hasSuffix("\n") else { return false }
            port = text.split(separator: "\n").last { $0.hasPrefix("ACCEPT ") }?
                .split(separator: ":").last.flatMap { UInt16($0) }
            return port != nil
        }
        return TLSPeer(port: try #require(port), process: process, folder: folder)
    }

    /// Starts nginx with a temporary folder and configuration, with or without HTTP/2.
    ///
    /// - Parameters:
    ///   - directives: Directives of the configuration's `server` block.
    ///   - files: The files to serve, by name.
    static func nginx(
        _ identity: CertificateAuthority.Identity,
        offersHTTP2: Bool,
        directives: String,
        files: [String: Data] = [:]
    ) async throws -> TLSPeer {
        let folder = try TemporaryFolder()
        for (name, content) in files { try content.write(to: folder.url.appendingPathComponent(name)) }
        var attempt = 0
        while true {
            attempt += 1
            let port = try freePort()
            let configuration = nginxConfiguration(
                identity,
                folder.url,
                "\(port) ssl\(offersHTTP2 ? " http2" : "")",
                directives
            )
            try Data(configuration.utf8).write(to: folder.url.appendingPathComponent("nginx.conf"))
            let log = folder.url.appendingPathComponent("nginx.log")
            let process = try ChildProgram(
                "nginx",
                ["-p", folder.url.path, "-c", "\(folder.url.path)/nginx.conf", "-e", "stderr"],
                log: log
            )
            let peer = TLSPeer(port: port, process: process, folder: folder)
            // nginx writes this file once it listens, and exits if another process has taken the port meanwhile.
            let pidFile = folder.url.appendingPathComponent("nginx.pid").path
            await eventually { FileManager.default.fileExists(atPath: pidFile) || !process.isRunning }
            if process.isRunning { return peer }
            let text = try String(contentsOf: log, encoding: .utf8)
            try #require(attempt < 5, "nginx: \(text)")
        }
    }

    /// Returns a request for a target of this server.
    func get(_ target: String = "/") throws -> HTTPRequest {
        HTTPRequest(url: try #require(URL(string: "https://127.0.0.1:\(port)\(target)")))
    }

    /// Returns a port on which no process listens now.
    private static func freePort() throws -> UInt16 {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        defer { server.stop() }
        return server.port
    }

    private static func nginxConfiguration(
        _ identity: CertificateAuthority.Identity,
        _ folder: URL,
        _ listen: String,
        _ directives: String
    ) -> String {
        """
        daemon off; master_process off; pid nginx.pid; error_log stderr;
        events {}
        http {
            access_log off; keepalive_requests 100000; default_type application/octet-stream;
            client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            server {
                listen 127.0.0.1:\(listen);
                ssl_certificate \(identity.certificate);
                ssl_certificate_key \(identity.key);
                root \(folder.path);
                \(directives)
            }
        }
        """
    }
}

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
