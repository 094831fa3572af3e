#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCurlTransport

@Suite(
    "TLS certificates",
    .timeLimit(.minutes(3)),
    .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl")
)
struct CertificateTests {
    @Test(
        "an untrusted certificate is reported as an insecure connection, with the host and the reason",
        arguments: TransportKind.allCases
    )
    func untrusted(kind: TransportKind) async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: "IP:127.0.0.1"))
        let outcome = await kind.make().outcome(of: try peer.get())
        #expect(outcome.kind == .insecure)
        let description = try #require(outcome.error?.description)
        #expect(description.contains("no secure connection: 127.0.0.1: "))
        #expect(description.contains("unable to get local issuer certificate"))
    }

    /// Returns a transport that trusts only one certificate authority.
    static func transport(
        trusting authority: CertificateAuthority,
        _ configure: (inout ConnectionConfiguration) -> Void = { _ in }
    ) throws -> CurlTransport {
        let certificates = try authority.certificates
        return CurlTransport {
            $0.connection.proxy = .direct
            $0.connection.trustedCertificates = certificates
            configure(&$0.connection)
        }
    }

    @Test(
        "a certificate is accepted if its authority is in the file or folder of a setting or a variable",
        arguments: [
            "certificateFile", "certificateFolder", "SSL_CERT_FILE", "CURL_CA_BUNDLE", "SSL_CERT_DIR",
        ]
    )
    func trustedFiles(source: String) async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: "IP:127.0.0.1"))
        let folder = try TemporaryFolder()
        let file = try folder.write(String(decoding: authority.certificates, as: UTF8.self), to: "ca.pem").path
        try ChildProgram.run("openssl", ["rehash", folder.url.path], log: folder.file("log"))
        let path = source.uppercased().hasSuffix("DIR") || source.hasSuffix("Folder") ? folder.url.path : file
        let transport = CurlTransport {
            $0.connection.proxy = .direct
            $0.environment = { $0 == source ? path : nil }
            switch source {
            case "certificateFile": $0.connection.certificateFile = path
            case "certificateFolder": $0.connection.certificateFolder = "/nonexistent:\(path)"
            default: break
            }
        }
        #expect(await transport.outcome(of: try peer.get()).kind == .response(200))
    }

    @Test("an empty variable is ignored, and trustedCertificates excludes the variables", arguments: [true, false])
    func ignoredVariables(isEmpty: Bool) async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: "IP:127.0.0.1"))
        let certificates = try authority.certificates
        let transport = CurlTransport {
            $0.connection.proxy = .direct
            $0.environment = { _ in isEmpty ? "" : "/nonexistent" }
            if !isEmpty { $0.connection.trustedCertificates = certificates }
        }
        #expect(await transport.outcome(of: try peer.get()).kind == (isEmpty ? .insecure : .response(200)))
    }

    @Test("a certificate issued by an authority that is not trusted is rejected")
    func otherAuthority() async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: "IP:127.0.0.1"))
        let outcome = try await Self.transport(trusting: CertificateAuthority()).outcome(of: try peer.get())
        #expect(outcome.kind == .insecure)
        // The server works with a transport that trusts its authority.
        #expect(
            try await Self.transport(trusting: authority).outcome(of: try peer.get()).kind == .response(200)
        )
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let name: String
        let days: Int
        let message: String
    }

    static let rejectedCertificates = [
        Row(
            testDescription: "another host",
            name: "DNS:api.example",
            days: 2,
            message: "127.0.0.1: SSL: no alternative certificate subject name matches target host name '127.0.0.1'"
        ),
        Row(
            testDescription: "another address",
            name: "IP:127.0.0.2",
            days: 2,
            message: "127.0.0.1: SSL: no alternative certificate subject name matches target host name '127.0.0.1'"
        ),
        Row(
            testDescription: "expired",
            name: "IP:127.0.0.1",
            days: -1,
            message: "127.0.0.1: SSL certificate problem: certificate has expired"
        ),
    ]

    @Test(
        "a certificate that is expired or for another host is reported as insecure, with the host and the reason",
        arguments: rejectedCertificates
    )
    func rejected(row: Row) async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: row.name, days: row.days))
        let outcome = try await Self.transport(trusting: authority).outcome(of: try peer.get())
        #expect(outcome.kind == .insecure)
        #expect(outcome.error?.description.contains(row.message) == true, "\(String(describing: outcome.error))")
    }
}
#endif
