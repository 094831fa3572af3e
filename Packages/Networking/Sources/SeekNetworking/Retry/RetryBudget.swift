/// A token bucket that limits the retries of a client.
///
/// Each retry takes a token, and each success refunds a part of one. While a server is down, the rate of retries falls
/// to zero; when it recovers, by default at most a tenth of the requests are retried.
public struct RetryBudget: Sendable, Hashable {
    private let capacity: Double
    private let refund: Double
    private(set) var tokens: Double

    /// Creates a full budget.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of tokens.
    ///   - refund: The part of a token that a success refunds.
    public init(capacity: Double = 10, refund: Double = 0.1) {
        self.capacity = max(0, capacity)
        self.refund = max(0, refund)
        tokens = self.capacity
    }

    /// Takes a token for a retry. Returns false if less than one is left.
    mutating func withdraw() -> Bool {
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    /// Restores the token of a retry that was not sent.
    mutating func cancelWithdrawal() {
        tokens = min(capacity, tokens + 1)
    }

    /// Refunds a part of a token for a successful request.
    mutating func recordSuccess() {
        tokens = min(capacity, tokens + refund)
    }
}
