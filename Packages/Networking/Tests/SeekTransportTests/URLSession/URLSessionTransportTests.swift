#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekURLSessionTransport

@Suite("A session that is busy", .timeLimit(.minutes(3)))
struct URLSessionTransportTests {
    @Test("ends waiting requests at their deadline or cancellation, and does not send them later")
    func busy() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let transport = URLSessionTransport()
        // As where the session's own queue is at work on a body: no task is made until it is done.
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
