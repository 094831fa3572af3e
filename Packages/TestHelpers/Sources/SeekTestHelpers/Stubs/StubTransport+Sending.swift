import SeekBasics
public import SeekNetworking

extension StubTransport {
    /// Returns the response of the stub that matches a request, or throws its failure.
    public func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        try request.validate()
        let pending = PendingRequest(request: request, deadline: deadline, maximumBodySize: maximumBodySize)
        try pending.checkLimits()
        switch match(for: request) {
        case .unmatched(let explanation):
            throw .invalidRequest(reason: explanation, pending.context())
        case .step(let step, let values, let position):
            let response = try await perform(step, values, at: position, for: pending)
            try pending.checkLimits()
            guard response.body.count <= maximumBodySize else {
                throw .bodyTooLarge(limit: maximumBodySize, pending.context(response))
            }
            return response
        }
    }

    private struct PendingRequest {
        let request: HTTPRequest
        let deadline: ContinuousClock.Instant
        let maximumBodySize: Int

        func context(_ response: HTTPResponse? = nil) -> NetworkError.Context {
            NetworkError.Context(request: request, response: response)
        }

        /// Throws an error if the task is cancelled or the deadline has passed.
        func checkLimits() throws(NetworkError) {
            if Task.isCancelled { throw .cancelled(context()) }
            if deadline <= .now { throw .timedOut(context()) }
        }
    }

    /// Returns the response of a step, or throws its failure.
    ///
    /// - Parameters:
    ///   - values: The values of the variables in the stub's URL template.
    ///   - position: The position of the stub, at which problems are recorded.
    private func perform(
        _ step: StubResponse.Step,
        _ values: [String: String],
        at position: Int,
        for pending: PendingRequest
    ) async throws(NetworkError) -> HTTPResponse {
        switch step {
        case .response(let response):
            return response
        case .failure(let makeError):
            throw makeError(pending.request)
        case .closure(let respond):
            return try await respond(pending.request, values)
        case .file(let file):
            do throws(FixtureError) {
                return try file.response(from: fixtures)
            } catch {
                withBook { $0.record(error, at: position) }
                throw .invalidRequest(reason: error.description, pending.context())
            }
        case .fault(let fault):
            return try await simulate(fault.clientOutcome, for: pending)
        case .held(let gate, let step):
            try await pass(gate, pending)
            return try await perform(step, values, at: position, for: pending)
        case .delayed(let delay, let step):
            try await pause(delay, pending)
            return try await perform(step, values, at: position, for: pending)
        }
    }

    private func simulate(
        _ outcome: LoopbackServer.Fault.ClientOutcome,
        for pending: PendingRequest
    ) async throws(NetworkError) -> HTTPResponse {
        switch outcome {
        case .failure(let failure): throw .transport(failure, pending.context())
        case .tooLarge: throw .bodyTooLarge(limit: pending.maximumBodySize, pending.context())
        case .noResponse:
            // This gate is never opened.
            try await pass(Gate(), pending)
            throw .timedOut(pending.context())
        case .response(let response, let delay):
            try await pause(delay, pending)
            return response
        }
    }

    private func pass(_ gate: Gate, _ pending: PendingRequest) async throws(NetworkError) {
        switch await gate.pass(by: pending.deadline) {
        case .passed: return
        case .cancelled: throw .cancelled(pending.context())
        case .timedOut: throw .timedOut(pending.context())
        }
    }

    /// Waits on the transport's clock, but not beyond the deadline, which is in real time.
    private func pause(_ delay: Duration, _ pending: PendingRequest) async throws(NetworkError) {
        guard delay > .zero else { return }
        let gate = Gate()
        let clock = clock
        let timer = Task {
            try await clock.sleep(for: delay)
            gate.open()
        }
        defer { timer.cancel() }
        try await pass(gate, pending)
    }
}

extension LoopbackServer.Fault {
    /// What a client of a faulty server observes.
    enum ClientOutcome: Sendable, Hashable {
        case response(HTTPResponse, after: Duration)
        case failure(TransportFailure)
        case tooLarge
        case noResponse
    }

    var clientOutcome: ClientOutcome {
        switch self {
        case .resetBeforeResponse, .resetAfterHeaders, .emptyResponse, .truncatedBody, .truncatedChunked:
            return .failure(.connectionLost)
        case .badChunk:
            return .failure(.malformedResponse("a chunk's size is not a number"))
        case .garbage, .bytes:
            return .failure(.malformedResponse("it does not begin with a status line"))
        case .endlessHeaders:
            return .failure(.malformedResponse("its header fields have no end"))
        case .endlessBody:
            return .tooLarge
        case .stall, .stallInBody:
            return .noResponse
        case .slow(let response, let interval):
            return .response(response, after: interval * response.body.count)
        case .wrongContentLength(let response, let declared):
            guard declared <= response.body.count else { return .failure(.connectionLost) }
            var truncated = response
            truncated.body = Data(response.body.prefix(max(declared, 0)))
            return .response(truncated, after: .zero)
        }
    }
}
