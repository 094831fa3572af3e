import SeekNetworking

/// A transport that returns a constant response immediately, so that only the client's time is measured.
struct InstantTransport: HTTPTransport {
    let response: HTTPResponse

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        response
    }
}
