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
