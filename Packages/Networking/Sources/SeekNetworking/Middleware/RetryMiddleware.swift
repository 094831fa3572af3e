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

/// Decides whether and when a failed request is sent again. Uses neither a clock nor a random generator.
///
/// A request may be retried if its method is idempotent (RFC 9110 §9.2.2), if it is marked as idempotent, or if nothing
/// was sent. The maximum wait doubles with each attempt, and the wait is a random part of it (*full jitter*), so that
/// clients that failed at the same time do not retry at the same time. The wait is never shorter than `Retry-After`. A
/// 429 without `Retry-After` is not retried, since the duration of the limit is unknown. A request whose response has an
/// unsupported content coding is retried immediately, and once, with `Accept-Encoding: identity`.
public struct RetryPolicy: Sendable, Hashable {
    /// The statuses of temporary failures: 408, 425, 429, 500, 502, 503, 504.
    static let retryableStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// The maximum number of attempts, the first one included; at least 1.
    public var maximumAttempts: Int
    /// The maximum wait before the second attempt. It doubles with each further attempt.
    public var baseDelay: Duration
    /// The maximum wait before any attempt, except for `Retry-After`.
    public var maximumDelay: Duration
    /// The maximum `Retry-After`. A request that must wait longer is not retried.
    public var maximumRetryAfter: Duration

    /// Creates a policy. By default 3 attempts, with waits up to 0.2 and 0.4 s (with more attempts, up to 10 s), and
    /// `Retry-After` up to 60 s.
    public init(
        maximumAttempts: Int = 3,
        baseDelay: Duration = .milliseconds(200),
        maximumDelay: Duration = .seconds(10),
        maximumRetryAfter: Duration = .seconds(60)
    ) {
        self.maximumAttempts = max(1, maximumAttempts)
        self.baseDelay = max(.zero, baseDelay)
        self.maximumDelay = max(.zero, maximumDelay)
        self.maximumRetryAfter = max(.zero, maximumRetryAfter)
    }

    /// Returns the wait before the next attempt, or nil if the request must not be retried.
    ///
    /// - Parameters:
    ///   - isIdempotent: Whether the request is idempotent although its method is not.
    ///   - attempt: The number of the attempt, from 1.
    ///   - timeLeft: The time until the deadline of the call. If the wait would not end before it, there is no retry.
    ///   - random: A random number in `0..<1`.
    func delay(
        after result: Result<HTTPResponse, NetworkError>,
        of request: HTTPRequest,
        isIdempotent: Bool = false,
        attempt: Int,
        timeLeft: Duration,
        now: @autoclosure () -> Date,
        random: @autoclosure () -> Double
    ) -> Duration? {
        guard attempt < maximumAttempts else { return nil }
        let isIdempotent = isIdempotent || request.method.isIdempotent
        var requested: Duration?
        switch result {
        // Neither the deadline nor a local rejection changes with another attempt.
        case .failure(.timedOut), .failure(.rejected): return nil
        // Another coding does not take time.
        case .failure(.transport(.unsupportedContentCoding, _)):
            return isIdempotent && request.headerFields[.acceptEncoding] == nil ? .zero : nil
        case .failure(let error):
            // Nothing was sent if no connection could be made.
            guard error.isRetryable, isIdempotent || error.couldNotConnect else { return nil }
        case .success(let response):
            guard Self.retryableStatuses.contains(response.status.code), isIdempotent else { return nil }
            requested = response.headerFields.retryAfter(at: now())
            if requested == nil, response.status.code == 429 { return nil }
        }
        let jitter = ceiling(attempt: attempt) * min(max(random(), 0), 1)
        if let requested, requested > maximumRetryAfter { return nil }
        let delay = max(requested ?? .zero, jitter)
        return delay < timeLeft ? delay : nil
    }

    /// Returns the maximum wait after an attempt, numbered from 1.
    func ceiling(attempt: Int) -> Duration {
        // The exponent is limited to avoid overflow.
        min(maximumDelay, baseDelay * (1 << min(max(attempt, 1) - 1, 30)))
    }
}

extension HTTPRequest.Method {
    /// Whether sending a request several times has the effect of sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        switch rawValue {
        case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE": true
        default: false
        }
    }
}

/// A token bucket that limits the retries of a client.
///
/// Each retry takes a token, and each success refunds a part of one. While a server is down, the rate of retries falls
/// to zero; when it recovers, by default at most a tenth of the requests are retried.
public struct RetryBudget: Sendable, Hashable {
    private let capacity: Double
    private let refund: Double
    private(set) var tokens: Double

    /// Creates a full budget.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of tokens.
    ///   - refund: The part of a token that a success refunds.
    public init(capacity: Double = 10, refund: Double = 0.1) {
        self.capacity = max(0, capacity)
        self.refund = max(0, refund)
        tokens = self.capacity
    }

    /// Takes a token for a retry. Returns false if less than one is left.
    mutating func withdraw() -> Bool {
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    /// Restores the token of a retry that was not sent.
    mutating func cancelWithdrawal() {
        tokens = min(capacity, tokens + 1)
    }

    /// Refunds a part of a token for a successful request.
    mutating func recordSuccess() {
        tokens = min(capacity, tokens + refund)
    }
}
