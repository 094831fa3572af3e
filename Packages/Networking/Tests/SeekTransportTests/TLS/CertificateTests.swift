#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite(
    "Certificates are verified",
    .timeLimit(.minutes(3)),
    .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl")
)
struct CertificateTests {
    @Test("one that nobody trusts: not secure, naming host and reason", arguments: TransportKind.allCases)
    func untrusted(kind: TransportKind) async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: "IP:127.0.0.1"))
        let outcome = await kind.make().outcome(of: try peer.get())
        #expect(outcome.word == .insecure)
        let words = try #require(outcome.error?.description)
        #expect(words.contains("no secure connection: 127.0.0.1: "))
        #expect(words.contains("unable to get local issuer certificate"))
    }

    /// A transport that trusts an authority and nobody else.
    static func transport(trusting authority: CertificateAuthority) -> CurlTransport {
        CurlTransport {
            $0.usesProxiesFromEnvironment = false
            $0.certificateAuthorityFile = authority.certificateFile
        }
    }

    @Test("an authority named by its file is trusted")
    func trusted() async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: "IP:127.0.0.1"))
        let outcome = await Self.transport(trusting: authority).outcome(of: try peer.get())
        #expect(outcome.word == .response(200))
        #expect(outcome.response?.text.contains("TLSv1.3") == true)
    }

    @Test("an authority that did not sign is of no use")
    func otherAuthority() async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: "IP:127.0.0.1"))
        let outcome = await Self.transport(trusting: try CertificateAuthority()).outcome(of: try peer.get())
        #expect(outcome.word == .insecure)
        // The peer is well; it was not this transport's to trust.
        #expect(
            await Self.transport(trusting: authority).outcome(of: try peer.get()).word == .response(200)
        )
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let name: String
        let days: Int
        let words: String
    }

    static let unfit = [
        Row(
            testDescription: "another host's",
            name: "DNS:api.example",
            days: 2,
            words: "127.0.0.1: SSL: no alternative certificate subject name matches target host name '127.0.0.1'"
        ),
        Row(
            testDescription: "another address's",
            name: "IP:127.0.0.2",
            days: 2,
            words: "127.0.0.1: SSL: no alternative certificate subject name matches target host name '127.0.0.1'"
        ),
        Row(
            testDescription: "expired",
            name: "IP:127.0.0.1",
            days: -1,
            words: "127.0.0.1: SSL certificate problem: certificate has expired"
        ),
    ]

    @Test("a trusted authority's certificate that does not fit: not secure, naming host and reason", arguments: unfit)
    func refused(row: Row) async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.openssl(try authority.identity(for: row.name, days: row.days))
        let outcome = await Self.transport(trusting: authority).outcome(of: try peer.get())
        #expect(outcome.word == .insecure)
        #expect(outcome.error?.description.contains(row.words) == true, "\(String(describing: outcome.error))")
    }
}
#endif
