#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A response as ``HTTPCacheMiddleware`` stores it, for code that reads the ``ResponseStore``, such as an index for
/// offline search.
public struct SerializedResponse: Sendable, Hashable {
    /// The URL of the response.
    public let url: URL
    /// The response.
    public let response: HTTPResponse
    /// When the response was received.
    public let storedAt: Date

    /// Decodes an entry of the store; returns nil if it is not a complete response in the format of this version.
    ///
    /// - Parameters:
    ///   - key: The key of the entry.
    ///   - bytes: The bytes of the entry.
    public init?(key: String, bytes: Data) {
        guard let url = Self.url(ofKey: key), let stored = StoredResponse(serialized: bytes),
            stored.response.status.code != 206
        else { return nil }
        self.url = url
        response = stored.response
        storedAt = stored.storedAt
    }

    /// Returns the URL of a key, with fingerprints in place of secret values, or nil if the key is not the cache's.
    public static func url(ofKey key: String) -> URL? {
        let lines = key.split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false)
        guard lines.count >= 4, lines[0] == CacheKey.mark else { return nil }
        return URL(string: String(lines[3]))
    }
}
