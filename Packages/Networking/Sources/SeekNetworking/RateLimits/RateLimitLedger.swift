import SeekBasics

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
