#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekURLSessionTransport

@Suite("A busy URLSession", .timeLimit(.minutes(3)))
struct URLSessionTransportTests {
    @Test("ends waiting requests at their deadline or cancellation, and does not send them later")
    func busy() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let transport = URLSessionTransport()
        // Simulates a session that is busy with a body: no task is created until the queue is resumed.
        transport.delegate.queue.suspend()
        #expect(await transport.outcome(of: try server.get("/late"), within: .milliseconds(20)).kind == .timedOut)
        let task = Task { await transport.outcome(of: try server.get("/given-up")).kind }
        task.cancel()
        #expect(try await task.value == .cancelled)
        async let outcome = transport.outcome(of: server.get("/patient"))
        transport.delegate.queue.resume()
        #expect(try await outcome.response?.text == "here")
        #expect(server.received.map(\.url.path) == ["/patient"])
    }
}
#endif
