import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Holds requests back that a server's rate limit would refuse: at once, or until the budget is full again.
///
/// It learns the budgets from the answers' `x-ratelimit-*` fields, as go-github does. It stands inside of ``RetryMiddleware``, so that
/// each attempt is counted.
public final class RateLimitMiddleware: HTTPMiddleware {
    /// What becomes of a request that is held back.
    public enum Mode: Sendable, Hashable {
        /// It fails with ``NetworkError/refused(_:_:)``.
        case refuse
        /// It waits, if its deadline allows; else it fails.
        case wait
    }

    private let mode: Mode
    private let resource: @Sendable (HTTPRequest) -> String
    private let ledger = Mutex(RateLimitLedger())
    private let now: @Sendable () -> Date
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Makes the middleware for one credential of one server.
    ///
    /// - Parameters:
    ///   - mode: what becomes of a request that is held back.
    ///   - now: the time of day.
    ///   - sleep: waits, and throws where the task is cancelled.
    ///   - resource: which budget a request is paid from, by the server's name for it.
    public init(
        _ mode: Mode = .refuse,
        now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        resource: @escaping @Sendable (HTTPRequest) -> String = { _ in "core" }
    ) {
        self.mode = mode
        self.now = now
        self.sleep = sleep
        self.resource = resource
    }

    /// What is known of the budgets now, by resource.
    public var limits: [String: RateLimit] { ledger.withLock { $0.limits } }

    /// Stubbed requests bypass it.
    public var interceptsStubs: Bool { false }

    /// Sends the request on when its budget allows.
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
                throw .refused(.rateLimit(resource: resource, until: date), context)
            }
            do { try await sleep(wait) } catch { throw .cancelled(context) }
        }
        let response = try await next(request, options)
        ledger.withLock { $0.record(response, at: now()) }
        return response
    }
}
