import SeekBasics
import SeekNetworking

/// The response to the request for all rate limits. Numbers are clamped to valid ranges, because a server may send any
/// value.
struct GitHubRateLimitStatus: Decodable, Sendable {
    /// Sorted by resource. The dates are those of the server's clock.
    private let limits: [RateLimit]

    private enum CodingKeys: String, CodingKey {
        case resources
    }

    private struct Limit: Decodable {
        var limit: Int64
        var remaining: Int64
        /// In seconds since 1970.
        var reset: Double
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let resources = try container.decode([String: Limit].self, forKey: .resources)
        limits = resources.sorted { $0.key < $1.key }.map { name, values in
            let limit = max(0, values.limit)
            return RateLimit(
                resource: name,
                limit: limit,
                remaining: max(0, min(limit, values.remaining)),
                resetAt: Date(timeIntervalSince1970: max(0, min(UTCTime.validSeconds.upperBound, values.reset)))
            )
        }
    }

    /// Returns the limits with the dates of the local clock.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the response.
    ///   - now: The local time at which it arrived.
    func limits(_ fields: HTTPFields, at now: Date) -> [RateLimit] {
        limits.map { limit in
            var limit = limit
            limit.resetAt = fields.localDate(limit.serverResetAt, at: now)
            return limit
        }
    }
}
