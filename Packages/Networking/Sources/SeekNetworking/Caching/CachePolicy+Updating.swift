#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What becomes of stored answers when the server speaks of them (RFC 9111 §3.2, §4.3.4, §4.3.5, §4.4).
extension CachePolicy {
    /// The stored answer after a 304; nil where the 304 speaks of another one, by its validator.
    ///
    /// Entity tags are compared weakly: nginx makes a tag weak where it compresses, and sends the strong one with a 304.
    static func revalidated(_ stored: StoredResponse, by notModified: HTTPResponse, _ exchange: Exchange)
        -> StoredResponse?
    {
        let old = stored.response.headerFields
        let new = notModified.headerFields
        guard new.isWithinLimits else { return nil }
        if let tag = new[values: .eTag].first, let known = old[values: .eTag].first {
            guard EntityTag(tag).matches(EntityTag(known)) else { return nil }
        } else if old[.eTag] == nil, let date = new[values: .lastModified].first {
            guard old[values: .lastModified].first == date else { return nil }
        }
        let response = updated(stored.response, by: notModified)
        // What may no longer be kept still answers this request.
        return CachePolicy.stored(response, exchange)
            ?? StoredResponse(response: response, storedAt: exchange.receivedAt, initialAge: 0, terms: CacheTerms())
    }

    /// The stored answer after a 200 to a HEAD: updated where it is the same one, stale where it is not (§4.3.5).
    static func updated(_ stored: StoredResponse, byHead head: HTTPResponse, _ exchange: Exchange) -> StoredResponse? {
        let isSame = [HTTPField.Name.eTag, .lastModified, .contentLength].allSatisfy { name in
            guard let new = head.headerFields[values: name].first,
                let old = stored.response.headerFields[values: name].first
            else { return true }
            return new == old
        }
        guard isSame else {
            var stale = stored
            stale.terms.lifetime = 0
            stale.terms.mustRevalidate = true
            return stale
        }
        return CachePolicy.stored(updated(stored.response, by: head), exchange)
    }

    /// A stored response with the fields of a newer one (§3.2), but for those that hold for a connection and those that
    /// describe the body as it was stored: its length, and the coding and range that were undone.
    private static func updated(_ old: HTTPResponse, by new: HTTPResponse) -> HTTPResponse {
        var response = old
        let kept = connectionFields(of: new).union([.contentLength, .contentEncoding, .contentRange])
        // Both told of the old exchange.
        for name in [HTTPField.Name.age, .date] where new.headerFields[name] == nil {
            response.headerFields[name] = nil
        }
        var seen = kept
        for name in new.headerFields.map(\.name) where seen.insert(name).inserted {
            response.headerFields[values: name] = new.headerFields[values: name]
        }
        return response
    }

    // MARK: Invalidation

    /// The URLs whose stored answers an answer to an unsafe request makes void (§4.4): the request's, and those that
    /// `Location` and `Content-Location` name, of the same origin; none where it failed.
    static func voided(by response: HTTPResponse, to request: HTTPRequest) -> [URL] {
        guard !isSafe(request.method), (200...399).contains(response.status.code) else { return [] }
        let origin = request.origin
        let named = [HTTPField.Name.location, .contentLocation]
            .compactMap { response.headerFields[values: $0].first }
            .compactMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
            .filter { Origin($0) == origin }
        return [request.url] + named
    }

    /// Whether a method only reads (RFC 9110 §9.2.1). One that is not known may do anything.
    static func isSafe(_ method: HTTPRequest.Method) -> Bool {
        ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method.rawValue)
    }

    /// What to keep of an answer to a POST, as an answer to a GET of its URL: one that says it is just that, and for how long
    /// (RFC 9110 §9.3.3).
    static func stored(post response: HTTPResponse, to request: HTTPRequest, _ exchange: Exchange) -> StoredResponse? {
        guard request.method == .post, response.status.code == 200, !CacheControl(request.headerFields).isNoStore,
            let location = response.headerFields[values: .contentLocation].first,
            URL(string: location, relativeTo: request.url)?.absoluteURL == request.url.absoluteURL
                || location.isEmpty,
            CacheControl(response.headerFields).maxAge != nil || response.headerFields[.expires] != nil
        else { return nil }
        var exchange = exchange
        exchange.timeToLive = nil
        return stored(response, exchange)
    }
}
