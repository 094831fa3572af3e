import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Rejects or delays requests that would exceed the rate limit of a server.
///
/// The limits are read from the `x-ratelimit-*` fields of responses. Place it inside ``RetryMiddleware``, so that each
/// attempt is counted.
public final class RateLimitMiddleware: HTTPMiddleware {
    /// What to do with a request beyond the limit.
    public enum Mode: Sendable, Hashable {
        /// Fails it with ``NetworkError/rejected(_:_:)``.
        case reject
        /// Delays it until the limit is reset, or fails it if that is after its deadline.
        case wait
    }

    private let mode: Mode
    private let resource: @Sendable (HTTPRequest) -> String
    private let ledger = Mutex(RateLimitLedger())
    private let now: @Sendable () -> Date
    private let clock: any Clock<Duration>

    /// Creates the middleware for one credential of one server.
    ///
    /// - Parameters:
    ///   - mode: What to do with a request beyond the limit.
    ///   - now: Returns the current date.
    ///   - clock: Measures the delays. Deadlines are in real time.
    ///   - resource: Returns the resource whose limit applies to a request, by the server's name for it.
    public init(
        _ mode: Mode = .reject,
        now: @escaping @Sendable () -> Date = { Date() },
        clock: any Clock<Duration> = ContinuousClock(),
        resource: @escaping @Sendable (HTTPRequest) -> String = { _ in "core" }
    ) {
        self.mode = mode
        self.now = now
        self.clock = clock
        self.resource = resource
    }

    /// The known limits by resource.
    public var limits: [String: RateLimit] { ledger.withLock { $0.limits } }

    /// False: stubs are not counted.
    public var interceptsStubs: Bool { false }

    /// Sends the request if the limit allows it, or once it does.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let resource = resource(request)
        while let date = ledger.withLock({ $0.admit(resource, at: now()) }) {
            let wait = Duration(clampingSeconds: date.timeIntervalSince(now()))
            let context = NetworkError.Context(request: request, attempts: 0)
            guard mode == .wait, wait < options.deadline - .now else {
                throw .rejected(.rateLimit(resource: resource, until: date), context)
            }
            do { try await clock.sleep(for: wait) } catch { throw .cancelled(context) }
        }
        let response = try await next(request, options)
        ledger.withLock { $0.record(response, at: now()) }
        return response
    }
}
