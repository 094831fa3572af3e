#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("The limit of connections of a client")
struct ConnectionLimitTests {
    private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    @Test(
        "a client that opens connections without a complete request does not lock out others",
        arguments: [
            "", "GET / HTTP/1.1\r\nHost: local", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na",
        ]
    )
    func flood(text: String) async throws {
        try await withServer(TestApp(), WebTestServerLimits(connectionCount: 32, connectionCountPerClient: 8)) {
            server in
            let clients = try (0..<100).map { _ in try RawClient(port: server.port) }
            for client in clients { client.send(text) }
            // From the same address: the oldest connection is closed.
            #expect(try await exchange(Self.request, port: server.port).bodies == ["home"])
            for client in clients { client.close() }
        }
    }

    @Test("if all connections of a client wait for responses, a further one is closed")
    func busy() async throws {
        let gate = Gate()
        try await withServer(TestApp(gate: gate), WebTestServerLimits(connectionCountPerClient: 4)) { server in
            let clients = try (0..<4).map { _ in try RawClient(port: server.port) }
            for client in clients { client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") }
            await gate.waitForArrivals(4)
            #expect(try await exchange(Self.request, port: server.port).text == "")
            gate.open()
            for client in clients {
                #expect(try await onThread(client) { $0.readToEnd() }.hasSuffix("late"))
            }
            #expect(try await exchange(Self.request, port: server.port).bodies == ["home"])
        }
    }

    @Test("does not apply to a proxy on this machine")
    func proxy() async throws {
        let app = TestApp(TestAppOptions(publicURL: "https://seek.example.com"))
        try await withServer(app, WebTestServerLimits(connectionCountPerClient: 4)) { server in
            let clients = try (0..<20).map { _ in try RawClient(port: server.port) }
            for client in clients {
                client.send("GET / HTTP/1.1\r\nHost: seek.example.com\r\nConnection: close\r\n\r\n")
                #expect(try await onThread(client) { $0.readToEnd() }.hasSuffix("home"))
            }
        }
    }
}
#endif
