import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Lets identical reads that are under way at the same time share one exchange.
///
/// Reads are `GET` and `HEAD` without a body; identical are those with the same method, URL, header fields and cache mode. A
/// caller that is cancelled or runs out of time leaves; the exchange goes on for the others, and is cancelled with the
/// last of them.
public final class Coalescing: HTTPMiddleware {
    private let flights = Mutex<[Key: Flight]>([:])

    /// Makes the middleware.
    public init() {}

    /// What identical reads have in common. It is looked up three times, and hashed once.
    struct Key: Hashable {
        let request: HTTPRequest
        let cacheMode: RequestOptions.CacheMode
        /// A response from before an invalidation must not reach a request from after it.
        let epoch: CacheEpoch?
        /// Of what tells most requests apart, which is enough.
        private let urlHash: Int

        init(request: HTTPRequest, cacheMode: RequestOptions.CacheMode, epoch: CacheEpoch? = nil) {
            self.request = request
            self.cacheMode = cacheMode
            self.epoch = epoch
            urlHash = request.url.hashValue
        }

        func hash(into hasher: inout Hasher) { hasher.combine(urlHash) }
    }

    /// Sends the request on, or waits for an identical one that is under way.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard request.method == .get || request.method == .head, request.body == nil else {
            return try await next(request, options)
        }
        let key = Key(request: request, cacheMode: options.cacheMode, epoch: options.epoch)
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
    private func board(_ key: Key, _ options: RequestOptions) -> (Flight, passenger: UInt64, isFirst: Bool) {
        flights.withLock { flights in
            if let flight = flights[key], let passenger = flight.board() { return (flight, passenger, false) }
            let flight = Flight(key, deadline: options.deadline)
            flights[key] = flight
            return (flight, Flight.firstPassenger, true)
        }
    }

    private func start(_ flight: Flight, _ options: RequestOptions, _ next: @escaping HTTPHandler) {
        flight.start { [self] in
            let outcome: Flight.Outcome
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

    /// How many wait for an answer to a request, in the standard cache mode: for tests that must know.
    func passengers(of request: HTTPRequest) -> Int {
        flights.withLock { $0[Key(request: request, cacheMode: .standard)]?.passengerCount ?? 0 }
    }

    private func land(_ flight: Flight) {
        flights.withLock { flights in
            guard let index = flights.index(forKey: flight.key), flights[index].value === flight else { return }
            flights.remove(at: index)
        }
    }
}
