import SeekBasics
@_spi(Seek) import SeekNetworking

/// Which responses may be stored, and how long they are fresh (RFC 9111 §3, §4.2).
extension CachePolicy {
    /// The maximum heuristic lifetime in seconds: a day.
    static let maximumHeuristicLifetime = 86_400.0

    /// When a request was sent, when its response was received, and the endpoint's time to live.
    struct Exchange: Hashable {
        var sentAt: Date
        var receivedAt: Date
        /// The endpoint's time to live, which replaces the server's lifetime; nil if it has none.
        var timeToLive: Duration?
        /// Whether the age on arrival is also computed from `Date`, for servers that do not send `Age` correctly.
        /// False if the result must not depend on the clock of this machine.
        var usesDate = true
    }

    /// Returns what is stored of a response to a GET, or nil if it may not be stored or could never be served.
    static func stored(_ response: HTTPResponse, to lookup: CacheLookup, _ exchange: Exchange) -> StoredResponse? {
        guard !lookup.isHead, lookup.mode != .noStore, !lookup.control.isNoStore else { return nil }
        // A 206 to a request without a range may contain any part of the body.
        guard response.status.code != 206 || lookup.range != nil else { return nil }
        return stored(response, exchange)
    }

    /// Returns what is stored of a response, treated as the response to a GET of its URL; nil if it may not be stored
    /// or could never be served.
    static func stored(_ response: HTTPResponse, _ exchange: Exchange) -> StoredResponse? {
        guard response.headerFields.isWithinLimits else { return nil }
        let control = CacheControl(response.headerFields)
        let code = response.status.code
        // 304, 412 and 416 report the outcome of a condition or a range and do not represent the resource.
        guard (200...599).contains(code), ![304, 412, 416].contains(code), hasCompleteBody(response) else { return nil }
        guard code != 206 || isStorable(partial: response) else { return nil }
        if control.mustUnderstand, !understoodStatuses.contains(code) { return nil }
        // `must-understand` replaces `no-store` for a status that is understood (§5.2.2.3).
        if control.isNoStore, !control.mustUnderstand { return nil }
        guard varyNames(of: response) != nil else { return nil }
        let timeToLive = [200, 203].contains(code) ? exchange.timeToLive?.seconds : nil
        let isExplicitlyCacheable =
            control.maxAge != nil || control.isPublic || control.isPrivate || response.headerFields[.expires] != nil
        guard isExplicitlyCacheable || timeToLive != nil || heuristicStatuses.contains(code) else { return nil }
        let date = date(of: response, exchange.receivedAt)
        let lifetime = lifetime(of: response, control, exchange.receivedAt)
        let stored = StoredResponse(
            response: storable(response, exchange),
            storedAt: exchange.receivedAt,
            initialAge: initialAge(of: response, date, exchange),
            freshnessInfo: FreshnessInfo(
                control,
                lifetime: timeToLive.map { min($0, CacheControl.maximumSeconds) } ?? lifetime,
                usesTimeToLive: timeToLive != nil
            )
        )
        return canEverServe(stored) ? stored : nil
    }

    /// Whether a response can ever be served: fresh, after validation, or stale.
    private static func canEverServe(_ stored: StoredResponse) -> Bool {
        if !stored.validators.isEmpty { return true }
        guard !stored.freshnessInfo.requiresValidation else { return false }
        return stored.freshness(at: stored.storedAt) > 0 || !stored.freshnessInfo.mustRevalidate
    }

    /// Whether the body has the stated length, if any. True for a decoded body, because the stated length is that of
    /// the coded one, and for a 204, which has no body.
    private static func hasCompleteBody(_ response: HTTPResponse) -> Bool {
        guard response.headerFields[.contentEncoding] == nil,
            let text = response.headerFields[values: .contentLength].first, let length = Int64(text)
        else { return true }
        return length == response.body.count || response.status.code == 204
    }

    /// Statuses that allow a heuristic lifetime (RFC 9110 §15.1).
    private static let heuristicStatuses: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Statuses that are understood: the final ones of RFC 9110 §15 except those for ranges and conditions, the
    /// deprecated 305, and the unused 306 and 418.
    private static let understoodStatuses: Set<Int> = Set([200, 201, 202, 203, 204, 205, 300, 301, 302, 303, 307, 308])
        .union(Set(400...426).subtracting([412, 416, 418, 419, 420, 423, 424, 425])).union(500...505)

    // MARK: Freshness

