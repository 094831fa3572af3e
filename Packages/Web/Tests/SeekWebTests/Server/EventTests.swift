#if os(Linux)
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekWeb

@Suite("Server-sent events")
struct EventTests {
    private static let request = "GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    @Test("are sent as they occur")
    func order() async throws {
        let source = EventSource()
        try await withServer(routes: source.routes) { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            await eventually("the stream has started") { source.count == 1 }
            for number in 0..<5 {
                source.send(ServerEvent(name: "hits", data: "\(number)"))
                // The next event is sent after this one was received.
                let text = try await onThread(client) { $0.read(until: "data: \(number)\n\n") }
                #expect(text.contains("event: hits\ndata: \(number)\n\n"))
            }
            source.finish()
            #expect(try await onThread(client) { $0.readToEnd() }.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test("a large event arrives completely")
    func large() async throws {
        let source = EventSource()
        try await withServer(routes: source.routes) { server in
            async let response = exchange(Self.request, port: server.port)
            await eventually("the stream has started") { source.count == 1 }
            source.send(ServerEvent(data: String(repeating: "a", count: 1 << 20)))
            source.finish()
            let text = try await response.text
            #expect(text.filter { $0 == "a" }.count >= 1 << 20)
        }
    }

    @Test("a client that receives slowly receives the latest event after the one that is being sent")
    func slowClient() throws {
        let body = EventBody(AsyncStream { _ in })
        // The connection is used only if there is nothing to send.
        let connection = ConnectionHandle(pointer: try #require(OpaquePointer(bitPattern: 1)))
        var received: [UInt8] = []
        func read(_ size: Int) -> EventBody.ReadResult {
            var buffer = [UInt8](repeating: 0, count: size)
            let result = buffer.withUnsafeMutableBytes { body.read(into: $0, suspending: connection) }
            if case .bytes(let count) = result { received += buffer[..<count] }
            return result
        }
        body.write("first event\n")
        #expect(read(5) == .bytes(5))
        for number in 1...100 { body.write("event \(number)\n") }
        body.end(with: .end)
        while case .bytes = read(7) {}
        #expect(String(decoding: received, as: UTF8.self) == "first event\nevent 100\n")
        #expect(read(7) == .end)
    }

    @Test("the stream ends after the time limit, although events occur")
    func timeLimit() async throws {
        let source = EventSource()
        var limits = ServerLimits()
        (limits.eventTime, limits.eventInterval) = (.milliseconds(300), .milliseconds(10))
        try await withServer(routes: source.routes, limits: limits) { server in
            let text = try await exchange(Self.request, port: server.port).text
            #expect(text.contains(":\n\n"))
            await eventually("the source is cancelled") { source.cancelledCount == 1 }
        }
    }

    @Test("the stream is cancelled when the client disconnects")
    func disconnect() async throws {
        let source = EventSource()
        let log = EntryList()
        try await withServer(routes: source.routes, log: { log.append($0) }) { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            await eventually("the stream has started") { source.count == 1 }
            client.close()
            await eventually("the source is cancelled") { source.cancelledCount == 1 }
            await eventually("the exchange has ended") { log.entries.count == 1 }
        }
    }

    @Test("a comment is sent to the client while no event occurs")
    func keepAlive() async throws {
        let source = EventSource()
        var limits = ServerLimits()
        limits.eventInterval = .milliseconds(10)
        try await withServer(routes: source.routes, limits: limits) { server in
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
        try await withServer(routes: source.routes) { server in
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
        try await withServer(routes: source.routes) { server in
            let clients = try (0..<100).map { _ in try RawClient(port: server.port) }
            for client in clients { client.send(Self.request) }
            await eventually("all streams have started") { source.count == clients.count }
            source.send(ServerEvent(data: "hello"))
            for client in clients {
                #expect(try await onThread(client) { $0.read(until: "hello\n\n") }.hasSuffix("data: hello\n\n"))
            }
            for client in clients { client.close() }
            await eventually("all sources are cancelled") { source.cancelledCount == clients.count }
        }
    }
}

/// Sends the same events to all its streams.
private final class EventSource: Sendable {
    private let state = Mutex<(continuations: [AsyncStream<ServerEvent>.Continuation], cancelled: Int)>(([], 0))

    var count: Int { state.withLock(\.continuations.count) }
    var cancelledCount: Int { state.withLock(\.cancelled) }

    var routes: [Route] {
        [
            Route(.get, "/events") { _, _ in
                let (stream, continuation) = AsyncStream<ServerEvent>.makeStream()
                continuation.onTermination = { reason in
                    if case .cancelled = reason { self.state.withLock { $0.cancelled += 1 } }
                }
                self.state.withLock { $0.continuations.append(continuation) }
                return WebResponse(events: stream)
            }
        ]
    }

    func send(_ event: ServerEvent) {
        for continuation in state.withLock(\.continuations) { continuation.yield(event) }
    }

    func finish() { for continuation in state.withLock(\.continuations) { continuation.finish() } }
}
#endif
