public import SeekBasics
@_spi(Seek) public import SeekNetworking

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

/// How the cache handled a request, reported in `Cache-Status` (RFC 9211).
struct CacheStatus: Hashable {
    /// Why a request was forwarded (§2.2).
    enum Reason: String, Hashable {
        case bypass
        case method
        case miss = "uri-miss"
        case variantMiss = "vary-miss"
        case request
        case stale
    }

    private let parameters: String

    private init(_ parameters: String) { self.parameters = parameters }

    /// The request was served from the store, with this remaining freshness in seconds. `failure` is the reason why a
    /// stale response was served, if any.
    static func hit(freshness: Double, inPlaceOf failure: CachePolicy.Failure? = nil) -> CacheStatus {
        CacheStatus("hit; " + ttl(freshness) + (failure.map { "; detail=\"\($0)\"" } ?? ""))
    }

    /// The request was forwarded. `stored` is the remaining freshness of the response in seconds; nil if it was not
    /// stored.
    static func forwarded(_ reason: Reason, status: Int, stored: Double? = nil) -> CacheStatus {
        CacheStatus("fwd=\(reason.rawValue); fwd-status=\(status)" + (stored.map { "; stored; " + ttl($0) } ?? ""))
    }

    /// Nothing could be served, and the request does not allow forwarding.
    static let missWithoutForwarding = CacheStatus("detail=\"not stored\"")

    private static func ttl(_ freshness: Double) -> String {
        let limit = CacheControl.maximumSeconds
        return "ttl=" + String(Int64(max(-limit, min(freshness, limit)).rounded(.down)))
    }

    /// Returns a response with this status appended to those of intermediate caches.
    func added(to response: HTTPResponse, by cache: String) -> HTTPResponse {
        var response = response
        response.headerFields.append(HTTPField(name: .cacheStatus, value: "\(cache); \(parameters)"))
        return response
    }
}
