/// Whether a client returns the samples of endpoints instead of contacting the server.
public enum StubBehavior: Sendable, Hashable {
    /// Contacts the server.
    case never
    /// Returns the sample at once.
    case immediately
    /// Returns the sample after a delay, to test progress indicators and timeouts.
    case delayed(Duration)
}

/// The innermost handler of a client: sends a request over the transport, or returns the sample of its endpoint.
struct StubHandler: Sendable {
    let transport: any HTTPTransport
    let clock: any Clock<Duration>

    func handle(_ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) -> HTTPResponse {
        guard case .sample(let sample, let stubBehavior)? = options.stub else {
            return try await transport.send(
                request,
                deadline: options.deadline,
                maximumBodySize: options.maximumBodySize
            )
        }
        guard var response = sample else {
            let reason = "the request has no sample; add one to its endpoint, or use a live client"
            throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
        }
        if case .delayed(let delay) = stubBehavior { try await wait(delay, request, options) }
        response.provenance = Provenance(source: .stub)
        return response
    }

    private func wait(_ delay: Duration, _ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) {
        let timeLeft = options.deadline - .now
        let context = NetworkError.Context(request: request, attempts: 0)
        do {
            try await clock.sleep(for: min(delay, max(timeLeft, .zero)))
        } catch {
            throw .cancelled(context)
        }
        if delay >= timeLeft { throw .timedOut(context) }
    }
}

/// The transport of clients without a server.
struct NoTransport: HTTPTransport {
    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        let reason = "this client has no server; its endpoints must return their samples"
        throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
    }
}
