#if os(Linux)
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Server-sent events")
struct EventTests {
    private static let request = "GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    @Test("are sent as they occur")
    func order() async throws {
        let source = EventSource()
        try await withServer(TestApp(events: source)) { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            await eventually("the stream has started") { source.count == 1 }
            for number in 0..<5 {
                source.send(name: "hits", "\(number)")
                // The next event is sent after this one was received.
                let text = try await onThread(client) { $0.read(until: "data: \(number)\n\n") }
                #expect(text.contains("event: hits\ndata: \(number)\n\n"))
            }
            source.finish()
            #expect(try await onThread(client) { $0.readToEnd() }.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test("a line break in the data starts another field")
    func lines() async throws {
        let source = EventSource()
        try await withServer(TestApp(events: source)) { server in
            async let response = exchange(Self.request, port: server.port)
            await eventually("the stream has started") { source.count == 1 }
            source.send("a\nb\r\nc\rd")
            source.finish()
            let text = try await response.text
            #expect(text.contains("data: a\ndata: b\ndata: c\ndata: d\n\n"))
        }
    }

    @Test("a large event arrives completely")
    func large() async throws {
        let source = EventSource()
        try await withServer(TestApp(events: source)) { server in
            async let response = exchange(Self.request, port: server.port)
            await eventually("the stream has started") { source.count == 1 }
            source.send(String(repeating: "a", count: 1 << 20))
            source.finish()
            let text = try await response.text
            #expect(text.filter { $0 == "a" }.count >= 1 << 20)
        }
    }

    @Test("the stream ends after the time limit, although events occur")
    func timeLimit() async throws {
        let source = EventSource()
        let limits = WebTestServerLimits(eventTime: .milliseconds(300), eventInterval: .milliseconds(10))
        try await withServer(TestApp(events: source), limits) { server in
            let text = try await exchange(Self.request, port: server.port).text
            #expect(text.contains(":\n\n"))
            await eventually("the source is cancelled") { source.cancelledCount == 1 }
        }
    }

    @Test("the stream is cancelled when the client disconnects")
    func disconnect() async throws {
        let source = EventSource()
        let log = ClientList()
        try await withServer(TestApp(events: source), log: log) { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            await eventually("the stream has started") { source.count == 1 }
            client.close()
            await eventually("the source is cancelled") { source.cancelledCount == 1 }
            await eventually("the exchange has ended") { log.clients.count == 1 }
        }
    }

    @Test("a comment is sent to the client while no event occurs")
    func keepAlive() async throws {
        let source = EventSource()
        let limits = WebTestServerLimits(eventInterval: .milliseconds(10))
        try await withServer(TestApp(events: source), limits) { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            let text = try await onThread(client) { $0.read(until: ":\n\n") }
            #expect(text.hasSuffix(":\n\n"))
            client.close()
        }
    }

    @Test("a response to HEAD has the header, and no events")
    func head() async throws {
        let source = EventSource()
        try await withServer(TestApp(events: source)) { server in
            let text = try await exchange(
                "HEAD /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                port: server.port
            ).text
            #expect(text.contains("\r\nContent-Type: text/event-stream\r\n"))
            #expect(text.hasSuffix("\r\n\r\n"))
            await eventually("the source is cancelled") { source.cancelledCount == source.count }
        }
    }

    @Test("many clients receive the same event")
    func manyClients() async throws {
        let source = EventSource()
        try await withServer(TestApp(events: source)) { server in
            let clients = try (0..<100).map { _ in try RawClient(port: server.port) }
            for client in clients { client.send(Self.request) }
            await eventually("all streams have started") { source.count == clients.count }
            source.send("hello")
            for client in clients {
                #expect(try await onThread(client) { $0.read(until: "hello\n\n") }.hasSuffix("data: hello\n\n"))
            }
            for client in clients { client.close() }
            await eventually("all sources are cancelled") { source.cancelledCount == clients.count }
        }
    }
}
#endif
