public import SeekBasics

/// A rate limit as reported by GitHub's `x-ratelimit-*` header fields.
public struct RateLimit: Sendable, Hashable {
    /// The group of requests that the limit applies to, such as `core`, `search` or `code_search`.
    public var resource: String
    /// The maximum number of requests per window.
    public var limit: Int64
    /// The number of requests left in the window.
    public var remaining: Int64
    /// The end of the window by the local clock.
    public var resetAt: Date
    /// The end of the window by the server's clock, which identifies the window.
    public var serverResetAt: Date

    /// Creates a rate limit.
    ///
    /// - Parameter serverResetAt: The end of the window by the server's clock; nil if it is `resetAt`.
    public init(resource: String, limit: Int64, remaining: Int64, resetAt: Date, serverResetAt: Date? = nil) {
        self.resource = resource
        self.limit = limit
        self.remaining = remaining
        self.resetAt = resetAt
        self.serverResetAt = serverResetAt ?? resetAt
    }

    /// Parses the fields of a response. Returns nil if the limit, the remaining count or the reset time is missing or
    /// invalid. A missing resource is `core`.
    ///
    /// - Parameter now: The local time at which the response arrived.
    public init?(_ fields: HTTPFields, at now: Date) {
        guard let limit = fields.count(of: .rateLimit), let remaining = fields.count(of: .rateLimitRemaining),
            let reset = fields.serverRateLimitReset
        else { return nil }
        self.init(
            resource: fields[.rateLimitResource] ?? "core",
            limit: limit,
            remaining: remaining,
            resetAt: fields.localDate(reset, at: now),
            serverResetAt: reset
        )
    }
}

extension HTTPFields {
    /// Whether no request is left in the window of the rate limit (`X-RateLimit-Remaining: 0`).
    public var hasUsedUpRateLimit: Bool { count(of: .rateLimitRemaining) == 0 }

    /// Returns the end of the rate limit's window (`X-RateLimit-Reset`) by the local clock; nil if the field is missing
    /// or invalid.
    ///
    /// - Parameter now: The local time at which the response arrived.
    public func rateLimitReset(at now: Date) -> Date? { serverRateLimitReset.map { localDate($0, at: now) } }

    fileprivate var serverRateLimitReset: Date? {
        count(of: .rateLimitReset).map {
            Date(timeIntervalSince1970: Swift.min(Double($0), UTCTime.validSeconds.upperBound))
        }
    }

    fileprivate func count(of name: HTTPField.Name) -> Int64? {
        self[name].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
    }
}

extension HTTPField.Name {
    fileprivate static let rateLimit = Self(constant: "X-RateLimit-Limit")
    fileprivate static let rateLimitRemaining = Self(constant: "X-RateLimit-Remaining")
    fileprivate static let rateLimitReset = Self(constant: "X-RateLimit-Reset")
    fileprivate static let rateLimitResource = Self(constant: "X-RateLimit-Resource")
}
