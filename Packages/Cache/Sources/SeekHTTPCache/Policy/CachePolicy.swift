import SeekBasics
@_spi(Seek) import SeekNetworking

/// The rules of a private HTTP cache (RFC 9111, 5861, 8246; the cache modes of the Fetch standard): what may be stored,
/// when it may be served and how it is validated. Pure functions: the time is a parameter.
enum CachePolicy {
    /// How the cache handles a request.
    enum Use: Hashable {
        case serve
        /// The response is served although it is stale, because the request, the cache mode or the server allows it.
        case serveStale
        /// The response is served and revalidated in the background (RFC 5861 §3).
        case serveWhileRevalidating
        /// The request is forwarded to the server, with these validators.
        case forward(CacheStatus.Reason, HTTPFields)
        /// The request may not be forwarded, and nothing can be served.
        case reject
    }

    /// Decides how a request is handled.
    static func use(of stored: StoredResponse?, for lookup: CacheLookup, at now: Date) -> Use {
        let use = useIfForwardable(of: stored, for: lookup, at: now)
        guard lookup.mode == .onlyIfCached || lookup.control.isOnlyIfCached else { return use }
        return switch use {
        case .forward: .reject
        case .serveWhileRevalidating: .serveStale
        case .serve, .serveStale, .reject: use
        }
    }

    /// Decides how a request is handled if it may be forwarded.
    private static func useIfForwardable(of stored: StoredResponse?, for lookup: CacheLookup, at now: Date) -> Use {
        guard let stored else {
            let skipsStore = lookup.mode == .reload || !lookup.usesStore
            return .forward(skipsStore ? .request : .miss, [:])
        }
        let use = use(of: stored, for: lookup, at: now)
        guard !lookup.allowsStale, use == .serveStale || use == .serveWhileRevalidating else { return use }
        return .forward(.stale, stored.validators)
    }

    private static func use(of stored: StoredResponse, for lookup: CacheLookup, at now: Date) -> Use {
        switch lookup.mode {
        case .noStore, .reload: return .forward(.request, [:])
        case .forceCache, .onlyIfCached: return stored.freshness(at: now) > 0 ? .serve : .serveStale
        case .noCache:
            guard !lookup.control.isNoStore else { return .forward(.request, [:]) }
            let isServed = isImmutable(stored, at: now) && !lookup.control.isNoCache
            return isServed ? .serve : .forward(.request, stored.validators)
        case .default: return standardUse(of: stored, lookup.control, at: now)
        }
    }

    private static func standardUse(of stored: StoredResponse, _ control: CacheControl, at now: Date) -> Use {
        // Computed when used, because a hit does not need the validators.
        var forwardAsStale: Use { .forward(.stale, stored.validators) }
        var forwardAsRequested: Use { .forward(.request, stored.validators) }
        guard !control.isNoStore else { return .forward(.request, [:]) }
        guard !control.isNoCache else { return forwardAsRequested }
        guard !stored.isFromTheFuture(at: now), !stored.freshnessInfo.requiresValidation else { return forwardAsStale }
        let freshness = stored.freshness(at: now)
        if let maxAge = control.maxAge, stored.age(at: now) > maxAge { return forwardAsRequested }
        if let minFresh = control.minFresh, freshness < minFresh {
            return freshness > 0 ? forwardAsRequested : forwardAsStale
        }
        if freshness > 0 { return .serve }
        guard !stored.freshnessInfo.mustRevalidate, !stored.freshnessInfo.usesTimeToLive else { return forwardAsStale }
        switch control.maxStale {
        case .any?: return .serveStale
        case .seconds(let limit)? where -freshness <= limit: return .serveStale
        default: break
        }
        return -freshness < stored.freshnessInfo.staleWhileRevalidate ? .serveWhileRevalidating : forwardAsStale
    }

    /// Whether the response is fresh, and the server has declared that it does not change until it is stale (RFC 8246
    /// §2).
    private static func isImmutable(_ stored: StoredResponse, at now: Date) -> Bool {
        stored.freshnessInfo.isImmutable && !stored.freshnessInfo.requiresValidation
            && !stored.freshnessInfo.usesTimeToLive
            && !stored.isFromTheFuture(at: now) && stored.freshness(at: now) > 0
    }

    // MARK: Failures

    /// The reason why a forwarded request failed.
    enum Failure: Hashable {
        /// There was no response, or nothing was sent (RFC 9111 §4.2.4).
        case disconnected
        /// The server responded with 500, 502, 503 or 504 (§4.3.3).
        case server
        /// The server reported an exhausted quota or rate limit. The server itself is available, so a stale response
        /// must be allowed explicitly, by `stale-if-error` or an endpoint's time to live.
        case quota
    }

