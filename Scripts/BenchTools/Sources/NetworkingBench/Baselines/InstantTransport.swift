import SeekNetworking

/// Answers at once, always the same: what is left of a request's time is the client's own.
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
