#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import SeekBasics
import Testing

@Suite("A handshake that breaks off is a lost connection, a refused one is not secure", .timeLimit(.minutes(3)))
struct HandshakeFailureTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let word: Word
        let script: @Sendable (Int32) -> Void
    }

    static let rows: [Row] = [
        Row(testDescription: "reset after the client's first bytes", word: .connectionLost) {
            RawServer.awaitBytes($0)
            RawServer.resetOnClose($0)
        },
        Row(testDescription: "reset in the middle of the server's part", word: .connectionLost) {
            RawServer.awaitBytes($0)
            // The record's header promises 122 bytes.
            RawServer.write([0x16, 3, 3, 0, 0x7A, 2, 0], to: $0)
            RawServer.resetOnClose($0)
        },
        Row(testDescription: "closed without a byte", word: .connectionLost) { connection in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            _ = recv(connection, &buffer, buffer.count, 0)
        },
        Row(testDescription: "refused by an alert: handshake failure", word: .insecure) { connection in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            _ = recv(connection, &buffer, buffer.count, 0)
            RawServer.write([0x15, 3, 3, 0, 2, 2, 40], to: connection)
        },
    ]

    @Test("a handshake that ends early", arguments: TransportKind.allCases, rows)
    func handshake(kind: TransportKind, row: Row) async throws {
        let server = try RawServer(row.script)
        let request = HTTPRequest(url: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
        let outcome = await kind.make().outcome(of: request)
        #expect(outcome.word == row.word, "\(String(describing: outcome.error))")
        #expect(outcome.error?.isRetryable == (row.word == .connectionLost))
    }

    private func text() -> Endpoint<String> {
        Endpoint(at: .path("x"), acceptedMediaType: nil) { $0.text }
    }

    @Test(
        "a service that is restarting answers the second attempt",
        .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl")
    )
    func retried() async throws {
        let authority = try CertificateAuthority()
        let server = try LoopbackServer(identity: try authority.identity(for: "IP:127.0.0.1")) { _ in
            .response(HTTPResponse(200, "here"))
        }
        // Resets the first handshake, then relays bytes to the server behind it.
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
            transport: CertificateTests.transport(trusting: authority)
        ) { $0.middleware = [RetryMiddleware()] }
        let answer = try await client.send(text())
        #expect(answer.value == "here")
        #expect(relay.acceptedConnections == 2)
    }

    @Test(
        "a certificate nobody trusts is not retried",
        .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl"),
        arguments: TransportKind.allCases
    )
    func untrusted(kind: TransportKind) async throws {
        let authority = try CertificateAuthority()
        let server = try LoopbackServer(identity: try authority.identity(for: "IP:127.0.0.1")) { _ in
            .response(HTTPResponse(200, "here"))
        }
        let client = APIClient(baseURL: server.baseURL, transport: kind.make()) { $0.middleware = [RetryMiddleware()] }
        let error = await #expect(throws: NetworkError.self) {
            try await client.send(text())
        }
        guard case .transport(.insecure, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.attempts == 1)
    }
}
#endif