    /// Returns a stored response with the lifetime that applies to a request. If the endpoint has a time to live, the
    /// response is fresh for at most that time after its arrival; otherwise the lifetime is the one that the server
    /// specifies, even if the response was stored with a time to live.
    static func limited(_ stored: StoredResponse, to timeToLive: Duration?) -> StoredResponse {
        // A time to live applies to 200 and 203 only. A response that must be validated before each use is never fresh.
        guard [200, 203].contains(stored.response.status.code), !stored.freshnessInfo.requiresValidation else {
            return stored
        }
        var limited = stored
        if let timeToLive {
            let initialAge = stored.freshnessInfo.usesTimeToLive ? 0 : stored.initialAge
            limited.freshnessInfo.lifetime = min(stored.freshnessInfo.lifetime, timeToLive.seconds + initialAge)
        } else if stored.freshnessInfo.usesTimeToLive {
            let control = CacheControl(stored.response.headerFields)
            let lifetime = lifetime(of: stored.response, control, stored.storedAt)
            limited.freshnessInfo = FreshnessInfo(control, lifetime: lifetime, usesTimeToLive: false)
        }
        return limited
    }

    private static func date(of response: HTTPResponse, _ receivedAt: Date) -> Date? {
        response.headerFields[values: .date].first.flatMap { HTTPDate.parse($0, now: receivedAt) }
    }

    /// Returns the age on arrival in seconds (§4.2.3), computed from `Date`, or from `Age` plus the time in transit,
    /// whichever is greater.
    private static func initialAge(of response: HTTPResponse, _ date: Date?, _ exchange: Exchange) -> Double {
        // `Date` has a resolution of a second.
        let receivedAt = exchange.receivedAt.timeIntervalSince1970.rounded(.down)
        let apparentAge = exchange.usesDate ? date.map { max(0, receivedAt - $0.timeIntervalSince1970) } ?? 0 : 0
        let transit = max(0, exchange.receivedAt.timeIntervalSince(exchange.sentAt))
        return max(apparentAge, response.headerFields.age + transit)
    }

    /// Returns the lifetime in seconds for a private cache (§4.2.1). It is the first of these that is available:
    /// `max-age`, the time from `Date` to `Expires`, and the heuristic lifetime of §4.2.2, which is a tenth of the time
    /// since the last change but at most a day. If none is available, it is 0.
    private static func lifetime(of response: HTTPResponse, _ control: CacheControl, _ receivedAt: Date) -> Double {
        if let maxAge = control.maxAge { return maxAge }
        let date = date(of: response, receivedAt) ?? receivedAt
        let expirations = Set(response.headerFields[values: .expires])
        if let expires = expirations.first {
            // A malformed date such as `0` means expired, and so do two different dates (§5.3, §4.2.1).
            guard expirations.count == 1, let end = HTTPDate.parse(expires, now: receivedAt) else { return 0 }
            return max(0, end.timeIntervalSince(date))
        }
        guard heuristicStatuses.contains(response.status.code) || control.isPublic,
            let text = response.headerFields[values: .lastModified].first,
            let changed = HTTPDate.parse(text, now: receivedAt)
        else { return 0 }
        return min(max(0, date.timeIntervalSince(changed)) / 10, maximumHeuristicLifetime)
    }

    // MARK: Fields

    /// Returns a response as it is stored: without hop-by-hop fields (§3.1), and with a `Date` (RFC 9110 §6.6.1).
    private static func storable(_ response: HTTPResponse, _ exchange: Exchange) -> HTTPResponse {
        var stored = response
        let omitted = hopByHopFields(of: response)
        stored.headerFields = HTTPFields(response.headerFields.filter { !omitted.contains($0.name) })
        if date(of: response, exchange.receivedAt) == nil {
            stored.headerFields[.date] = HTTPDate.string(from: exchange.receivedAt)
        }
        return stored
    }

    /// Returns the hop-by-hop fields: the fields of §3.1, and the fields that `Connection` lists unless caching
    /// depends on them.
    static func hopByHopFields(of response: HTTPResponse) -> Set<HTTPField.Name> {
        let listedFields = response.headerFields[values: .connection].flatMap(FieldList.elements)
            .compactMap(HTTPField.Name.init)
        return hopByHopFields.union(Set(listedFields).subtracting(cachingFields))
    }

    private static let hopByHopFields: Set<HTTPField.Name> = Set(
        [
            "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
            "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
        ].compactMap(HTTPField.Name.init)
    )

    private static let cachingFields: Set<HTTPField.Name> = [
        .age, .cacheControl, .date, .eTag, .expires, .lastModified, .vary,
    ]

    /// The maximum number of request fields in `Vary`; each lookup of a variant reads all of them.
    static let maximumVaryNameCount = 64

    /// Returns the names in `Vary` in lower case, sorted; nil for `Vary: *` (RFC 9111 §4.1), for invalid names, for
    /// more than ``maximumVaryNameCount`` names, and for a value beyond ``HTTPFieldLimits``.
    static func varyNames(of response: HTTPResponse) -> [String]? {
        guard let text = response.headerFields[.vary] else { return [] }
        guard HTTPFieldLimits.allows(text) else { return nil }
        var names: Set<String> = []
        for name in FieldList.elements(of: text) {
            guard name != "*", let field = HTTPField.Name(name) else { return nil }
            names.insert(field.canonicalName)
        }
        return names.count > maximumVaryNameCount ? nil : names.sorted()
    }
}
