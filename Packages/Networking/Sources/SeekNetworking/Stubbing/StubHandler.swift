/// The innermost handler of a client: the transport, or an endpoint's sample in its place.
struct StubHandler: Sendable {
    let transport: any HTTPTransport
    let sleep: @Sendable (Duration) async throws -> Void

    func handle(_ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) -> HTTPResponse {
        guard case .sample(let sample, let stubBehavior)? = options.stub else {
            return try await transport.send(
                request,
                deadline: options.deadline,
                maximumBodySize: options.maximumBodySize
            )
        }
        guard var response = sample else {
            let reason = "the endpoint has no sample answer; give it one, or ask a server"
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
            try await sleep(min(delay, max(timeLeft, .zero)))
        } catch {
            throw .cancelled(context)
        }
        if delay >= timeLeft { throw .timedOut(context) }
    }
}

/// Reaches nothing: the transport of clients that answer by themselves.
struct NoTransport: HTTPTransport {
    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        let reason = "this client asks no server; its endpoints must be stubbed"
        throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
    }
}
