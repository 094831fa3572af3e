#if os(Linux)
import SeekBasics
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Shares the rate limits of one credential among all machines. The server's clock measures the delays.
struct RedisRateLimitStore: RateLimitStore {
    private let connection: RedisConnection
    private let key: String

    /// Creates a store.
    ///
    /// - Parameter credential: The fingerprint of the credential.
    init(_ connection: RedisConnection, prefix: String, credential: String) {
        self.connection = connection
        key = "\(prefix):{\(credential)}:limits"
    }

    func admit(_ resource: String) async throws -> Duration? {
        let reply = try await connection.markingRepeatedErrors { (connection) throws(RedisError) in
            try await connection.run(RateLimitScript.admit, keys: [key], [.text(resource)])
        }
        guard let delay = reply.integer else { throw RedisError.unexpectedReply }
        return delay > 0 ? .milliseconds(delay) : nil
    }

    func record(_ limit: RateLimit?, blockedFor: Duration?) async throws {
        let reset = limit.flatMap { Int64(exactly: $0.resetAt.timeIntervalSince1970.rounded()) } ?? 0
        // Lua represents integers exactly only up to 2⁵³.
        let remaining = min(max(0, limit?.remaining ?? 0), 1 << 53)
        let arguments: [RedisArgument] = [
            .text(limit?.resource ?? ""), .integer(limit?.limit ?? 0), .integer(remaining),
            .integer(max(0, reset)), .milliseconds(max(.zero, blockedFor ?? .zero)),
        ]
        _ = try await connection.markingRepeatedErrors { (connection) throws(RedisError) in
            try await connection.run(RateLimitScript.record, keys: [key], arguments)
        }
    }

    func limits() async throws -> [String: RateLimit] {
        let reply = try await connection.markingRepeatedErrors { (connection) throws(RedisError) in
            try await connection.send(["HGETALL", .text(key)])
        }
        guard let elements = reply.array else { throw RedisError.unexpectedReply }
        var limits: [String: RateLimit] = [:]
        for index in stride(from: 0, to: elements.count - 1, by: 2) {
            guard let limit = RateLimit(field: elements[index].text, value: elements[index + 1].text) else { continue }
            limits[limit.resource] = limit
        }
        return limits
    }
}

extension RateLimit {
    /// Decodes a field of the hash; nil for other fields.
    fileprivate init?(field: String?, value: String?) {
        guard let field, field.hasPrefix("limit:") else { return nil }
        let numbers = (value ?? "").split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 3 else { return nil }
        self.init(
            resource: String(field.dropFirst("limit:".count)),
            limit: numbers[0],
            remaining: numbers[1],
            resetAt: Date(timeIntervalSince1970: Double(numbers[2]))
        )
    }
}
#endif
