import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers

/// Both APIs as `SeekSampleAPI` answers them, without a socket between.
struct SampleTransport: HTTPTransport {
    let api: SampleAPI

    init(_ configuration: SampleAPIConfiguration = SampleAPIConfiguration()) throws {
        api = try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: configuration)
    }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        bodyLimit: Int
    ) async throws(NetworkError) -> HTTPResponse {
        api.response(to: request)
    }
}
