#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What may be kept of an answer, and for how long it serves (RFC 9111 §3, §4.2).
extension CachePolicy {
    /// How long an answer without a lifetime of its own serves at the most: a day. The share of its age is RFC 9111's
    /// suggestion, a tenth (§4.2.2).
    static let longestHeuristicLifetime = 86_400.0

    /// When a request was sent, its answer had arrived, and for how long the endpoint says it serves.
    struct Exchange: Hashable {
        var sentAt: Date
        var receivedAt: Date
        /// In place of the server's own word; nil leaves it to the server.
        var timeToLive: Duration?
    }

    /// What to keep of a response to a GET; nil where it may not be kept, or could never serve.
    static func stored(_ response: HTTPResponse, to inquiry: CacheLookup, _ exchange: Exchange) -> StoredResponse? {
        guard !inquiry.isHead, inquiry.mode != .noStore, !inquiry.control.isNoStore else { return nil }
        // A part that nobody asked for may be any.
        guard response.status.code != 206 || inquiry.range != nil else { return nil }
        return stored(response, exchange)
    }

    /// What to keep of a response, as an answer to a GET of its URL.
    static func stored(_ response: HTTPResponse, _ exchange: Exchange) -> StoredResponse? {
        guard response.headerFields.isWithinLimits else { return nil }
        let control = CacheControl(response.headerFields)
        let code = response.status.code
        // 304 is a word about another answer, 412 and 416 answer a condition or a range.
        guard (200...599).contains(code), ![304, 412, 416].contains(code), isWhole(response) else { return nil }
        guard code != 206 || isKeepable(part: response) else { return nil }
        if control.mustUnderstand, !understoodStatuses.contains(code) { return nil }
        // `must-understand` takes the place of `no-store` for those who understand (§5.2.2.3).
        if control.isNoStore, !control.mustUnderstand { return nil }
        guard variance(of: response) != nil else { return nil }
        let isOverlay = exchange.timeToLive != nil && [200, 203].contains(code)
        let hasOwnWord =
            control.maxAge != nil || control.isPublic || control.isPrivate || response.headerFields[.expires] != nil
        guard hasOwnWord || isOverlay || heuristicStatuses.contains(code) else { return nil }
        let date = date(of: response, exchange)
        let lifetime = lifetime(of: response, control, date ?? exchange.receivedAt, exchange.receivedAt)
        let stored = StoredResponse(
            response: kept(response, exchange),
            storedAt: exchange.receivedAt,
            initialAge: initialAge(of: response, date, exchange),
            terms: FreshnessInfo(
                control,
                lifetime: isOverlay ? min(exchange.timeToLive?.seconds ?? 0, CacheControl.longest) : lifetime,
                isOverlay: isOverlay
            )
        )
        return canServe(stored) ? stored : nil
    }

    /// Whether an answer can ever serve: fresh, asked for by its validators, or stale.
    private static func canServe(_ stored: StoredResponse) -> Bool {
        let isUsable = !stored.terms.requiresValidation && stored.freshness(at: stored.storedAt) > 0
        return isUsable || !stored.validators.isEmpty
            || !stored.terms.requiresValidation && !stored.terms.mustRevalidate
    }

    /// Whether the body is as long as its head says. One that was decoded from a coding cannot be measured.
    private static func isWhole(_ response: HTTPResponse) -> Bool {
        guard response.headerFields[.contentEncoding] == nil,
            let text = response.headerFields[values: .contentLength].first, let length = Int(text)
        else { return true }
        return length == response.body.count || response.status.code == 204
    }

    /// Statuses that serve by a lifetime nobody stated (RFC 9110 §15.1).
    private static let heuristicStatuses: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Statuses whose meaning for a cache is known here: those of RFC 9110 §15 but the ones about parts and conditions.
    private static let understoodStatuses: Set<Int> = Set([200, 201, 202, 203, 204, 205, 300, 301, 302, 303, 307, 308])
        .union(Set(400...426).subtracting([412, 416, 418, 419, 420, 423, 424, 425])).union(500...505)

    // MARK: Freshness

    /// The `Date` of a response; nil where there is none that can be read.
    private static func date(of response: HTTPResponse, _ exchange: Exchange) -> Date? {
        response.headerFields[values: .date].first.flatMap { HTTPDate.date($0, now: exchange.receivedAt) }
    }

