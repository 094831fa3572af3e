#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekURLSessionTransport
import Testing

@Suite("What URLSession on Linux does to the whole process", .timeLimit(.minutes(3)))
struct URLSessionTrapTests {
    // FoundationNetworking, NativeProtocol: "Transfer completed, but there's no response." Nothing outside it can keep
    // it from there. Once this fails, the row belongs into the contract's table.
    @Test("a head that breaks off in mid-line ends it")
    func headCutOff() async {
        await #expect(processExitsWith: .failure) {
            let server = try LoopbackServer(always: .fault(FailureContractTests.headCutOff))
            _ = await URLSessionTransport().outcome(of: try server.get())
        }
    }
}
#endif
