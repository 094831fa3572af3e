import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers

extension StubTransport {
    /// Both APIs as `SeekSampleAPI` answers them, without a socket between.
    static func sampleAPI() throws -> StubTransport {
        let api = try SampleAPI(folder: SampleAPI.sampleFolder())
        let transport = StubTransport()
        transport.stub(.any, "/{+path}", answer: .closure { api.response(to: $0) })
        return transport
    }
}
