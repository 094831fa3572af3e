/// The innermost handler of a client: the transport, or the sample in its place, and the change to either.
struct AnsweringHandler: Sendable {
    let transport: any HTTPTransport
    let change: @Sendable (HTTPRequest) -> AnswerChange?
    let sleep: @Sendable (Duration) async throws -> Void

    func handle(_ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) -> HTTPResponse {
        let change = change(request)
        if let failure = change?.failure { throw .transport(failure, NetworkError.Context(request: request, attempts: 0)) }
        let response: HTTPResponse
        switch options.stub {
        case nil:
            response = try await transport.send(request, deadline: options.deadline, bodyLimit: options.bodyLimit)
        case .sample(let sample, let stubbing):
            guard let sample else {
                let reason = "the endpoint has no sample answer; give it one, or ask a server"
                throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
            }
            response = sample
            if case .delayed(let delay) = stubbing { try await wait(delay, request, options) }
        }
        return change?.applied(to: response) ?? response
    }

    private func wait(_ delay: Duration, _ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) {
        let timeLeft = options.deadline - .now
        do {
            try await sleep(min(delay, max(timeLeft, .zero)))
        } catch {
            throw .cancelled(NetworkError.Context(request: request, attempts: 0))
        }
        if delay >= timeLeft { throw .timedOut(NetworkError.Context(request: request, attempts: 0)) }
    }
}

/// Reaches nothing: the transport of clients that answer by themselves.
struct NoTransport: HTTPTransport {
    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        bodyLimit: Int
    ) async throws(NetworkError) -> HTTPResponse {
        let reason = "this client asks no server; its endpoints must be stubbed"
        throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
    }
}