    /// §4.2.3: by `Date`, or by `Age` and the time under way, whichever is more. Of several ages the first counts, one that is
    /// malformed not at all (§5.1).
    private static func initialAge(of response: HTTPResponse, _ date: Date?, _ exchange: Exchange) -> Double {
        let member = response.headerFields[values: .age].first?.prefix { $0 != "," }
        let age = member.flatMap { CacheControl.seconds(String(decoding: $0.utf8.trimmed, as: UTF8.self)) } ?? 0
        // `Date` knows whole seconds only: what is below one is no age.
        let arrival = exchange.receivedAt.timeIntervalSince1970.rounded(.down)
        let apparentAge = date.map { max(0, arrival - $0.timeIntervalSince1970) } ?? 0
        return max(apparentAge, age + max(0, exchange.receivedAt.timeIntervalSince(exchange.sentAt)))
    }

    /// §4.2.1, for a private cache: `max-age`, `Expires`, else a tenth of the time since it was changed.
    private static func lifetime(of response: HTTPResponse, _ control: CacheControl, _ date: Date, _ now: Date)
        -> Double
    {
        if let maxAge = control.maxAge { return maxAge }
        let expirations = Set(response.headerFields[values: .expires])
        if let expires = expirations.first {
            // A malformed date, above all `0`, means that it has expired, as do two that differ (§5.3, §4.2.1).
            guard expirations.count == 1, let end = HTTPDate.date(expires, now: now) else { return 0 }
            return max(0, end.timeIntervalSince(date))
        }
        guard heuristicStatuses.contains(response.status.code) || control.isPublic,
            let changed = response.headerFields[values: .lastModified].first.flatMap({ HTTPDate.date($0, now: now) })
        else { return 0 }
        return min(max(0, date.timeIntervalSince(changed)) / 10, longestHeuristicLifetime)
    }

    // MARK: Fields

    /// A response as it is stored: without the fields that hold for one connection (§3.1), with a `Date` (RFC 9110 §6.6.1), and
    /// without cookies: they are for the client that received them, and another one must not become the same user by them.
    private static func kept(_ response: HTTPResponse, _ exchange: Exchange) -> HTTPResponse {
        var kept = response
        let dropped = connectionFields(of: response).union(cookieFields)
        kept.headerFields = HTTPFields(response.headerFields.filter { !dropped.contains($0.name) })
        if date(of: response, exchange) == nil {
            kept.headerFields[.date] = HTTPDate.text(exchange.receivedAt)
        }
        return kept
    }

    /// The fields that hold for one connection: those of §3.1, and those that `Connection` lists. It cannot take away what the
    /// cache goes by.
    static func connectionFields(of response: HTTPResponse) -> Set<HTTPField.Name> {
        let listed = response.headerFields[values: .connection].flatMap(FieldList.elements)
            .compactMap(HTTPField.Name.init)
        return hopByHopFields.union(Set(listed).subtracting(ruledFields))
    }

    private static let cookieFields: Set<HTTPField.Name> = [.setCookie, HTTPField.Name(constant: "Set-Cookie2")]

    private static let hopByHopFields: Set<HTTPField.Name> = Set(
        [
            "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
            "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
        ].compactMap(HTTPField.Name.init)
    )

    private static let ruledFields: Set<HTTPField.Name> = [
        .age, .cacheControl, .date, .eTag, .expires, .lastModified, .vary,
    ]

    /// The maximum number of request fields that `Vary` may name; each look-up of a variant reads all of them.
    static let maximumVariance = 64

    /// The names of the request fields that selected this response, in lower case and in order; nil where the selection is
    /// unknown, `Vary: *` (RFC 9111 §4.1), or names too many fields.
    static func variance(of response: HTTPResponse) -> [String]? {
        guard let text = response.headerFields[.vary] else { return [] }
        guard HTTPFieldLimits.allows(text) else { return nil }
        var names: Set<String> = []
        for name in FieldList.elements(of: text) {
            guard name != "*", let field = HTTPField.Name(name) else { return nil }
            names.insert(field.canonicalName)
        }
        return names.count > maximumVariance ? nil : names.sorted()
    }
}
