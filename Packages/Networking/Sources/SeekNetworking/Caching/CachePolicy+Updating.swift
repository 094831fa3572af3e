#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What becomes of stored answers when the server speaks of them (RFC 9111 §3.2, §4.3.4, §4.3.5, §4.4).
extension CachePolicy {
    /// A stored response after a 304.
    struct Renewal {
        /// What serves the request.
        var response: StoredResponse
        /// Whether it may still be stored.
        var isStorable: Bool
    }

    /// The stored response after a 304; nil where the 304 describes another response, by its validator, or exceeds
    /// ``HTTPFieldLimits``.
    ///
    /// Entity tags are compared weakly: nginx makes a tag weak where it compresses, and sends the strong one with a 304.
    static func revalidated(_ stored: StoredResponse, by notModified: HTTPResponse, _ exchange: Exchange) -> Renewal? {
        let old = stored.response.headerFields
        let new = notModified.headerFields
        guard new.isWithinLimits else { return nil }
        if let tag = new[values: .eTag].first, let known = old[values: .eTag].first {
            guard EntityTag(tag).matches(EntityTag(known)) else { return nil }
        } else if old[.eTag] == nil, let date = new[values: .lastModified].first {
            guard old[values: .lastModified].first == date else { return nil }
        }
        let response = updated(stored.response, by: notModified)
        if let renewed = CachePolicy.stored(response, exchange) { return Renewal(response: renewed, isStorable: true) }
        // What may no longer be stored still serves this request.
        let served = StoredResponse(
            response: response,
            storedAt: exchange.receivedAt,
            initialAge: 0,
            terms: FreshnessInfo()
        )
        return Renewal(response: served, isStorable: false)
    }

    /// What becomes of a stored response by a 200 to a HEAD that could have selected it.
    enum HeadEffect: Hashable {
        case none
        /// It is replaced: it has new fields, or has to be validated before it serves again.
        case replace(StoredResponse)
        /// It is removed: it cannot be validated.
        case remove
    }

    /// What becomes of a stored response by a 200 to a HEAD that could have selected it (§4.3.5): it is updated where both describe
    /// the same response, and otherwise invalidated.
    static func effect(
        on stored: StoredResponse,
        ofHead head: HTTPResponse,
        to inquiry: CacheLookup,
        _ exchange: Exchange
    ) -> HeadEffect {
        let isSame =
            stored.response.status.code == head.status.code
            && isSame(stored.response, head, by: [.eTag, .lastModified, .contentLength])
        if isSame, inquiry.control.isNoStore { return .none }
        if isSame, let updated = CachePolicy.stored(updated(stored.response, by: head), exchange) {
            return .replace(updated)
        }
        // Without validators, a later HEAD could not be told from one that describes the stored response.
        guard !stored.validators.isEmpty else { return .remove }
        var outdated = stored
        outdated.terms.lifetime = 0
        outdated.terms.requiresValidation = true
        outdated.terms.mustRevalidate = true
        return .replace(outdated)
    }

    /// Whether two responses have the same values, or none, in each of these fields.
    static func isSame(_ old: HTTPResponse, _ new: HTTPResponse, by names: [HTTPField.Name]) -> Bool {
        names.allSatisfy { old.headerFields[values: $0] == new.headerFields[values: $0] }
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
            .filter(HTTPFieldLimits.allows)
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
