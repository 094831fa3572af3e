#if os(Linux)
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Stopping the server")
struct DrainTests {
    private static let request = "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test("responses in progress are completed, and their connections closed")
    func completes() async throws {
        let gate = Gate()
        let server = try WebTestServer(TestApp(gate: gate))
        async let response = exchange(Self.request, port: server.port)
        await gate.waitForArrivals()
        async let end: Void = server.stop(drainingFor: .seconds(300))
        await eventually("the port is closed") { (try? RawClient(port: server.port)) == nil }
        gate.open()
        let text = try await response.text
        #expect(text.hasSuffix("\r\n\r\nlate"))
        #expect(text.contains("\r\nConnection: close\r\n"))
        await end
    }

    @Test("a response that takes longer than the time limit is abandoned, and its work cancelled")
    func abandons() async throws {
        let gate = Gate()
        let server = try WebTestServer(TestApp(gate: gate))
        async let response = exchange(Self.request, port: server.port)
        await gate.waitForArrivals()
        await server.stop()
        await gate.waitForCancellations()
        let text = try await response.text
        #expect(!text.contains("late"))
    }

    @Test("idle connections and streams of events do not delay it")
    func idle() async throws {
        let events = EventSource()
        let server = try WebTestServer(TestApp(events: events))
        let idle = try RawClient(port: server.port)
        let stream = try RawClient(port: server.port)
        stream.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await eventually("the stream has started") { events.count == 1 }
        events.send("first")
        _ = try await onThread(stream) { $0.read(until: "first\n\n") }
        // The test would not end if the server waited for the connections.
        await server.stop(drainingFor: .seconds(86_400))
        #expect(try await onThread(stream) { $0.readToEnd() }.hasSuffix("0\r\n\r\n"))
        #expect(try await onThread(idle) { $0.readToEnd() } == "")
    }
}
#endif
