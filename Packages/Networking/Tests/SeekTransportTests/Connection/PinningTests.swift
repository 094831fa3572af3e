#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite(
    "Pinned public keys",
    .timeLimit(.minutes(3)),
    .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl")
)
struct PinningTests {
    /// A TLS server whose certificate is valid for two names of this machine.
    private struct Fixture {
        let authority: CertificateAuthority
        let server: LoopbackServer
        let digest: String
        static let otherDigest = Data(repeating: 7, count: 32).base64EncodedString()

        init() throws {
            authority = try CertificateAuthority()
            let identity = try authority.identity(for: "IP:127.0.0.1,DNS:localhost")
            server = try LoopbackServer(identity: identity) { _ in .response(HTTPResponse(200, "here")) }
            digest = try identity.publicKeyDigest()
        }

        /// Sends a request with pinned keys.
        func outcome(
            pinning keys: [String: [String]],
            host: String = "127.0.0.1",
            scheme: String = "https"
        ) async throws -> Result<HTTPResponse, NetworkError> {
            let transport = try CertificateTests.transport(trusting: authority) { $0.pinnedPublicKeys = keys }
            let url = try #require(URL(string: "\(scheme)://\(host):\(server.port)/"))
            return await transport.outcome(of: HTTPRequest(url: url))
        }
    }

    @Test("a server with a pinned key is accepted, in both notations and with a backup key")
    func accepted() async throws {
        let fixture = try Fixture()
        for keys in [[fixture.digest], ["sha256//\(fixture.digest)"], [Fixture.otherDigest, fixture.digest]] {
            let outcome = try await fixture.outcome(pinning: ["127.0.0.1": keys])
            #expect(outcome.kind == .response(200), "\(outcome)")
        }
    }

    @Test("a connection to a server whose key is not pinned fails with the name of its host, and no request is sent")
    func rejected() async throws {
        let fixture = try Fixture()
        let outcome = try await fixture.outcome(pinning: ["127.0.0.1": [Fixture.otherDigest]])
        guard case .failure(.transport(.publicKeyNotPinned(let host), _)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(host == "127.0.0.1")
        #expect(outcome.error?.description.contains("127.0.0.1: the public key of the server is not one of") == true)
        #expect(outcome.error?.isRetryable == false)
        #expect(fixture.server.received.isEmpty)
    }

    @Test(
        "the spelling of a host does not matter; other hosts are not affected",
        arguments: [
            ("LocalHost", "localhost", OutcomeKind.publicKeyNotPinned),
            ("localhost.", "localhost", .publicKeyNotPinned),
            ("localhost", "LOCALHOST", .publicKeyNotPinned), ("localhost", "127.0.0.1", .response(200)),
        ]
    )
    func hosts(pinned: String, requested: String, kind: OutcomeKind) async throws {
        let outcome = try await Fixture().outcome(pinning: [pinned: [Fixture.otherDigest]], host: requested)
        #expect(outcome.kind == kind)
    }

    @Test("a pinned key does not replace a trusted certificate")
    func untrusted() async throws {
        let fixture = try Fixture()
        let transport = CurlTransport {
            $0.connection.proxy = .direct
            $0.connection.pinnedPublicKeys["127.0.0.1"] = [fixture.digest]
        }
        #expect(await transport.outcome(of: try fixture.server.get()).kind == .insecure)
    }

    @Test("a request without TLS to a host with a pinned key is not sent")
    func withoutTLS() async throws {
        let fixture = try Fixture()
        let outcome = try await fixture.outcome(pinning: ["127.0.0.1": [fixture.digest]], scheme: "http")
        #expect(outcome.kind == .insecure)
        #expect(outcome.error?.context.attempts == 0)
        #expect(outcome.error?.description.contains("use https") == true)
    }

    @Test("the digest of a certificate's key equals the digest that openssl computes")
    func digests() throws {
        let authority = try CertificateAuthority()
        let identity = try authority.identity(for: "DNS:api.example")
        let folder = try TemporaryFolder()
        let file = folder.file("der")
        try ChildProgram.run(
            "openssl",
            ["x509", "-in", identity.certificate, "-outform", "der", "-out", file.path],
            log: folder.file("log")
        )
        let certificate = try Data(contentsOf: file)
        #expect(PublicKeyPin.digest(ofCertificate: certificate) == (try identity.publicKeyDigest()))
        // No prefix of a certificate is a certificate.
        #expect(
            (0..<certificate.count).allSatisfy { PublicKeyPin.digest(ofCertificate: certificate.prefix($0)) == nil }
        )
    }
}
#endif
