#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekWeb

@Suite("The limit of connections of a client")
struct ConnectionLimitTests {
    private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    /// Limits without a time that a heavily loaded machine could exceed.
    private static var patientLimits: ServerLimits {
        var limits = ServerLimits()
        (limits.headerTime, limits.requestTime, limits.responseTime) = (.seconds(300), .seconds(300), .seconds(300))
        return limits
    }

    private static func application(_ access: AccessRules = AccessRules(), gate: Gate = Gate()) -> WebApplication {
        WebApplication(
            routes: [
                Route(.get, "/") { _, _ in WebResponse("home", type: "text/plain") },
                Route(.get, "/slow") { _, _ in
                    _ = await gate.pass()
                    return WebResponse("late", type: "text/plain")
                },
            ],
            access: access
        )
    }

    @Test(
        "a client that opens connections without a complete request does not lock out others",
        arguments: [
            "", "GET / HTTP/1.1\r\nHost: local", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na",
        ]
    )
    func flood(text: String) async throws {
        var limits = Self.patientLimits
        (limits.maximumConnectionCountPerClient, limits.maximumConnectionCount) = (8, 32)
        try await withServer(Self.application(), limits: limits) { server in
            let clients = try (0..<100).map { _ in try RawClient(port: server.port) }
            for client in clients { client.send(text) }
            // From the same address: the oldest connection is closed.
            #expect(try await exchange(Self.request, port: server.port).bodies == ["home"])
            for client in clients { client.close() }
        }
    }

    @Test("if all connections of a client wait for responses, a further one is closed")
    func busy() async throws {
        var limits = Self.patientLimits
        limits.maximumConnectionCountPerClient = 4
        let gate = Gate()
        try await withServer(Self.application(gate: gate), limits: limits) { server in
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
        var limits = Self.patientLimits
        limits.maximumConnectionCountPerClient = 4
        let url = try #require(URL(string: "https://seek.example.com"))
        let access = AccessRules(publicOrigin: Origin(url))
        try await withServer(Self.application(access), limits: limits) { server in
            let clients = try (0..<20).map { _ in try RawClient(port: server.port) }
            for client in clients {
                client.send("GET / HTTP/1.1\r\nHost: seek.example.com\r\nConnection: close\r\n\r\n")
                #expect(try await onThread(client) { $0.readToEnd() }.hasSuffix("home"))
            }
        }
    }
}
#endif
