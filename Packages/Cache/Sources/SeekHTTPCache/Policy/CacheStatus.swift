@_spi(Seek) import SeekNetworking

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
