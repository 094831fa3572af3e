import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Sends a request again where it failed for a reason of the moment, as a ``RetryPolicy`` decides and a ``RetryBudget``
/// allows, and never past the deadline.
///
/// ```swift
/// configuration.middleware = MiddlewareStack { $0.retries = Retries(RetryPolicy(maximumAttempts: 5)) }.middleware
/// ```
/// Responses and errors report the sum of all attempts. A rejection on this side is not an attempt, and is not retried.
public final class RetryMiddleware: HTTPMiddleware {
    private let policy: RetryPolicy
    private let budget: Mutex<RetryBudget>
    private let now: @Sendable () -> Date
    private let chance: @Sendable () -> Double
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Makes the middleware.
    ///
    /// - Parameters:
    ///   - policy: decides.
    ///   - budget: what all requests of the client may spend together.
    ///   - now: the time of day.
    ///   - chance: a number in 0 ..< 1, another one each time.
    ///   - sleep: waits, and throws where the task is cancelled.
    public init(
        _ policy: RetryPolicy = RetryPolicy(),
        budget: RetryBudget = RetryBudget(),
        now: @escaping @Sendable () -> Date = { Date() },
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.policy = policy
        self.budget = Mutex(budget)
        self.now = now
        self.chance = chance
        self.sleep = sleep
    }

    /// Stubbed requests bypass it.
    public var interceptsStubs: Bool { false }

    /// Sends the request on until it goes well, or nothing more is to be tried.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        var attempt = 1
        var sent = 0
        while true {
            let outcome = await outcome(of: request, options, next)
            sent += outcome.attempts
            let delay = policy.delay(
                after: outcome,
                of: request,
                isIdempotent: options.isIdempotent,
                attempt: attempt,
                timeLeft: options.deadline - .now,
                now: now(),
                chance: chance()
            )
            guard let delay, budget.withLock({ $0.withdraw() }) else { return try result(of: outcome, sent) }
            do {
                try await sleep(delay)
            } catch {
                budget.withLock { $0.cancelWithdrawal() }
                throw .cancelled(NetworkError.Context(request: request, attempts: sent))
            }
            attempt += 1
        }
    }

    private func outcome(
        of request: HTTPRequest,
        _ options: RequestOptions,
        _ next: @escaping HTTPHandler
    ) async -> RetryPolicy.Outcome {
        do throws(NetworkError) {
            return .response(try await next(request, options))
        } catch {
            return .failure(error)
        }
    }

    private func result(of outcome: RetryPolicy.Outcome, _ attempts: Int) throws(NetworkError) -> HTTPResponse {
        switch outcome {
        case .response(var response):
            if response.status.code < 500 { budget.withLock { $0.recordSuccess() } }
            response.provenance.attempts = attempts
            return response
        case .failure(var error):
            error.context.attempts = attempts
            throw error
        }
    }
}

extension RetryPolicy.Outcome {
    /// The number of requests that were sent.
    fileprivate var attempts: Int {
        switch self {
        case .response(let response): response.provenance.attempts
        case .failure(let error): error.context.attempts
        }
    }
}
