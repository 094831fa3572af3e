public import SeekBasics

/// Rejects or delays requests that would exceed the rate limit of a server.
///
/// The limits are read from the `x-ratelimit-*` and `Retry-After` fields of responses. Place this middleware inside
/// ``RetryMiddleware``, so that each attempt is counted.
///
/// With a ``RateLimitStore``, several machines share the limits. If the store fails, the limits that this machine has
/// received in responses apply.
public final class RateLimitMiddleware: HTTPMiddleware {
    /// What to do with a request beyond the limit.
    public enum Mode: Sendable, Hashable {
        /// Fails the request with ``NetworkError/rejected(_:_:)``.
        case reject
        /// Delays the request until the limit is reset, or fails it as `reject` does if its deadline is earlier.
        case wait
    }

    private let mode: Mode
    private let resource: @Sendable (HTTPRequest) -> String?
    /// The limits in the responses to this machine.
    private let ledger = Mutex(RateLimitLedger())
    private let store: (any RateLimitStore)?
    private let report: @Sendable (any Error) -> Void
    private let now: @Sendable () -> Date
    private let clock: any Clock<Duration>

    /// Creates the middleware for one credential of one server.
    ///
    /// - Parameters:
    ///   - mode: What to do with a request beyond the limit.
    ///   - store: The limits of a credential that several machines use; nil if only this process uses the credential.
    ///   - report: Called with every error that the store throws, except a `CancellationError`.
    ///   - now: Returns the current date.
    ///   - clock: Measures the delays. Deadlines are in real time.
    ///   - resource: Returns the resource whose limit applies to a request, by the server's name for it; nil if the
    ///     request is not limited.
    public init(
        _ mode: Mode = .reject,
        store: (any RateLimitStore)? = nil,
        report: @escaping @Sendable (any Error) -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() },
        clock: any Clock<Duration> = ContinuousClock(),
        resource: @escaping @Sendable (HTTPRequest) -> String? = { _ in "core" }
    ) {
        self.mode = mode
        self.store = store
        self.report = report
        self.now = now
        self.clock = clock
        self.resource = resource
    }

    /// The known limits by resource, from the responses to this machine.
    public var limits: [String: RateLimit] { ledger.withLock { $0.limits } }

    /// False: stubs are not counted.
    public var interceptsStubs: Bool { false }

    /// Sends the request if the limit allows it; otherwise delays or rejects it.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let resource = resource(request)
        while let resource, let date = await admit(resource) {
            let wait = Duration(clampingSeconds: date.timeIntervalSince(now()))
            let context = NetworkError.Context(request: request, attempts: 0)
            guard mode == .wait, wait < options.deadline - .now else {
                throw .rejected(.rateLimit(resource: resource, until: date), context)
            }
            do { try await clock.sleep(for: wait) } catch { throw .cancelled(context) }
        }
        let response = try await next(request, options)
        await record(response)
        return response
    }

    /// Admits and counts a request, or returns the date from which it may be sent.
    private func admit(_ resource: String) async -> Date? {
        guard let store else { return ledger.withLock { $0.admit(resource, at: now()) } }
        // A copy, because the store counts the request.
        var received = ledger.withLock { $0 }
        if let date = received.admit(resource, at: now()) { return date }
        do {
            return try await store.admit(resource).map { now().addingTimeInterval($0.seconds) }
        } catch {
            if !(error is CancellationError) { report(error) }
            return ledger.withLock { $0.admit(resource, at: now()) }
        }
    }

    private func record(_ response: HTTPResponse) async {
        // The limits in a 401 are those of requests without a credential.
        guard response.status.code != 401 else { return }
        let now = now()
        ledger.withLock { $0.record(response, at: now) }
        guard let store else { return }
        let limit = RateLimit(response.headerFields, at: now)
        let delay = RateLimitLedger.secondaryDelay(in: response, at: now)
        guard limit != nil || delay != nil else { return }
        do {
            // The limits apply even if the caller has been cancelled.
            let rest = limit.map { Duration(clampingSeconds: $0.resetAt.timeIntervalSince(now)) }
            try await withoutCancellation { try await store.record(limit, resetsIn: rest, blockedFor: delay) }
        } catch {
            report(error)
        }
    }
}

/// A store of rate limits that several machines share.
///
/// Each store serves one credential of one server.
public protocol RateLimitStore: Sendable {
    /// Admits and counts a request of a resource in one atomic step and returns nil, or returns the delay after which
    /// it may be sent.
    func admit(_ resource: String) async throws -> Duration?

    /// Records the limits that a response reports.
    ///
    /// - Parameters:
    ///   - limit: The rate limit in the response, if any. Its ``RateLimit/serverResetAt`` identifies the window.
    ///   - resetsIn: The time until the window ends, which the store measures with its own clock; negative if it has
    ///     ended.
    ///   - blockedFor: The delay of a secondary limit, which applies to all requests.
    func record(_ limit: RateLimit?, resetsIn: Duration?, blockedFor: Duration?) async throws
}

