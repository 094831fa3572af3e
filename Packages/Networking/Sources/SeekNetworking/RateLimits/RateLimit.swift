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
        func number(_ name: HTTPField.Name) -> Int64? {
            fields[name].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
        }
        guard let limit = number(Self.limitName), let remaining = number(Self.remainingName),
            let reset = number(Self.resetName)
        else { return nil }
        self.init(
            resource: fields[Self.resourceName] ?? "core",
            limit: Int(clamping: limit),
            remaining: Int(clamping: remaining),
            resetAt: Date(timeIntervalSince1970: min(Double(reset), HTTPDate.latest))
        )
    }

    private static let limitName = HTTPField.Name(constant: "X-RateLimit-Limit")
    private static let remainingName = HTTPField.Name(constant: "X-RateLimit-Remaining")
    private static let resetName = HTTPField.Name(constant: "X-RateLimit-Reset")
    private static let resourceName = HTTPField.Name(constant: "X-RateLimit-Resource")
}
