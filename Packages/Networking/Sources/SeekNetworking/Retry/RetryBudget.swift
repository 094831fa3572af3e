/// How many retries a client may still spend: a token bucket. A pure value.
///
/// Each retry takes a token, each success gives a part of one back. While a server is down altogether, retries dry up to a
/// tenth of the requests instead of doubling the load on it.
public struct RetryBudget: Sendable, Hashable {
    /// The most tokens there can be.
    public let capacity: Double
    /// How much of a token a success gives back.
    public let refund: Double
    /// The tokens there are.
    public private(set) var tokens: Double

    /// Makes a full budget: ten tokens, a tenth of one back for each success.
    public init(capacity: Double = 10, refund: Double = 0.1) {
        self.capacity = max(0, capacity)
        self.refund = max(0, refund)
        tokens = self.capacity
    }

    /// Takes a token for a retry; false where there is none.
    public mutating func withdraw() -> Bool {
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    /// Restores the token of a retry that was not sent.
    mutating func cancelWithdrawal() {
        tokens = min(capacity, tokens + 1)
    }

    /// Takes note of a request that went well.
    public mutating func recordSuccess() {
        tokens = min(capacity, tokens + refund)
    }
}