    /// Returns the failure that a response reports, if any (RFC 5861 §4).
    static func failure(of response: HTTPResponse) -> Failure? {
        switch response.status.code {
        case 500, 502, 503, 504: .server
        case 429: .quota
        case 403 where response.headerFields.hasUsedUpRateLimit: .quota
        default: nil
        }
    }

    /// Returns the failure that an error represents, or nil if no stale response may replace the error.
    static func failure(of error: NetworkError) -> Failure? {
        switch error {
        // The account may have been signed out.
        case .rejected(.credentialUnavailable, _): nil
        // The server must not be trusted, or the configuration must be corrected. A stale response would hide that.
        case .transport(.publicKeyNotPinned, _), .transport(.invalidConfiguration, _): nil
        case .transport, .timedOut, .rejected: .disconnected
        default: nil
        }
    }

    /// Whether a stale response may be served in place of a failure (RFC 5861 §4, RFC 9111 §4.2.4). The window is the
    /// maximum staleness in seconds if neither the server nor the request specifies one; it does not apply to an
    /// exhausted quota or a stored error response. For a response stored with an endpoint's time to live, the longer
    /// duration applies.
    static func canServeStale(
        _ stored: StoredResponse,
        inPlaceOf failure: Failure,
        for control: CacheControl,
        at now: Date,
        window: Double
    ) -> Bool {
        let freshnessInfo = stored.freshnessInfo
        guard !stored.isFromTheFuture(at: now), !freshnessInfo.mustRevalidate, !freshnessInfo.requiresValidation,
            !control.isNoCache, !control.isNoStore
        else { return false }
        let isAllowed = freshnessInfo.usesTimeToLive || failure != .quota && stored.response.status.code < 400
        let specified = [freshnessInfo.staleIfError, control.staleIfError].compactMap { $0 }.max()
        let limit = max(specified ?? (isAllowed ? window : 0), freshnessInfo.usesTimeToLive ? window : 0)
        return limit > 0 && -stored.freshness(at: now) <= limit
    }
}

/// Responses made from a stored one (RFC 9111 §4, §4.3.2): the complete response, its head, a range, or a 304.
extension CachePolicy {
    /// Derives the response to a request from a stored response. Fields that may not be reused without validation
    /// (``FreshnessInfo/withheldFields``) are omitted unless the server has just confirmed the response.
    static func response(
        of stored: StoredResponse,
        to lookup: CacheLookup,
        at now: Date,
        isRevalidated: Bool
    ) -> HTTPResponse {
        var result = stored.response
        let withheld = stored.freshnessInfo.withheldFields
        if !isRevalidated, !withheld.isEmpty {
            result.headerFields = HTTPFields(result.headerFields.filter { !withheld.contains($0.name) })
        }
        if !isRevalidated || result.headerFields[.age] != nil {
            result.headerFields[.age] = "\(Int64(min(stored.age(at: now), CacheControl.maximumSeconds)))"
        }
        if stored.response.status.code == 206, let part = partialResponse(from: result, for: lookup) {
            return part
        }
        return reduced(result, storedAt: stored.storedAt, to: lookup)
    }

    /// Reduces a complete response to what the request needs.
    static func reduced(_ response: HTTPResponse, storedAt: Date, to lookup: CacheLookup) -> HTTPResponse {
        var result = response
        if response.status.code == 200 {
            if isNotModified(response, lookup.condition, storedAt) {
                result.status = HTTPResponse.Status(code: 304, reasonPhrase: "Not Modified")
                result.headerFields = HTTPFields(result.headerFields.filter { !describesContent($0.name) })
                result.body = Data()
            } else if let part = partialResponse(from: response, for: lookup) {
                return part
            }
        }
        if lookup.isHead { result.body = Data() }
        return result
    }

    private static func describesContent(_ name: HTTPField.Name) -> Bool {
        ["content-encoding", "content-language", "content-length", "content-range", "content-type"]
            .contains(name.canonicalName)
    }

    // MARK: Conditions

    /// Whether the client already has this response (RFC 9110 §13.1.2, §13.1.3; RFC 9111 §4.3.2).
    private static func isNotModified(
        _ response: HTTPResponse,
        _ condition: CacheLookup.Condition?,
        _ storedAt: Date
    ) -> Bool {
        switch condition {
        case nil, .ifModifiedSince(nil)?: return false
        case .ifNoneMatchAny?: return true
        case .ifNoneMatch(let tags)?:
            guard let tag = response.headerFields[values: .eTag].first.map({ EntityTag($0) }) else { return false }
            return tags.contains(tag)
        case .ifModifiedSince(let since?)?:
            let fields = response.headerFields
            let text = fields[values: .lastModified].first ?? fields[values: .date].first
            let changed = text.flatMap { HTTPDate.parse($0, now: storedAt) } ?? storedAt
            return changed <= since
        }
    }
}
