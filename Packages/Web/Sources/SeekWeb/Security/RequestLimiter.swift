import SeekBasics

/// Limits the rate of requests of each client. A client has a bucket of tokens, which refills steadily; each admitted
/// request takes a token (token bucket).
struct RequestLimit: Sendable {
    /// The maximum number of clients whose requests are counted.
    static let maximumClientCount = 10_000

    private struct Bucket {
        var tokens: Double
        var updated: ContinuousClock.Instant
    }

    /// The number of requests per minute and client. A client may send all of them at once.
    let perMinute: Int
    private var buckets: [String: Bucket] = [:]

    init(perMinute: Int) { self.perMinute = perMinute }

    /// Counts a request. Returns nil if it is admitted, otherwise the time until the client may send the next one, in
    /// seconds, rounded up: the value of `Retry-After`.
    mutating func countRequest(from client: String, at now: ContinuousClock.Instant) -> Int? {
        var bucket = refilled(buckets[client] ?? Bucket(tokens: Double(perMinute), updated: now), at: now)
        defer { buckets[client] = bucket }
        guard bucket.tokens >= 1 else { return Int(((1 - bucket.tokens) / rate).rounded(.up)) }
        bucket.tokens -= 1
        if buckets.count >= Self.maximumClientCount, buckets[client] == nil { removeIdle(at: now) }
        return nil
    }

    var clientCount: Int { buckets.count }

    /// In tokens per second.
    private var rate: Double { Double(perMinute) / 60 }

    private func refilled(_ bucket: Bucket, at now: ContinuousClock.Instant) -> Bucket {
        let tokens = bucket.tokens + (now - bucket.updated) / .seconds(1) * rate
        return Bucket(tokens: min(tokens, Double(perMinute)), updated: now)
    }

    /// Removes the clients whose buckets are full, or all clients if that is not enough: limited memory matters more
    /// than an exact limit.
    private mutating func removeIdle(at now: ContinuousClock.Instant) {
        buckets = buckets.filter { refilled($0.value, at: now).tokens < Double(perMinute) }
        if buckets.count >= Self.maximumClientCount { buckets = [:] }
    }
}

/// A ``RequestLimit`` that requests of all threads share.
final class RequestLimiter: Sendable {
    private let limit: Mutex<RequestLimit>
    private let now: @Sendable () -> ContinuousClock.Instant

    init(perMinute: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        limit = Mutex(RequestLimit(perMinute: perMinute))
        self.now = now
    }

    /// Counts a request (see ``RequestLimit/countRequest(from:at:)``).
    func countRequest(from client: String) -> Int? {
        let now = now()
        return limit.withLock { $0.countRequest(from: client, at: now) }
    }
}