/// Tracks the rate limits of a server by resource, and decides whether a request may be sent. Reads no clock.
///
/// Each admitted request is counted immediately, so that concurrent requests do not exceed the limit that the last
/// response reported. A *secondary* limit (`Retry-After` on a 403 or 429) applies to all requests.
struct RateLimitLedger: Sendable, Hashable {
    /// The known limits by resource.
    private(set) var limits: [String: RateLimit] = [:]
    /// The latest end of a secondary limit, if there was one.
    private(set) var blockedUntil: Date?

    /// Admits and counts a request, or returns the date from which it may be sent.
    mutating func admit(_ resource: String, at now: Date) -> Date? {
        if let blockedUntil, now < blockedUntil { return blockedUntil }
        guard var limit = limits[resource], now < limit.resetAt else { return nil }
        guard limit.remaining > 0 else { return limit.resetAt }
        limit.remaining -= 1
        limits[resource] = limit
        return nil
    }

    mutating func record(_ response: HTTPResponse, at now: Date) {
        if var reported = RateLimit(response.headerFields, at: now) {
            let current = limits[reported.resource]
            if let current, current.serverResetAt == reported.serverResetAt {
                // Responses may arrive out of order: the lowest count is the latest.
                reported.remaining = min(current.remaining, reported.remaining)
            }
            // A limit of an earlier period is ignored.
            if current.map({ $0.serverResetAt <= reported.serverResetAt }) ?? true {
                limits[reported.resource] = reported
            }
        }
        guard let delay = Self.secondaryDelay(in: response, at: now) else { return }
        let until = now.addingTimeInterval(delay.seconds)
        blockedUntil = blockedUntil.map { max($0, until) } ?? until
    }

    /// Returns the delay of a secondary limit in a response, if any.
    static func secondaryDelay(in response: HTTPResponse, at now: Date) -> Duration? {
        [403, 429].contains(response.status.code) ? response.headerFields.retryAfter(at: now) : nil
    }
}

/// A rate limit as reported by GitHub's `x-ratelimit-*` header fields.
public struct RateLimit: Sendable, Hashable {
    /// The group of requests that the limit applies to, such as `core`, `search` or `code_search`.
    public var resource: String
    /// The maximum number of requests per window.
    public var limit: Int64
    /// The number of requests left in the window.
    public var remaining: Int64
    /// The end of the window by the local clock.
    public var resetAt: Date
    /// The end of the window by the server's clock, which identifies the window.
    public var serverResetAt: Date

    /// Creates a rate limit.
    ///
    /// - Parameter serverResetAt: The end of the window by the server's clock; nil if it is `resetAt`.
    public init(resource: String, limit: Int64, remaining: Int64, resetAt: Date, serverResetAt: Date? = nil) {
        self.resource = resource
        self.limit = limit
        self.remaining = remaining
        self.resetAt = resetAt
        self.serverResetAt = serverResetAt ?? resetAt
    }

    /// Parses the fields of a response. Returns nil if the limit, the remaining count or the reset time is missing or
    /// invalid. A missing resource is `core`.
    ///
    /// - Parameter now: The local time at which the response arrived.
    public init?(_ fields: HTTPFields, at now: Date) {
        guard let limit = fields.count(of: .rateLimit), let remaining = fields.count(of: .rateLimitRemaining),
            let reset = fields.serverRateLimitReset
        else { return nil }
        self.init(
            resource: fields[.rateLimitResource] ?? "core",
            limit: limit,
            remaining: remaining,
            resetAt: fields.localDate(reset, at: now),
            serverResetAt: reset
        )
    }
}

extension HTTPFields {
    /// Whether no request is left in the window of the rate limit (`X-RateLimit-Remaining: 0`).
    public var hasUsedUpRateLimit: Bool { count(of: .rateLimitRemaining) == 0 }

    /// Returns the end of the rate limit's window (`X-RateLimit-Reset`) by the local clock; nil if the field is missing
    /// or invalid.
    ///
    /// - Parameter now: The local time at which the response arrived.
    public func rateLimitReset(at now: Date) -> Date? { serverRateLimitReset.map { localDate($0, at: now) } }

    fileprivate var serverRateLimitReset: Date? {
        count(of: .rateLimitReset).map {
            Date(timeIntervalSince1970: Swift.min(Double($0), UTCTime.validSeconds.upperBound))
        }
    }

    fileprivate func count(of name: HTTPField.Name) -> Int64? {
        self[name].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
    }
}

extension HTTPField.Name {
    fileprivate static let rateLimit = Self("X-RateLimit-Limit")
    fileprivate static let rateLimitRemaining = Self("X-RateLimit-Remaining")
    fileprivate static let rateLimitReset = Self("X-RateLimit-Reset")
    fileprivate static let rateLimitResource = Self("X-RateLimit-Resource")
}
