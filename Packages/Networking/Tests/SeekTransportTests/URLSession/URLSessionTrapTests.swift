#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekURLSessionTransport
import Testing

@Suite("URLSession on Linux", .timeLimit(.minutes(3)))
struct URLSessionTrapTests {
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
