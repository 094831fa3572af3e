#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite(
    "LoopbackServer with TLS",
    .timeLimit(.minutes(1)),
    .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl")
)
struct TLSServerTests {
    private func get(
        _ target: String = "/",
        from server: LoopbackServer,
        trusting authority: CertificateAuthority? = nil
    ) async throws -> HTTPResponse {
        let certificates = try authority.map { try Data(contentsOf: URL(filePath: $0.certificateFile)) }
        let transport = CurlTransport {
            $0.connection.proxy = .direct
            $0.connection.trustedCertificates = certificates
        }
        let url = try #require(URL(string: server.baseURL.absoluteString + target))
        return try await transport.send(HTTPRequest(url: url), deadline: .now + .seconds(30), maximumBodySize: 1 << 24)
    }

    @Test("a client that trusts the authority receives large bodies, and arrivals contain the decrypted bytes")
    func trusted() async throws {
        let authority = try CertificateAuthority()
        let body = Data(repeating: UInt8(ascii: "x"), count: 3_000_000)
        let stubs = StubTransport([stub(.get, "/big", returning: .response(HTTPResponse(body: body)))])
        let server = try LoopbackServer(identity: try authority.identity(for: "IP:127.0.0.1")) { stubs.reply(to: $0) }
        #expect(server.baseURL.scheme == "https")
        let response = try await get("/big", from: server, trusting: authority)
        #expect(response.body == body)
        let arrival = try #require(server.arrivals.first)
        #expect(String(decoding: arrival.bytes, as: UTF8.self).hasPrefix("GET /big HTTP/1.1\r\n"))
    }

    @Test("the server records the failed handshake of a client that does not trust it, and remains usable")
    func untrusted() async throws {
        let authority = try CertificateAuthority()
        let identity = try authority.identity(for: "IP:127.0.0.1")
        let server = try LoopbackServer(identity: identity) { _ in
            .fault(.truncatedBody(HTTPResponse(body: Data(count: 9))))
        }
        let handshakeError = await #expect(throws: NetworkError.self) { try await get(from: server) }
        #expect(handshakeError?.description.contains("no secure connection") == true)
        await eventually {
            server.arrivals.first?.outcome == .rejected(status: 0, reason: "the TLS handshake failed")
        }
        // The server still responds: with the truncated body.
        let truncationError = await #expect(throws: NetworkError.self) {
            try await get(from: server, trusting: authority)
        }
        #expect(truncationError?.description.contains("lost before the response was complete") == true)
    }

    @Test("an unusable key and an invalid subject alternative name throw errors")
    func unusableIdentity() throws {
        let authority = try CertificateAuthority()
        let identity = try authority.identity(for: "IP:127.0.0.1")
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: identity.key))
        let keyError = #expect(throws: LoopbackServer.Failure.self) {
            try LoopbackServer(identity: identity) { _ in .response(HTTPResponse()) }
        }
        #expect(keyError?.description.contains("or its key cannot be used") == true)
        #expect(throws: ChildProgram.Failure.self) { try authority.identity(for: "nonsense:x") }
    }
}
#endif
