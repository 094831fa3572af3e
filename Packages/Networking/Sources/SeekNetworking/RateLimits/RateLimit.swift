public import SeekBasics

/// A rate limit as reported by GitHub's `x-ratelimit-*` header fields.
public struct RateLimit: Sendable, Hashable {
    /// The group of requests that the limit applies to, such as `core`, `search` or `code_search`.
    public var resource: String
    /// The maximum number of requests per window.
    public var limit: Int64
    /// The number of requests left in the window.
    public var remaining: Int64
    /// The end of the window.
    public var resetAt: Date

    /// Creates a rate limit.
    public init(resource: String, limit: Int64, remaining: Int64, resetAt: Date) {
        self.resource = resource
        self.limit = limit
        self.remaining = remaining
        self.resetAt = resetAt
    }

    /// Parses the fields of a response. Returns nil if the limit, the remaining count or the reset time is missing or
    /// invalid. A missing resource is `core`.
    public init?(_ fields: HTTPFields) {
        func number(_ name: HTTPField.Name) -> Int64? {
            fields[name].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
        }
        guard let limit = number(Self.limitName), let remaining = number(Self.remainingName),
            let reset = number(Self.resetName)
        else { return nil }
        self.init(
            resource: fields[Self.resourceName] ?? "core",
            limit: limit,
            remaining: remaining,
            resetAt: Date(timeIntervalSince1970: min(Double(reset), UTCTime.validSeconds.upperBound))
        )
    }

    private static let limitName = HTTPField.Name(constant: "X-RateLimit-Limit")
    private static let remainingName = HTTPField.Name(constant: "X-RateLimit-Remaining")
    private static let resetName = HTTPField.Name(constant: "X-RateLimit-Reset")
    private static let resourceName = HTTPField.Name(constant: "X-RateLimit-Resource")
}
