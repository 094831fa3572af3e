/// What sends one request and returns one whole response: the boundary to the network.
///
/// A transport follows no redirects, retries nothing, stores nothing and adds no credentials; middleware does.
/// Every conforming type passes one contract:
/// - any status is a response, not an error; a body that did not arrive whole is an error, not a response;
/// - it ends by `deadline` at the latest, and soon after its task is cancelled, leaving nothing behind;
/// - it stops the transfer once the body exceeds `maximumBodySize` bytes;
/// - it refuses a request that ``HTTPRequest/validate()`` refuses.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - deadline: the moment at which the whole exchange, connecting included, must have ended.
    ///   - maximumBodySize: the largest body to accept, in bytes after content decoding.
    /// - Throws: ``NetworkError`` of the cases `invalidRequest`, `transport`, `timedOut`, `cancelled` and `bodyTooLarge`.
    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse
}
