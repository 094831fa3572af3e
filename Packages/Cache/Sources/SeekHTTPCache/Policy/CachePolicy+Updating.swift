import SeekBasics
@_spi(Seek) import SeekNetworking

/// Updates and invalidation of stored responses (RFC 9111 §3.2, §4.3.4, §4.3.5, §4.4).
extension CachePolicy {
    /// The result of a 304 that confirms a stored response.
    struct Renewal {
        var response: StoredResponse
        /// Whether the response may be stored again; otherwise it serves only the current request.
        var isStorable: Bool
    }

    /// Returns the stored response after a 304, or nil if the 304 has a validator of another response or exceeds
    /// ``HTTPFieldLimits``. Entity tags are compared weakly: nginx weakens that of a compressed response, but not in a
    /// 304.
    static func revalidated(_ stored: StoredResponse, by notModified: HTTPResponse, _ exchange: Exchange) -> Renewal? {
        let old = stored.response.headerFields
        let new = notModified.headerFields
        guard new.isWithinLimits else { return nil }
        if let newTag = new[values: .eTag].first, let oldTag = old[values: .eTag].first {
            guard EntityTag(newTag) == EntityTag(oldTag) else { return nil }
        } else if old[.eTag] == nil, let date = new[values: .lastModified].first {
            guard old[values: .lastModified].first == date else { return nil }
        }
        let response = updated(stored.response, by: notModified)
        if let renewed = CachePolicy.stored(response, exchange) { return Renewal(response: renewed, isStorable: true) }
        let unstorable = StoredResponse(
            response: response,
            storedAt: exchange.receivedAt,
            initialAge: 0,
            freshnessInfo: FreshnessInfo()
        )
        return Renewal(response: unstorable, isStorable: false)
    }

    enum HeadEffect: Hashable {
        case none
        /// The stored response is replaced: its fields are updated, or it must be validated before its next use.
        case replace(StoredResponse)
        /// The stored response is removed, because it cannot be validated.
        case remove
    }

    /// Returns the effect of a 200 to a HEAD on a stored response that the HEAD could have selected (§4.3.5). If both
    /// have the same status, validators and length, the stored response is updated, or left unchanged if the request
    /// has `no-store`; otherwise it is invalidated. A response that may no longer be stored is invalidated, too.
    static func effect(
        on stored: StoredResponse,
        ofHead head: HTTPResponse,
        to lookup: CacheLookup,
        _ exchange: Exchange
    ) -> HeadEffect {
        let isSame =
            stored.response.status.code == head.status.code
            && agree(stored.response, head, in: [.eTag, .lastModified, .contentLength])
        if isSame, lookup.control.isNoStore { return .none }
        if isSame, let updated = CachePolicy.stored(updated(stored.response, by: head), exchange) {
            return .replace(updated)
        }
        // Without validators the stored response could not be validated, and a later HEAD could make it fresh again.
        guard !stored.validators.isEmpty else { return .remove }
        var outdated = stored
        outdated.freshnessInfo.lifetime = 0
        outdated.freshnessInfo.requiresValidation = true
        outdated.freshnessInfo.mustRevalidate = true
        return .replace(outdated)
    }

    /// Whether two responses have the same values of all given fields.
    static func agree(_ old: HTTPResponse, _ new: HTTPResponse, in names: [HTTPField.Name]) -> Bool {
        names.allSatisfy { name in
            old.headerFields.filter { $0.name == name } == new.headerFields.filter { $0.name == name }
        }
    }

    /// Returns a stored response with the fields of a newer one (§3.2), except hop-by-hop fields and `Content-Length`,
    /// `Content-Encoding` and `Content-Range`, which describe the stored body.
    private static func updated(_ old: HTTPResponse, by new: HTTPResponse) -> HTTPResponse {
        var response = old
        // `Age` and `Date` belong to the old exchange.
        for name in [HTTPField.Name.age, .date] where new.headerFields[name] == nil {
            response.headerFields[name] = nil
        }
        var handled = hopByHopFields(of: new).union([.contentLength, .contentEncoding, .contentRange])
        for name in new.headerFields.map(\.name) where handled.insert(name).inserted {
            response.headerFields[values: name] = new.headerFields[values: name]
        }
        return response
    }

    // MARK: Invalidation

    /// Returns the URLs that the response to an unsafe request invalidates (§4.4): the request's, and those of the same
    /// origin in `Location` and `Content-Location`; none if the request failed.
    static func invalidatedURLs(by response: HTTPResponse, to request: HTTPRequest) -> [URL] {
        guard !isSafe(request.method), (200...399).contains(response.status.code) else { return [] }
        let origin = request.origin
        let linkedURLs = [HTTPField.Name.location, .contentLocation]
            .compactMap { response.headerFields[values: $0].first }
            .filter(HTTPFieldLimits.allows)
            .compactMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
            .filter { Origin($0) == origin }
        return [request.url] + linkedURLs
    }

    /// Whether a method is safe (RFC 9110 §9.2.1). Unknown methods are regarded as unsafe.
    static func isSafe(_ method: HTTPRequest.Method) -> Bool {
        ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method.rawValue)
    }

    /// Returns what is stored of the response to a POST for later GETs of its URL, or nil if it may not be stored: the
    /// response must repeat the URL in `Content-Location` and state its lifetime (RFC 9110 §9.3.3).
    static func stored(post response: HTTPResponse, to request: HTTPRequest, _ exchange: Exchange) -> StoredResponse? {
        guard response.status.code == 200, let location = response.headerFields[values: .contentLocation].first,
            URL(string: location, relativeTo: request.url)?.absoluteURL == request.url.absoluteURL
                || location.isEmpty,
            CacheControl(response.headerFields).maxAge != nil || response.headerFields[.expires] != nil
        else { return nil }
        var exchange = exchange
        // The lifetime must be the one that the response states.
        exchange.timeToLive = nil
        return stored(response, exchange)
    }
}
