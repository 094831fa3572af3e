import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("LoopbackServer with malformed, interrupted and many requests", .timeLimit(.minutes(2)))
struct LoopbackServerBadInputTests {
    private let request = "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    private func server() throws -> LoopbackServer {
        try LoopbackServer { _ in .response(HTTPResponse(body: Data("ok".utf8))) }
    }

    private func responds(_ server: LoopbackServer) throws -> Bool {
        try RawClient(port: server.port).exchange(request).bodies == ["ok"]
    }

    @Test("an arrival contains the exact bytes of a request and the number of its connection")
    func bytes() throws {
        let server = try server()
        let client = try RawClient(port: server.port)
        let first =
            "POST /a%20b HTTP/1.1\r\nhOsT:   x\r\nTransfer-Encoding: chunked\r\n\r\n2;e=1\r\nok\r\n0\r\nT: 1\r\n\r\n"
        let second = "\r\nGET /c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        _ = client.exchange(first + second)
        #expect(try responds(server))
        #expect(server.arrivals.map { String(decoding: $0.bytes, as: UTF8.self) } == [first, second, request])
        #expect(server.arrivals.map(\.connection) == [1, 1, 2])
        #expect(server.arrivals.map(\.request) == server.received)
    }

    @Test("a connection closed within a request is recorded as incomplete")
    func incomplete() async throws {
        let server = try server()
        let client = try RawClient(port: server.port)
        client.send("GET /a HT")
        await eventually { server.openConnectionCount == 1 }
        client.close()
        await eventually { server.openConnectionCount == 0 }
        #expect(server.arrivals.map(\.outcome) == [.incomplete])
        #expect(server.arrivals.first?.bytes == Data("GET /a HT".utf8))
        #expect(try responds(server))
    }

    @Test("garbage is rejected with status 400, and ten megabytes of header fields are rejected with 431")
    func rejected() throws {
        let server = try server()
        #expect(try RawClient(port: server.port).exchange("\u{16}\u{3}garbage\r\n\r\n").text.hasPrefix("HTTP/1.1 400 "))
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n")
        let field = "X-Field: \(String(repeating: "x", count: 10_000))\r\n"
        for _ in 0..<1_000 { client.send(field) }
        client.close()
        #expect(try responds(server))
        let outcomes = server.arrivals.map(\.outcome)
        guard case .rejected(400, _)? = outcomes.first, outcomes.count >= 2 else {
            Issue.record("\(outcomes)")
            return
        }
        let isTooLarge = outcomes.contains { if case .rejected(431, _) = $0 { true } else { false } }
        #expect(isTooLarge)
        // Bytes after the rejection are not recorded.
        #expect(server.arrivals.allSatisfy { $0.bytes.count < 256 * 1024 })
    }

    @Test("a client that disconnects before its response does not affect other clients")
    func earlyDisconnect() async throws {
        let gate = Gate()
        let stubs = StubTransport([stub(.get, "/a", returning: .held(at: gate, .text("late")))])
        let server = try LoopbackServer(returning: stubs)
        let client = try RawClient(port: server.port)
        client.send(request)
        await gate.waitForArrivals()
        client.close()
        gate.open()
        await eventually { server.openConnectionCount == 0 }
        #expect(try RawClient(port: server.port).exchange(request).bodies == ["late"])
    }

    /// Raises the maximum number of open descriptors, which is 256 by default on macOS. Each connection uses two: one
    /// of the client and one of the server.
    private func allowDescriptors(_ count: rlim_t) {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < count else { return }
        limit.rlim_cur = min(count, limit.rlim_max)
        setrlimit(resource, &limit)
    }

    @Test("the server handles concurrent connections, up to a thousand if the descriptors suffice")
    func manyConnections() async throws {
        allowDescriptors(4_096)
        let server = try server()
        let clients = (0..<1_000).compactMap { _ in try? RawClient(port: server.port) }
        #expect(clients.count > 100)
        for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
        await server.waitUntilReceived(clients.count)
        for client in clients { client.close() }
        await eventually { server.openConnectionCount == 0 }
        #expect(try responds(server))
    }
}
