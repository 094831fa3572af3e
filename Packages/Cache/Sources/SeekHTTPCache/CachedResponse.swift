public import SeekBasics
public import SeekNetworking

/// A response stored by ``HTTPCacheMiddleware``, for code that reads the store directly, such as an index for offline
/// search.
public struct CachedResponse: Sendable, Hashable {
    /// The URL of the response, with fingerprints in place of secret values.
    public let url: URL
    /// The response.
    public let response: HTTPResponse
    /// When the response was received.
    public let storedAt: Date

    /// Decodes the complete response that was stored last under a key of the store. Returns nil if there is none, or if
    /// the entry has another format.
    public init?(key: String, bytes: Data) {
        guard let url = Self.url(ofKey: key), let stored = CacheRecord(serialized: bytes)?.items.first?.stored else {
            return nil
        }
        self.url = url
        response = stored.response
        storedAt = stored.storedAt
    }

    /// Returns the URL in a key of the store, with fingerprints in place of secret values; nil if the key has another
    /// format.
    public static func url(ofKey key: String) -> URL? { CacheKey(text: key).flatMap { URL(string: String($0.url)) } }
}

/// Observes the responses that a cache stores.
public struct CacheObserver: Sendable {
    /// Returns how long at least the response of a URL remains in the store; nil if only as long as it may be served.
    public var retention: @Sendable (_ url: URL) -> Duration?
    /// Called after an entry of the store has changed, with its key and bytes; ``CachedResponse/init(key:bytes:)``
    /// decodes it.
    public var didStore: @Sendable (_ key: String, _ bytes: Data) -> Void

    /// Creates an observer.
    public init(
        retention: @escaping @Sendable (_ url: URL) -> Duration?,
        didStore: @escaping @Sendable (_ key: String, _ bytes: Data) -> Void
    ) {
        self.retention = retention
        self.didStore = didStore
    }
}
