import SeekBasics
import SeekNetworking

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

    /// Revokes the count of the latest request.
    mutating func refund(_ client: String, at now: ContinuousClock.Instant) {
        guard let bucket = buckets[client] else { return }
        buckets[client] = refilled(Bucket(tokens: bucket.tokens + 1, updated: bucket.updated), at: now)
    }

    /// Returns the key of a client with a numeric address: the address, or with IPv6 its network, because a host may
    /// use every address that begins with the same 64 bits (RFC 4291 §2.5.4).
    static func key(of client: String) -> String {
        // IPv4 addresses in the form of IPv6, such as ::ffff:10.0.0.1, all have the same first 64 bits: each is counted
        // by itself.
        guard client.contains(":"), !client.contains("."), let address = IPAddress(client) else { return client }
        return "\(address.network(prefixLength: 64))/64"
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
    fileprivate let limit: Mutex<RequestLimit>
    fileprivate let now: @Sendable () -> ContinuousClock.Instant

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

extension RequestLimiter {
    fileprivate func refund(_ client: String) {
        let now = now()
        limit.withLock { $0.refund(client, at: now) }
    }
}

/// Limits the attempts to guess a secret, per client and of all clients together. Right ones are not counted.
///
/// Clients can share an address, such as the users of one machine, and the limit of all clients is shared anyway. So a
/// secret that cannot be guessed is accepted however many attempts have failed: they lock out no user who knows it.
struct GuessLimiter: Sendable {
    /// The maximum number of attempts of a client.
    static let attemptsPerMinute = 10
    /// The maximum number of attempts of all clients.
    static let totalAttemptsPerMinute = 100

    enum Outcome: Sendable, Hashable {
        case right, wrong
        /// The client may try again after this time in seconds. A secret that can be guessed was not compared.
        case tooMany(Int)
    }

    private let perClient = RequestLimiter(perMinute: Self.attemptsPerMinute)
    private let total = RequestLimiter(perMinute: Self.totalAttemptsPerMinute)

    /// Compares a string with the token, and counts it if it is wrong.
    func check(_ candidate: some StringProtocol, for token: AccessToken, from client: String) -> Outcome {
        if !token.isGuessable, token.matches(candidate) { return .right }
        // Counted before the comparison, so that concurrent attempts are counted as well.
        let outcome = countWrong(from: client)
        guard outcome == .wrong, token.matches(candidate) else { return outcome }
        perClient.refund(client)
        total.refund("")
        return .right
    }

    /// Counts a wrong attempt.
    func countWrong(from client: String) -> Outcome {
        (perClient.countRequest(from: client) ?? total.countRequest(from: "")).map { .tooMany($0) } ?? .wrong
    }
}
