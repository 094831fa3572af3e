/// What the cache did with a request, as `Cache-Status` tells it (RFC 9211).
struct CacheStatus: Hashable {
    /// Why a request went forward (§2.2).
    enum Reason: String, Hashable {
        case bypass
        case method
        case miss = "uri-miss"
        case variantMiss = "vary-miss"
        case request
        case stale
    }

    /// The member of the field.
    let text: String

    private init(_ parameters: String) { text = "Seek; " + parameters }

    /// It was answered from the store.
    ///
    /// - Parameters:
    ///   - freshness: for how long the answer is still fresh, in seconds.
    ///   - failure: what went wrong when the server was asked; nil where it was not.
    static func hit(freshness: Double, inPlaceOf failure: CachePolicy.Failure? = nil) -> CacheStatus {
        CacheStatus("hit; " + ttl(freshness) + (failure.map { "; detail=\"\($0)\"" } ?? ""))
    }

    /// It went forward.
    ///
    /// - Parameters:
    ///   - status: the status that came back.
    ///   - kept: for how long the answer that was kept is fresh, in seconds; nil where none was.
    static func forwarded(_ reason: Reason, status: Int, kept: Double? = nil) -> CacheStatus {
        CacheStatus("fwd=\(reason.rawValue); fwd-status=\(status)" + (kept.map { "; stored; " + ttl($0) } ?? ""))
    }

    /// Answered by nobody: there was nothing to serve, and the server was not to be asked.
    static let missWithoutForwarding = CacheStatus("detail=\"not stored\"")

    private static func ttl(_ freshness: Double) -> String {
        let limit = CacheControl.longest
        return "ttl=" + String(Int(max(-limit, min(freshness, limit)).rounded(.down)))
    }

    /// The response that says so, behind what caches on the way said.
    func added(to response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headerFields.append(HTTPField(name: .cacheStatus, value: text))
        return response
    }
}
