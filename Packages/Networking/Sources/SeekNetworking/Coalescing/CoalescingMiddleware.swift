import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Lets identical reads that are under way at the same time share one exchange.
///
/// Reads are `GET` and `HEAD` without a body; identical are those with the same method, URL, header fields, cache mode and
/// body limit. One of the callers reports the attempts of the exchange, so that each is counted once. A
/// caller that is cancelled or runs out of time leaves; the exchange goes on for the others, and is cancelled with the
/// last of them.
public final class CoalescingMiddleware: HTTPMiddleware {
    private let flights = Mutex<[Key: InFlightRequest]>([:])

    /// Makes the middleware.
    public init() {}

    /// What identical reads have in common. It is looked up three times, and hashed once.
    struct Key: Hashable {
        let request: HTTPRequest
        let cacheMode: RequestOptions.CacheMode
        let maximumBodySize: Int
        /// A response from before an invalidation must not reach a request from after it.
        let epoch: CacheEpoch?
        /// Of what tells most requests apart, which is enough.
        private let urlHash: Int

        init(_ request: HTTPRequest, _ options: RequestOptions) {
            self.request = request
            cacheMode = options.cacheMode
            maximumBodySize = options.maximumBodySize
            epoch = options.epoch
            urlHash = request.url.hashValue
        }

        func hash(into hasher: inout Hasher) { hasher.combine(urlHash) }
    }

    /// Stubbed requests bypass it.
    public var interceptsStubs: Bool { false }

    /// Sends the request on, or waits for an identical one that is under way.
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
            let (flight, passenger, isFirst) = board(key, options)
            // Outside of the lock: it begins on this thread.
            if isFirst { start(flight, options, next) }
            let outcome = await flight.outcome(for: passenger, by: options.deadline)
            if flight.leave() { land(flight) }
            // It was another caller's time that ran out, not this one's.
            if case .failure(.timedOut) = outcome, max(flight.deadline, .now) < options.deadline { continue }
            return try outcome.get()
        }
    }

    /// Joins the flight of a key, or makes one that is to be started.
    private func board(_ key: Key, _ options: RequestOptions) -> (InFlightRequest, passenger: UInt64, isFirst: Bool) {
        flights.withLock { flights in
            if let flight = flights[key], let passenger = flight.board() { return (flight, passenger, false) }
            let flight = InFlightRequest(key, deadline: options.deadline)
            flights[key] = flight
            return (flight, InFlightRequest.firstPassenger, true)
        }
    }

    private func start(_ flight: InFlightRequest, _ options: RequestOptions, _ next: @escaping HTTPHandler) {
        flight.start { [self] in
            let outcome: InFlightRequest.Outcome
            do throws(NetworkError) {
                outcome = .success(try await next(flight.key.request, options))
            } catch {
                outcome = .failure(error)
            }
            // Who asks from now on wants a new answer.
            land(flight)
            flight.land(outcome)
        }
    }

    /// The number of callers that wait for the response to a request, for tests.
    func passengers(of request: HTTPRequest) -> Int {
        flights.withLock { flights in
            flights.values.filter { $0.key.request == request }.reduce(0) { $0 + $1.passengerCount }
        }
    }

    private func land(_ flight: InFlightRequest) {
        flights.withLock { flights in
            guard let index = flights.index(forKey: flight.key), flights[index].value === flight else { return }
            flights.remove(at: index)
        }
    }
}
