#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An answer as ``HTTPCacheMiddleware`` keeps it in its ``ResponseStore``, for those who read along: an index of what was seen, a report.
public struct SerializedResponse: Sendable, Hashable {
    /// The URL it is an answer of.
    public let url: URL
    /// The answer.
    public let response: HTTPResponse
    /// When it arrived.
    public let storedAt: Date

    /// Reads what the cache put.
    ///
    /// - Parameters:
    ///   - key: the key it was put under.
    ///   - bytes: what was put.
    /// - Returns: nil for what is no whole answer: a part of a body, a list of variants, the bytes of another release or of
    ///   somebody else.
    public init?(key: String, bytes: Data) {
        guard let url = Self.url(ofKey: key), let stored = StoredResponse(serialized: bytes),
            stored.response.status.code != 206
        else { return nil }
        self.url = url
        response = stored.response
        storedAt = stored.storedAt
    }

    /// The URL whose response is stored under a key, secret values of its query replaced by fingerprints; nil where the key is not
    /// the cache's.
    public static func url(ofKey key: String) -> URL? {
        let lines = key.split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false)
        guard lines.count >= 4, lines[0] == CacheKey.mark else { return nil }
        return URL(string: String(lines[3]))
    }
}
