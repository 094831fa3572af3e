import Dispatch
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

extension LoopbackServer {
    /// Starts a server that serves the stubs of a transport over real HTTP.
    ///
    /// ```swift
    /// let server = try LoopbackServer(returning: .current)     // the stubs of the test's trait
    /// ```
    /// Scheme, host and port of a stub's URL are not compared. A request that matches no stub receives 404 with an
    /// explanation, and is listed in ``StubTransport/problems``.
    ///
    /// - Parameters:
    ///   - port: The port; 0 selects a free one.
    ///   - stubs: The transport whose stubs are served. It also records the requests.
    public convenience init(port: UInt16 = 0, returning stubs: StubTransport) throws(Failure) {
        try self.init(port: port) { stubs.reply(to: $0) }
    }
}

extension StubTransport {
    /// Returns the reply to a request. Blocks the thread if the response is held at a gate, created by a closure, or
    /// delayed by a clock other than `ContinuousClock`.
    public func reply(to request: HTTPRequest) -> LoopbackServer.Reply {
        reply(to: request, match(for: request, ignoresOrigin: true))
    }

    /// Returns the reply of the matching stub; nil if no stub matches. For long-running servers: neither the request
    /// nor a missing stub is recorded.
    @_spi(Seek)
    public func replyIfStubbed(to request: HTTPRequest) -> LoopbackServer.Reply? {
        withBook { $0.useStub(for: request, ignoresOrigin: true) }.map { reply(to: request, $0) }
    }

    private func reply(to request: HTTPRequest, _ match: StubBook.Match) -> LoopbackServer.Reply {
        switch match {
        case .unmatched(let explanation):
            Self.errorResponse(.notFound, explanation)
        case .step(let step, let values, let position):
            reply(to: request, step, values, at: position)
        }
    }

    private func reply(
        to request: HTTPRequest,
        _ step: StubResponse.Step,
        _ values: [String: String],
        at position: Int
    ) -> LoopbackServer.Reply {
        switch step {
        case .response(let response):
            return .response(response)
        case .fault(let fault):
            return .fault(fault)
        case .failure(let makeError):
            return Self.reply(makeError(request))
        case .closure(let respond):
            return ThreadExecutor.wait {
                do throws(NetworkError) {
                    return .response(try await respond(request, values))
                } catch {
                    return Self.reply(error)
                }
            }
        case .file(let file):
            do throws(FixtureError) {
                return .response(try file.response(from: fixtures))
            } catch {
                withBook { $0.record(error, at: position) }
                return Self.errorResponse(.init(code: 500, reasonPhrase: "Internal Server Error"), "\(error)")
            }
        case .held(let gate, let step):
            // Gates and sleeps end normally here, because the task of the executor is never cancelled.
            ThreadExecutor.wait { _ = await gate.pass() }
            return reply(to: request, step, values, at: position)
        case .delayed(let delay, let step):
            guard !(clock is ContinuousClock) else {
                return .delayed(delay, reply(to: request, step, values, at: position))
            }
            ThreadExecutor.wait { [clock] in try? await clock.sleep(for: delay) }
            return reply(to: request, step, values, at: position)
        }
    }

    /// Returns the fault that corresponds to an error: a stall for a timeout, otherwise a reset.
    private static func reply(_ error: NetworkError) -> LoopbackServer.Reply {
        if case .timedOut = error { .fault(.stall) } else { .fault(.resetBeforeResponse) }
    }

    private static func errorResponse(_ status: HTTPResponse.Status, _ text: String) -> LoopbackServer.Reply {
        .response(
            HTTPResponse(
                status: status,
                headerFields: [.contentType: "text/plain; charset=utf-8"],
                body: Data("\(text)\n".utf8)
            )
        )
    }
}

/// Runs a task on the thread that waits for it: the thread of a connection, which can block.
///
/// Swift's thread pool has one thread per core. If socket tests block all of them, a task on the pool could not create
/// the responses that these tests wait for.
final class ThreadExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let wakeUps = DispatchSemaphore(value: 0)

    private init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        wakeUps.signal()
    }

    /// Runs an operation on the calling thread until it completes.
    static func wait<Value: Sendable>(_ operation: @escaping @Sendable () async -> Value) -> Value {
        let executor = ThreadExecutor()
        let outcome = Outcome<Value>()
        Task(executorPreference: executor) {
            let value = await operation()
            outcome.value.withLock { $0 = value }
            executor.wakeUps.signal()
        }
        while true {
            executor.wakeUps.wait()
            let job = executor.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            job?.runSynchronously(on: executor.asUnownedTaskExecutor())
            if let value = outcome.value.withLock({ $0 }) { return value }
        }
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
