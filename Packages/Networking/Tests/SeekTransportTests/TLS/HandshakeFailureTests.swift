#if os(Linux)
import Foundation
import SeekBasics
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("TLS handshakes that fail", .timeLimit(.minutes(3)))
struct HandshakeFailureTests {
    /// What a server does on a connection during the handshake, and the expected outcome.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let outcome: OutcomeKind
        let script: @Sendable (Int32) -> Void
    }

    static let rows: [Row] = [
        Row(testDescription: "reset after the client's first bytes", outcome: .connectionLost) {
            RawServer.awaitBytes($0)
            RawServer.resetOnClose($0)
        },
        Row(testDescription: "reset within the server's first record", outcome: .connectionLost) {
            RawServer.awaitBytes($0)
            // The record's header declares 122 bytes.
            RawServer.write([0x16, 3, 3, 0, 0x7A, 2, 0], to: $0)
            RawServer.resetOnClose($0)
        },
        Row(testDescription: "closed without a response", outcome: .connectionLost) {
            // All bytes are read, because unread ones would reset the connection when it is closed.
            RawServer.awaitBytes($0, count: 65_536)
        },
        Row(testDescription: "rejected by a TLS alert", outcome: .insecure) {
            RawServer.awaitBytes($0, count: 65_536)
            // A fatal alert (2): handshake_failure (40).
            RawServer.write([0x15, 3, 3, 0, 2, 2, 40], to: $0)
        },
    ]

    @Test(
        "an interrupted handshake is reported as a lost connection, a rejected one as an insecure connection",
        arguments: TransportKind.allCases,
        rows
    )
    func handshake(kind: TransportKind, row: Row) async throws {
        let server = try RawServer(row.script)
        let request = HTTPRequest(url: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
        let outcome = await kind.make().outcome(of: request)
        #expect(outcome.kind == row.outcome, "\(String(describing: outcome.error))")
        #expect(outcome.error?.isRetryable == (row.outcome == .connectionLost))
    }

    private func textEndpoint() -> Endpoint<String> {
        Endpoint(at: .path("x"), acceptedMediaType: nil) { $0.text }
    }

    @Test(
        "a request is retried after its handshake was reset",
        .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl")
    )
    func retried() async throws {
        let authority = try CertificateAuthority()
        let server = try LoopbackServer(identity: try authority.identity(for: "IP:127.0.0.1")) { _ in
            .response(HTTPResponse(200, "here"))
        }
        // Resets the first connection during its handshake, and relays later ones to the server.
        let isFirst = Atomic(true)
        let port = server.port
        let relay = try RawServer { connection in
            if isFirst.exchange(false, ordering: .relaxed) {
                RawServer.awaitBytes(connection)
                RawServer.resetOnClose(connection)
            } else {
                RawServer.relay(connection, to: port)
            }
        }
        let client = APIClient(
            baseURL: try #require(URL(string: "https://127.0.0.1:\(relay.port)")),
            transport: try CertificateTests.transport(trusting: authority)
        ) { $0.middleware = [RetryMiddleware()] }
        let response = try await client.send(textEndpoint())
        #expect(response.value == "here")
        #expect(relay.acceptedConnectionCount == 2)
    }
}
#endif
