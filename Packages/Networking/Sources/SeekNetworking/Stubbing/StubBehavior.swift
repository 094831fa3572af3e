/// Whether a client returns the samples of endpoints instead of contacting the server.
public enum StubBehavior: Sendable, Hashable {
    /// Contacts the server.
    case never
    /// Returns the sample at once.
    case immediate
    /// Returns the sample after a delay, to test progress indicators and timeouts. An overridden response and a
    /// simulated failure are delayed as well.
    case delayed(Duration)
}

/// The innermost handler of a client: sends a request over the transport, or returns the sample of its endpoint.
struct StubHandler: Sendable {
    let transport: any HTTPTransport
    let clock: any Clock<Duration>

    func handle(_ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) -> HTTPResponse {
        guard case .sample(let sample, _)? = options.stub else {
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
        try await delay(request, options)
        response.provenance = Provenance(source: .sample)
        return response
    }

    /// Waits for the delay of the sample, if any. Throws an error if the deadline is earlier than its end.
    func delay(_ request: HTTPRequest, _ options: RequestOptions) async throws(NetworkError) {
        guard case .sample(_, .delayed(let delay))? = options.stub else { return }
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

/// A transport that sends nothing, for clients that return samples. Each request that reaches it fails.
public struct NoTransport: HTTPTransport {
    /// True.
    public var isStub: Bool { true }

    /// Creates a transport.
    public init() {}

    /// Throws ``NetworkError/invalidRequest(reason:_:)``.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        let reason = "the client returns samples only, and returned none for this request; send it with a live client"
        throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
    }
}
