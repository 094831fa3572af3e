#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import Testing

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

    @Test("a certificate issued by a trusted authority is accepted")
    func trusted() async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: "IP:127.0.0.1"))
        let outcome = try await Self.transport(trusting: authority).outcome(of: try peer.get())
        #expect(outcome.kind == .response(200))
        #expect(outcome.response?.text.contains("TLSv1.3") == true)
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
