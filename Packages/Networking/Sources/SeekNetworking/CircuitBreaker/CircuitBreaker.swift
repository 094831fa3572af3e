import Synchronization

/// Leaves a host alone that fails time and again, and says so at once instead of waiting for it.
///
/// A failure is a broken exchange, a missed deadline or a status of 500 or more. Each origin has a circuit of its own.
public final class CircuitBreaker: HTTPMiddleware {
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

    /// Sends the request on, unless its host is left alone.
    ///
    /// - Throws: ``NetworkError/refused(_:_:)`` besides what the transport throws.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        if case .refuse(let rest) = change(request, { $0.admit(at: now()) }) {
            var context = NetworkError.Context(request: request)
            context.attempts = 0
            throw .refused(.circuitOpen(host: request.origin?.host ?? "", for: rest), context)
        }
        do throws(NetworkError) {
            let response = try await next(request, options)
            change(request) { response.status.code < 500 ? $0.recordSuccess() : $0.recordFailure(at: now()) }
            return response
        } catch {
            change(request) { state in
                switch error {
                case .transport, .timedOut: state.recordFailure(at: now())
                default: state.recordNothing()
                }
            }
            throw error
        }
    }

    /// Changes the state of a request's host.
    @discardableResult
    private func change<Result>(_ request: HTTPRequest, _ body: (inout CircuitState) -> Result) -> Result {
        states.withLock { states in
            // Mostly nothing has failed anywhere: then there is no host to look up, and no state to keep.
            let known = states.isEmpty ? nil : request.origin.flatMap { states[$0] }
            var state = known ?? closed
            let result = body(&state)
            guard known != nil || !state.isIdle, let origin = request.origin else { return result }
            states[origin] = state.isIdle ? nil : state
            return result
        }
    }
}
