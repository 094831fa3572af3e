#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rules of a private HTTP cache (RFC 9111, 5861, 8246): what may be kept, when it serves, how it is asked for anew.
/// Pure: moments come in, decisions go out.
///
/// Two rules are stricter than they must be. Only whole answers with status 200 or 203 are kept; and every header field of a
/// request counts as if `Vary` named it, since it is part of the key.
enum CachePolicy {
    /// How long an answer without a lifetime of its own serves at the most: a day. The share of its age is RFC 9111's
    /// suggestion, a tenth (§4.2.2).
    static let longestHeuristicLifetime = 86_400.0

    /// How an answer in the store serves a request.
    enum Use: Hashable {
        /// It serves as it is.
        case serve
        /// It serves, though it is stale; the request allows that.
        case serveStale
        /// It serves, and is asked for anew meanwhile (RFC 5861 §3).
        case serveWhileRevalidating
        /// The server is asked; with these fields it may answer that nothing has changed.
        case ask(HTTPFields)
        /// The server may not be asked, and what there is does not serve.
        case refuse
    }

    // MARK: Storing

    /// What to keep of a response; nil where it may not or need not be kept.
    ///
    /// - Parameters:
    ///   - timeToLive: how long it serves in place of the server's own word; nil leaves it to the server.
    ///   - sentAt: when the request was sent.
    ///   - receivedAt: when the response had arrived.
    static func stored(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        timeToLive: Duration?,
        sentAt: Date,
        receivedAt: Date
    ) -> StoredResponse? {
        let control = CacheControl(response.headerFields)
        guard isCacheable(request), [200, 203].contains(response.status.code), !control.isNoStore,
            !CacheControl(request.headerFields).isNoStore,
            response.headerFields[values: .vary].allSatisfy({ !$0.contains("*") })
        else { return nil }
        let age = response.headerFields[values: .age].first.flatMap { UInt32($0) }.map(Double.init) ?? 0
        let date = response.headerFields[values: .date].first.flatMap { HTTPDate.date($0, now: receivedAt) }
        let apparentAge = date.map { max(0, receivedAt.timeIntervalSince($0)) } ?? 0
        let delay = max(0, receivedAt.timeIntervalSince(sentAt))
        let stored = StoredResponse(
            response: response,
            storedAt: receivedAt,
            // A time to live counts from the arrival: the endpoint says how long the caller may go without asking.
            initialAge: max(apparentAge, age + delay),
            lifetime: timeToLive.map(\.seconds) ?? lifetime(of: response, control, date, receivedAt),
            isOverlay: timeToLive != nil
        )
        let isFresh = stored.lifetimeUsed(at: receivedAt) < stored.lifetime && (!control.isNoCache || stored.isOverlay)
        return isFresh || !stored.validators.isEmpty ? stored : nil
    }

    /// Whether a request may be answered from a store at all: a read of the whole, without conditions of its own.
    static func isCacheable(_ request: HTTPRequest) -> Bool {
        request.method == .get && request.body == nil && conditional.allSatisfy { request.headerFields[$0] == nil }
    }

    private static let conditional = [
        "Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
    ].map { HTTPField.Name($0) ?? .ifNoneMatch }

    /// §4.2.1, for a private cache: `max-age`, `Expires`, else a tenth of the time since it was changed.
    private static func lifetime(of response: HTTPResponse, _ control: CacheControl, _ date: Date?, _ now: Date)
        -> Double
    {
        if let maxAge = control.maxAge { return maxAge }
        if let expires = response.headerFields[values: .expires].first {
            // A malformed date, above all `0`, means that it has expired (§5.3).
            return HTTPDate.date(expires, now: now).map { max(0, $0.timeIntervalSince(date ?? now)) } ?? 0
        }
        guard let changed = response.headerFields[values: .lastModified].first.flatMap({ HTTPDate.date($0, now: now) })
        else { return 0 }
        return min(max(0, (date ?? now).timeIntervalSince(changed)) / 10, longestHeuristicLifetime)
    }

    // MARK: Serving

