#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite(
    "Client certificates",
    .timeLimit(.minutes(3)),
    .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl")
)
struct ClientIdentityTests {
    /// A server that requires a client certificate that its authority has issued.
    private struct Fixture {
        let authority: CertificateAuthority
        let peer: TLSPeer

        init() async throws {
            authority = try CertificateAuthority()
            let identity = try authority.identity(for: "IP:127.0.0.1")
            peer = try await TLSPeer.openssl(identity, requiringCertificatesOf: authority)
        }

        /// Returns the outcome of a request with client certificates.
        func outcome(presenting identities: [String: ClientIdentity]) async throws -> Result<HTTPResponse, NetworkError>
        {
            try await CertificateTests.transport(trusting: authority) { $0.clientIdentities = identities }
                .outcome(of: try peer.get())
        }
    }

    @Test("a server that requires a client certificate receives the certificate configured for its host")
    func presented() async throws {
        let fixture = try await Fixture()
        let archive = try fixture.authority.identity(for: "DNS:client.example").pkcs12(password: "hunter2")
        let identity = ClientIdentity(pkcs12: archive, password: "hunter2")
        let outcome = try await fixture.outcome(presenting: ["127.0.0.1": identity])
        #expect(outcome.kind == .response(200), "\(outcome)")
        // The body of the response describes the client's certificate.
        #expect(outcome.response?.text.contains("client.example") == true)
    }

    @Test("a client certificate is not presented to another host")
    func otherHost() async throws {
        let fixture = try await Fixture()
        let archive = try fixture.authority.identity(for: "DNS:client.example").pkcs12(password: "hunter2")
        let identity = ClientIdentity(pkcs12: archive, password: "hunter2")
        let outcome = try await fixture.outcome(presenting: ["api.example": identity])
        #expect(outcome.kind == .insecure, "\(outcome)")
        #expect(outcome.error?.isRetryable == false)
    }

    @Test("a server rejects the client certificate of another authority")
    func otherAuthority() async throws {
        let archive = try CertificateAuthority().identity(for: "DNS:client.example").pkcs12(password: "hunter2")
        let identity = ClientIdentity(pkcs12: archive, password: "hunter2")
        let outcome = try await Fixture().outcome(presenting: ["127.0.0.1": identity])
        #expect(outcome.kind == .insecure, "\(outcome)")
    }

    @Test("a wrong password and an invalid archive are invalid configurations, and the error contains neither")
    func unreadable() async throws {
        let fixture = try await Fixture()
        let archive = try fixture.authority.identity(for: "DNS:client.example").pkcs12(password: "hunter2")
        for identity in [
            ClientIdentity(pkcs12: archive, password: "s3cret"),
            ClientIdentity(pkcs12: Data("s3cret".utf8), password: ""),
            ClientIdentity(pkcs12: Data(), password: "s3cret"),
        ] {
            let outcome = try await fixture.outcome(presenting: ["127.0.0.1": identity])
            #expect(outcome.kind == .invalidConfiguration, "\(outcome)")
            #expect(outcome.error?.context.attempts == 0)
            #expect(outcome.error?.description.contains("127.0.0.1: ") == true)
            #expect(outcome.error?.description.contains("s3cret") == false)
        }
    }
}
#endif
