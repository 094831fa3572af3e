/// A store of rate limits that several machines share.
///
/// Each store serves one credential of one server.
public protocol RateLimitStore: Sendable {
    /// Admits and counts a request in one atomic step, or returns the delay after which it may be sent.
    ///
    /// - Parameter resource: The group of requests, by the server's name for it.
    /// - Returns: Nil if the request may be sent now.
    func admit(_ resource: String) async throws -> Duration?

    /// Records the limits that a response reports.
    ///
    /// - Parameters:
    ///   - limit: The rate limit in the response, if any.
    ///   - blockedFor: The delay of a secondary limit, which applies to all requests.
    func record(_ limit: RateLimit?, blockedFor: Duration?) async throws
}
