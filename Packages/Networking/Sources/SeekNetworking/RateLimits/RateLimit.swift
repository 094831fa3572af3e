#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a server says of a budget of requests: GitHub's `x-ratelimit-*` header fields.
public struct RateLimit: Sendable, Hashable {
    /// What the budget is for: `core`, `search`, `code_search`.
    public var resource: String
    /// How many requests the budget has.
    public var limit: Int
    /// How many are left.
    public var remaining: Int
    /// When the budget is full again.
    public var resetAt: Date

    /// Makes a limit.
    public init(resource: String, limit: Int, remaining: Int, resetAt: Date) {
        self.resource = resource
        self.limit = limit
        self.remaining = remaining
        self.resetAt = resetAt
    }

    /// Reads a response's fields; nil where they are not all there.
    public init?(_ fields: HTTPFields) {
        guard let limit = fields[Self.limitName].flatMap({ UInt32($0) }),
            let remaining = fields[Self.remainingName].flatMap({ UInt32($0) }),
            let reset = fields[Self.resetName].flatMap({ UInt32($0) })
        else { return nil }
        self.init(
            resource: fields[Self.resourceName] ?? "core",
            limit: Int(limit),
            remaining: Int(remaining),
            resetAt: Date(timeIntervalSince1970: Double(reset))
        )
    }

    private static let limitName = HTTPField.Name(constant: "X-RateLimit-Limit")
    private static let remainingName = HTTPField.Name(constant: "X-RateLimit-Remaining")
    private static let resetName = HTTPField.Name(constant: "X-RateLimit-Reset")
    private static let resourceName = HTTPField.Name(constant: "X-RateLimit-Resource")
}
