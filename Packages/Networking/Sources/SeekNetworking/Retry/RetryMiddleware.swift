public import SeekBasics

/// Retries requests that failed temporarily, as decided by a ``RetryPolicy`` and a ``RetryBudget``, until the deadline.
///
/// ```swift
/// let retries = RetryMiddleware(RetryPolicy(maximumAttempts: 5))
/// configuration.middleware = MiddlewareStack { $0.retries = retries }.middleware
/// ```
/// Responses and errors report the number of all attempts. A local rejection is not an attempt and is not retried. If
/// the circuit breaker rejects a retry, the caller receives the outcome of the previous attempt.
public final class RetryMiddleware: HTTPMiddleware {
    private let policy: RetryPolicy
    private let budget: Mutex<RetryBudget>
    private let now: @Sendable () -> Date
    private let clock: any Clock<Duration>
    private let random: @Sendable () -> Double

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - policy: Decides whether and when a request is retried.
    ///   - budget: Limits the retries of all requests together. A response with a status below 500 counts as a success.
    ///   - now: Returns the current date.
    ///   - clock: Measures the delays before retries. Deadlines are in real time.
    ///   - random: Returns a random number in `0..<1`.
    public init(
        _ policy: RetryPolicy = RetryPolicy(),
        budget: RetryBudget = RetryBudget(),
        now: @escaping @Sendable () -> Date = { Date() },
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.policy = policy
        self.budget = Mutex(budget)
        self.now = now
        self.clock = clock
        self.random = random
    }

    /// False: stubs are not retried.
    public var interceptsStubs: Bool { false }

    /// Sends the request until it succeeds or must not be retried.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        // The number of calls of `next`, and of the attempts that they report: none for a local rejection, and two if
        // the request was resent with a new credential.
        var attempt = 1
        var attemptCount = 0
        var previous: Result<HTTPResponse, NetworkError>?
        var request = request
        while true {
            var result = await Result { [request] () async throws(NetworkError) in try await next(request, options) }
            if let previous, case .failure(.rejected(.circuitOpen, _)) = result { return try end(with: previous) }
            attemptCount += result.attempts
            result.attempts = attemptCount
            previous = result
            let delay = policy.delay(
                after: result,
                of: request,
                isIdempotent: options.isIdempotent,
                attempt: attempt,
                timeLeft: options.deadline - .now,
                now: now(),
                random: random()
            )
            guard let delay, budget.withLock({ $0.withdraw() }) else { return try end(with: result) }
            do {
                try await clock.sleep(for: delay)
            } catch {
                budget.withLock { $0.cancelWithdrawal() }
                throw .cancelled(NetworkError.Context(request: request, attempts: attemptCount))
            }
            if case .failure(.transport(.unsupportedContentCoding, _)) = result {
                request.headerFields[.acceptEncoding] = "identity"
            }
            attempt += 1
        }
    }

    private func end(with result: Result<HTTPResponse, NetworkError>) throws(NetworkError) -> HTTPResponse {
        let response = try result.get()
        if response.status.code < 500 { budget.withLock { $0.recordSuccess() } }
        return response
    }
}
