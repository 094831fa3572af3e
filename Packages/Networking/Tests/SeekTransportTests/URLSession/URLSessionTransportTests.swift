#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekURLSessionTransport

@Suite("A busy URLSession", .timeLimit(.minutes(3)))
struct URLSessionTransportTests {
    @Test("does not send a request that was cancelled or timed out while it waited")
    func busy() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let transport = URLSessionTransport()
        // Simulates a session that is busy with a body: no task is created until the queue is resumed.
        transport.delegate.queue.suspend()
        let late = await transport.outcome(of: try server.get("/late"), within: .milliseconds(20))
        #expect(late.kind == .timedOut)
        #expect(late.error?.context.attempts == 0)
        let task = Task { await transport.outcome(of: try server.get("/cancelled")).kind }
        task.cancel()
        #expect(try await task.value == .cancelled)
        async let outcome = transport.outcome(of: server.get("/waiting"))
        transport.delegate.queue.resume()
        #expect(try await outcome.response?.text == "here")
        #expect(server.received.map(\.url.path) == ["/waiting"])
    }
}

@Suite("URLSession on Linux", .timeLimit(.minutes(3)))
struct URLSessionOnLinuxTests {
    // FoundationNetworking, NativeProtocol: "Transfer completed, but there's no response." A transport cannot prevent
    // it. Once this test fails, the case belongs in the table of `FailureContractTests`.
    @Test("terminates the process if a response's header is truncated within a line")
    func headCutOff() async {
        await #expect(processExitsWith: .failure) {
            let server = try LoopbackServer(always: .fault(FailureContractTests.headCutOff))
            _ = await URLSessionTransport().outcome(of: try server.get())
        }
    }
}
#endif