    /// How a stored answer serves a request; nil where there is none.
    static func use(
        of stored: StoredResponse?,
        for request: HTTPRequest,
        mode: RequestOptions.CacheMode,
        at now: Date
    ) -> Use {
        switch mode {
        case .noStore, .reload: return .ask([:])
        case .onlyCached: return stored == nil ? .refuse : .serve
        case .preferCached where stored != nil: return .serve
        case .revalidate:
            if let stored { return isImmutable(stored, at: now) ? .serve : .ask(stored.validators) }
        case .preferCached, .standard: break
        }
        let asked = CacheControl(request.headerFields)
        guard let stored else { return asked.isOnlyIfCached ? .refuse : .ask([:]) }
        let use = standardUse(of: stored, asked, at: now)
        if case .ask = use, asked.isOnlyIfCached { return .refuse }
        return use
    }

    private static func standardUse(of stored: StoredResponse, _ asked: CacheControl, at now: Date) -> Use {
        let control = CacheControl(stored.response.headerFields)
        let ask = Use.ask(stored.validators)
        // An answer from the future: the clock was set back, and its age is unknown.
        guard stored.storedAt <= now, !asked.isNoCache, !control.isNoCache || stored.isOverlay else { return ask }
        let age = stored.age(at: now)
        let freshFor = stored.lifetime - stored.lifetimeUsed(at: now)
        if let maxAge = asked.maxAge, age > maxAge { return ask }
        if let minFresh = asked.minFresh, freshFor < minFresh { return ask }
        if freshFor > 0 { return .serve }
        guard !control.mustRevalidate, !stored.isOverlay else { return ask }
        switch asked.maxStale {
        case .any?: return .serveStale
        case .seconds(let limit)? where -freshFor <= limit: return .serveStale
        default: break
        }
        if let window = control.staleWhileRevalidate, -freshFor < window { return .serveWhileRevalidating }
        return ask
    }

    private static func isImmutable(_ stored: StoredResponse, at now: Date) -> Bool {
        stored.storedAt <= now && CacheControl(stored.response.headerFields).isImmutable
            && stored.lifetimeUsed(at: now) < stored.lifetime
    }

    /// Whether a stale answer serves in place of a failure (RFC 5861 §4).
    ///
    /// - Parameter overlayWindow: how long beyond its time to live one serves whose endpoint has such, in seconds.
    static func servesStale(_ stored: StoredResponse, at now: Date, overlayWindow: Double) -> Bool {
        let control = CacheControl(stored.response.headerFields)
        guard stored.storedAt <= now, !control.mustRevalidate else { return false }
        let window = max(control.staleIfError ?? 0, stored.isOverlay ? overlayWindow : 0)
        return stored.lifetimeUsed(at: now) - stored.lifetime <= window && window > 0
    }

    /// Whether a response is a failure in place of which a stale answer may serve: the server's, or a spent quota.
    static func isFailure(_ response: HTTPResponse) -> Bool {
        switch response.status.code {
        case 429, 500...599: true
        case 403: RateLimit(response.headerFields)?.remaining == 0
        default: false
        }
    }

    // MARK: Revalidating

    /// The stored answer after the server has said that nothing has changed (§4.3.4): its fields are the new ones where there
    /// are new ones, but for those that describe the body.
    static func revalidated(
        _ stored: StoredResponse,
        by notModified: HTTPResponse,
        to request: HTTPRequest,
        timeToLive: Duration?,
        sentAt: Date,
        receivedAt: Date
    ) -> StoredResponse {
        var response = stored.response
        response.headerFields[.age] = nil
        let names = Set(notModified.headerFields.map(\.name)).subtracting(describingBody)
        for name in names { response.headerFields[name] = nil }
        for field in notModified.headerFields where names.contains(field.name) { response.headerFields.append(field) }
        let renewed = CachePolicy.stored(
            response,
            to: request,
            timeToLive: timeToLive,
            sentAt: sentAt,
            receivedAt: receivedAt
        )
        // What may no longer be kept still answers this request.
        return renewed
            ?? StoredResponse(response: response, storedAt: receivedAt, initialAge: 0, lifetime: 0, isOverlay: false)
    }

    private static let describingBody: Set<HTTPField.Name> = [
        .contentLength, .contentType, HTTPField.Name(constant: "Content-Encoding"),
        HTTPField.Name(constant: "Content-Range"), HTTPField.Name(constant: "Transfer-Encoding"),
    ]
}
