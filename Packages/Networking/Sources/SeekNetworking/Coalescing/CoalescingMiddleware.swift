import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Lets identical concurrent reads share one request.
///
/// Reads are `GET` and `HEAD` requests without a body. They are identical if method, URL, header fields, cache mode and
/// maximum body size are equal. Only one caller reports the attempts, so that each is counted once. A caller that is
/// cancelled or times out stops waiting; the request continues for the others, and is cancelled when the last one has
/// left.
public final class CoalescingMiddleware: HTTPMiddleware {
    private let inFlight = Mutex<[Key: InFlightRequest]>([:])

    /// Creates the middleware.
    public init() {}

    /// The properties in which identical reads agree.
    struct Key: Hashable {
        let request: HTTPRequest
        let cacheMode: RequestOptions.CacheMode
        let maximumBodySize: Int
        /// A response from before an invalidation must not be returned to a request made after it.
        let epoch: CacheEpoch?

        init(_ request: HTTPRequest, _ options: RequestOptions) {
            self.request = request
            cacheMode = options.cacheMode
            maximumBodySize = options.maximumBodySize
            epoch = options.epoch
        }

        /// Hashes the URL only, which distinguishes most requests.
        func hash(into hasher: inout Hasher) { hasher.combine(request.url) }
    }

    /// False: stubs are not shared with live requests.
    public var interceptsStubs: Bool { false }

    /// Sends the request, or waits for the response to an identical one in flight.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard request.method == .get || request.method == .head, request.body == nil else {
            return try await next(request, options)
        }
        let key = Key(request, options)
        while true {
            let (shared, waiter, isFirst) = join(key, options)
            // Outside of the lock: the request starts on this thread.
            if isFirst { start(shared, options, next) }
            let outcome = await shared.outcome(for: waiter, by: options.deadline)
            if shared.leave() { remove(shared) }
            // The deadline of another caller has passed, not the one of this caller.
            if case .failure(.timedOut) = outcome, max(shared.deadline, .now) < options.deadline { continue }
            return try outcome.get()
        }
    }

    /// Joins the request in flight for a key, or adds one that must be started.
    private func join(_ key: Key, _ options: RequestOptions) -> (InFlightRequest, waiter: UInt64, isFirst: Bool) {
        inFlight.withLock { inFlight in
            if let shared = inFlight[key], let waiter = shared.join() { return (shared, waiter, false) }
            let shared = InFlightRequest(key, deadline: options.deadline)
            inFlight[key] = shared
            return (shared, InFlightRequest.firstWaiter, true)
        }
    }

    private func start(_ shared: InFlightRequest, _ options: RequestOptions, _ next: @escaping HTTPHandler) {
        shared.start { [self] in
            let outcome: InFlightRequest.Outcome
            do throws(NetworkError) {
                outcome = .success(try await next(shared.key.request, options))
            } catch {
                outcome = .failure(error)
            }
            // Removed first: later callers send a new request.
            remove(shared)
            shared.complete(outcome)
        }
    }

    /// The number of callers that wait for the response to a request. For tests.
    func waiterCount(of request: HTTPRequest) -> Int {
        inFlight.withLock { inFlight in
            inFlight.values.filter { $0.key.request == request }.reduce(0) { $0 + $1.waiterCount }
        }
    }

    private func remove(_ shared: InFlightRequest) {
        inFlight.withLock { inFlight in
            if inFlight[shared.key] === shared { inFlight[shared.key] = nil }
        }
    }
}
