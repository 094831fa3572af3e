import SeekBasics

/// Leaves a host alone that fails time and again, and says so at once instead of waiting for it.
///
/// A failure is a broken exchange or a status of 500 or more. A cancellation and a missed deadline are not: callers choose
/// their own deadlines, and a short one is no evidence against the host. Each origin has a circuit of its own.
public final class CircuitBreakerMiddleware: HTTPMiddleware {
    private let closed: CircuitState
    private let states = Mutex<[Origin: CircuitState]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Makes the middleware.
    ///
    /// - Parameters:
    ///   - threshold: after how many failures in a row a host is left alone.
    ///   - coolDown: for how long.
    ///   - now: the moment.
    public init(
        threshold: Int = 5,
        coolDown: Duration = .seconds(30),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        closed = CircuitState(threshold: threshold, coolDown: coolDown)
        self.now = now
    }

    /// Stubbed requests bypass it.
    public var interceptsStubs: Bool { false }

    /// Sends the request on, unless its host is left alone.
    ///
    /// - Throws: ``NetworkError/refused(_:_:)`` besides what the transport throws.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        if hasStates, case .refuse(let rest) = change(request, { $0.admit(at: now()) }) {
            let context = NetworkError.Context(request: request, attempts: 0)
            throw .refused(.circuitOpen(host: request.origin?.host ?? "", for: rest), context)
        }
        do throws(NetworkError) {
            let response = try await next(request, options)
            if response.status.code >= 500 {
                change(request) { $0.recordFailure(at: now()) }
            } else if hasStates {
                change(request) { $0.recordSuccess() }
            }
            return response
        } catch {
            change(request) { state in
                switch error {
                case .transport: state.recordFailure(at: now())
                default: state.recordNothing()
                }
            }
            throw error
        }
    }

    /// Whether anything has failed anywhere. Mostly nothing has: then each request passes, and its success changes nothing.
    private var hasStates: Bool { states.withLock { !$0.isEmpty } }

    /// Changes the state of a request's host.
    @discardableResult
    private func change<Result>(_ request: HTTPRequest, _ body: (inout CircuitState) -> Result) -> Result {
        states.withLock { states in
            guard let origin = request.origin else {
                var state = closed
                return body(&state)
            }
            var state = states[origin] ?? closed
            defer { states[origin] = state.isIdle ? nil : state }
            return body(&state)
        }
    }
}
