/// Sends a request and returns the complete response.
///
/// A transport follows no redirects, retries nothing, stores nothing and adds no credentials; these are the tasks of
/// middleware. Every conforming type fulfils this contract:
/// - Any status is a response, not an error. A body that is not complete is an error.
/// - `send` returns by the deadline, or soon after its task is cancelled. Nothing continues in the background.
/// - The transfer stops once the body exceeds `maximumBodySize`.
/// - A body with a content coding that is not supported is an error, or returned as it is if the request has
///   `Accept-Encoding: identity`.
/// - A request that ``HTTPRequest/validate()`` rejects is not sent.
/// - An idempotent request may be resent once if a reused connection is lost. Both transfers count as one attempt.
public protocol HTTPTransport: Sendable {
    /// Whether the responses are stubs. False by default. If true, Seek's own clients retry nothing unless a retry
    /// policy is set, so that one stubbed failure is enough to make a request fail.
    var isStub: Bool { get }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The time by which the exchange, including connecting, must have ended.
    ///   - maximumBodySize: The maximum size of the decoded body in bytes.
    /// - Throws: `invalidRequest`, `rejected` (an address that is not allowed), `transport`, `timedOut`, `cancelled`
    ///   or `bodyTooLarge` of ``NetworkError``.
    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse
}

extension HTTPTransport {
    /// False: the responses are those of a server.
    public var isStub: Bool { false }
}
