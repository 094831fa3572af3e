#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decides whether a request that failed is sent again, and when. A pure value: no clock, no chance of its own.
///
/// A request is retried where sending it twice does no harm: its method is idempotent (RFC 9110 §9.2.2), or it is marked
/// so, or nothing of it was sent. The wait grows twofold with each attempt and is drawn from the whole range below (*full
/// jitter*), so that clients that failed together do not come back together. `Retry-After` is heeded; a 429 without
/// one is not retried, for nobody knows when it ends.
public struct RetryPolicy: Sendable, Hashable {
    /// The statuses that may be of the moment: 408, 425, 429, 500, 502, 503, 504.
    public static let retryableStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// How often a request is sent at the most, the first time included; at least 1.
    public var maximumAttempts: Int
    /// The longest wait before the second attempt; it doubles with each further one.
    public var baseDelay: Duration
    /// The longest wait before any attempt, but for what `Retry-After` asks.
    public var maximumDelay: Duration
    /// The longest `Retry-After` that is waited for.
    public var maximumRetryAfter: Duration

    /// Makes a policy: 3 attempts, waits up to 0.2, 0.4, … 10 s, `Retry-After` up to 60 s.
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

    /// What came of an attempt.
    public enum Outcome: Sendable {
        /// A response, whatever its status.
        case response(HTTPResponse)
        /// No response.
        case failure(NetworkError)
    }

    /// How long to wait before the next attempt; nil where there is to be none.
    ///
    /// - Parameters:
    ///   - outcome: what came of the attempt.
    ///   - request: what was sent.
    ///   - isIdempotent: whether sending it twice does no harm although its method says nothing of it.
    ///   - attempt: which attempt it was, from 1.
    ///   - timeLeft: until the deadline of the whole call. No wait goes beyond it.
    ///   - now: the time of day, for a `Retry-After` that is a date. Asked only then.
    ///   - chance: 0 ..< 1, drawn anew each time. Drawn only for a wait: the system's chance costs as much as a look-up in a cache.
    public func delay(
        after outcome: Outcome,
        of request: HTTPRequest,
        isIdempotent: Bool = false,
        attempt: Int,
        timeLeft: Duration,
        now: @autoclosure () -> Date,
        chance: @autoclosure () -> Double
    ) -> Duration? {
        guard attempt < maximumAttempts else { return nil }
        var asked: Duration?
        switch outcome {
        case .failure(let error):
            let mayRepeat = isIdempotent || request.method.isIdempotent || error.isBeforeSending
            guard error.isRetryable, mayRepeat else { return nil }
            // The deadline is over, or the refusal is our own and will stand.
            if case .timedOut = error { return nil }
            if case .refused = error { return nil }
        case .response(let response):
            guard Self.retryableStatuses.contains(response.status.code), isIdempotent || request.method.isIdempotent
            else { return nil }
            asked = response.headerFields.retryAfter(at: now())
            if asked == nil, response.status.code == 429 { return nil }
        }
        let jitter = ceiling(attempt: attempt) * min(max(chance(), 0), 1)
        if let asked, asked > maximumRetryAfter { return nil }
        let delay = max(asked ?? .zero, jitter)
        return delay < timeLeft ? delay : nil
    }

    /// The longest wait after an attempt, from 1.
    func ceiling(attempt: Int) -> Duration {
        // Beyond 2³⁰ the maximum holds in any case; more would overflow.
        min(maximumDelay, baseDelay * (1 << min(max(attempt, 1) - 1, 30)))
    }
}

extension HTTPRequest.Method {
    /// Whether sending a request twice means what sending it once means (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        switch rawValue {
        case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE": true
        default: false
        }
    }
}

extension NetworkError {
    /// Whether it is certain that the server saw nothing of the request.
    var isBeforeSending: Bool {
        switch self {
        case .transport(.hostNotFound, _), .transport(.cannotConnect, _), .invalidRequest, .refused: true
        default: false
        }
    }
}
