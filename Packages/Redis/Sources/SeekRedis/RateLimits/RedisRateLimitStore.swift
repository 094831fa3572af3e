#if os(Linux)
import SeekBasics
import SeekNetworking

/// Shares the rate limits of one credential among all machines. Delays are measured with the clock of the Redis server.
struct RedisRateLimitStore: RateLimitStore {
    private let connection: RedisConnection
    private let key: String

    /// - Parameter credential: The fingerprint of the credential.
    init(_ connection: RedisConnection, prefix: String, credential: String) {
        self.connection = connection
        key = "\(prefix):{\(credential)}:limits"
    }

    func admit(_ resource: String) async throws -> Duration? {
        let reply = try await connection.markingRepeatedErrors { () throws(RedisError) in
            try await connection.run(RateLimitScript.admit, keys: [key], [.text(resource)])
        }
        guard let delay = reply.duration else { throw RedisError.unexpectedReply }
        return delay > .zero ? delay : nil
    }

    func record(_ limit: RateLimit?, resetsIn: Duration?, blockedFor: Duration?) async throws {
        let window = limit.flatMap { Int64(exactly: $0.serverResetAt.timeIntervalSince1970.rounded()) } ?? 0
        // Lua represents integers exactly only up to 2⁵³.
        let remaining = min(max(0, limit?.remaining ?? 0), 1 << 53)
        let arguments: [RedisArgument] = [
            .text(limit?.resource ?? ""), .integer(limit?.limit ?? 0), .integer(remaining), .integer(max(0, window)),
            .milliseconds(max(.zero, resetsIn ?? .zero)), .milliseconds(max(.zero, blockedFor ?? .zero)),
        ]
        _ = try await connection.markingRepeatedErrors { () throws(RedisError) in
            try await connection.run(RateLimitScript.record, keys: [key], arguments)
        }
    }
}
#endif
