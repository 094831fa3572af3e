public import SeekBasics

/// A response stored by ``HTTPCacheMiddleware``, for code that reads the ``ResponseStore`` directly, such as an index
/// for offline search.
public struct SerializedResponse: Sendable, Hashable {
    /// The URL of the response, with fingerprints in place of secret values.
    public let url: URL
    /// The response.
    public let response: HTTPResponse
    /// When the response was received.
    public let storedAt: Date

    /// Decodes an entry of the store. Returns nil for a partial response and for an entry in another format.
    public init?(key: String, bytes: Data) {
        // A single variant is stored in the index of variants.
        let single = VariantIndex(serialized: bytes)?.single?.response
        guard let url = Self.url(ofKey: key), let stored = StoredResponse(serialized: single ?? bytes),
            stored.response.status.code != 206
        else { return nil }
        self.url = url
        response = stored.response
        storedAt = stored.storedAt
    }

    /// Returns the URL in a cache key, with fingerprints in place of secret values; nil if the key has another format.
    public static func url(ofKey key: String) -> URL? {
        // The fourth line of a key is the URL.
        CacheKey.lines(of: key).flatMap { URL(string: String($0[3])) }
    }
}
