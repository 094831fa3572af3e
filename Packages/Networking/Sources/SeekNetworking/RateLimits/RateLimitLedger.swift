#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What is left of a server's budgets, resource by resource. A pure value: answers in, decisions out.
///
/// What is under way is taken off what is left at once, so that many requests together do not spend what one answer
/// promised. A *secondary* limit (`Retry-After` on a 403 or 429) holds everything back.
public struct RateLimitLedger: Sendable, Hashable {
    /// The budgets, by resource, as far as the server has told.
    public private(set) var limits: [String: RateLimit] = [:]
    /// Until when everything is held back.
    public private(set) var heldUntil: Date?

    /// Makes a ledger that knows nothing: everything may pass.
    public init() {}

    /// From when on a request may be sent; nil at once, and it is then taken off the budget.
    public mutating func admit(_ resource: String, at now: Date) -> Date? {
        if let heldUntil, now < heldUntil { return heldUntil }
        guard var limit = limits[resource], now < limit.resetAt else { return nil }
        guard limit.remaining > 0 else { return limit.resetAt }
        limit.remaining -= 1
        limits[resource] = limit
        return nil
    }

    /// Takes note of what an answer says.
    public mutating func record(_ response: HTTPResponse, at now: Date) {
        if let told = RateLimit(response.headerFields) {
            if var known = limits[told.resource], known.resetAt == told.resetAt {
                // Answers overtake each other: the one that knows of least is the latest.
                known.limit = told.limit
                known.remaining = min(known.remaining, told.remaining)
                limits[told.resource] = known
            } else if limits[told.resource].map({ $0.resetAt < told.resetAt }) ?? true {
                limits[told.resource] = told
            }
        }
        guard [403, 429].contains(response.status.code), let delay = response.headerFields.retryAfter(at: now)
        else { return }
        let until = now.addingTimeInterval(delay.seconds)
        heldUntil = heldUntil.map { max($0, until) } ?? until
    }
}
