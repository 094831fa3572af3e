#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rules of a private HTTP cache (RFC 9111, 5861, 8246; the modes of the Fetch standard): what may be kept, when it serves,
/// how it is asked for anew. Pure: moments come in, decisions go out.
enum CachePolicy {
    /// How an answer in the store serves a request.
    enum Use: Hashable {
        /// It serves as it is.
        case serve
        /// It serves, though it is stale; the request allows that.
        case serveStale
        /// It serves, and is asked for anew meanwhile (RFC 5861 §3).
        case serveWhileRevalidating
        /// The server is asked, for this reason; with these fields it may answer that nothing has changed.
        case ask(CacheStatus.Reason, HTTPFields)
        /// The server may not be asked, and what there is does not serve.
        case refuse
    }

    /// How a stored answer serves an inquiry; nil where there is none.
    static func use(of stored: StoredResponse?, for inquiry: CacheLookup, at now: Date) -> Use {
        guard let stored else {
            let isRefused = inquiry.mode == .onlyIfCached || inquiry.control.isOnlyIfCached
            let isUnread = inquiry.mode == .reload || inquiry.mode == .noStore
            return isRefused ? .refuse : .ask(isUnread ? .request : .miss, [:])
        }
        switch inquiry.mode {
        case .noStore, .reload: return .ask(.request, [:])
        case .forceCache, .onlyIfCached: return stored.freshness(at: now) > 0 ? .serve : .serveStale
        case .noCache:
            guard !inquiry.control.isNoStore else { return .ask(.request, [:]) }
            let isServed = isImmutable(stored, at: now) && !inquiry.control.isNoCache
            return isServed ? .serve : .ask(.request, stored.validators)
        case .default: break
        }
        let use = standardUse(of: stored, inquiry.control, at: now)
        guard inquiry.control.isOnlyIfCached else { return use }
        return switch use {
        case .ask: .refuse
        case .serveWhileRevalidating: .serveStale
        default: use
        }
    }

    private static func standardUse(of stored: StoredResponse, _ asked: CacheControl, at now: Date) -> Use {
        // Not made for a hit, which has no use for them.
        var isStale: Use { .ask(.stale, stored.validators) }
        var isUnwanted: Use { .ask(.request, stored.validators) }
        guard !asked.isNoStore else { return .ask(.request, [:]) }
        guard !asked.isNoCache else { return isUnwanted }
        guard !stored.isFromTheFuture(at: now), !stored.terms.requiresValidation else { return isStale }
        let freshness = stored.freshness(at: now)
        if let maxAge = asked.maxAge, stored.age(at: now) > maxAge { return isUnwanted }
        if let minFresh = asked.minFresh, freshness < minFresh { return freshness > 0 ? isUnwanted : isStale }
        if freshness > 0 { return .serve }
        guard !stored.terms.mustRevalidate, !stored.terms.isOverlay else { return isStale }
        switch asked.maxStale {
        case .any?: return .serveStale
        case .seconds(let limit)? where -freshness <= limit: return .serveStale
        default: break
        }
        return -freshness < stored.terms.staleWhileRevalidate ? .serveWhileRevalidating : isStale
    }

    /// Whether a response cannot have changed yet (RFC 8246 §2): while it is fresh by the server's own word, and need not be
    /// validated in any case.
    private static func isImmutable(_ stored: StoredResponse, at now: Date) -> Bool {
        stored.terms.isImmutable && !stored.terms.requiresValidation && !stored.terms.isOverlay
            && !stored.isFromTheFuture(at: now) && stored.freshness(at: now) > 0
    }

    // MARK: Failures

    /// What went wrong when the server was asked.
    enum Failure: Hashable {
        /// No answer came, or nothing was sent: as good as disconnected (RFC 9111 §4.2.4).
        case disconnected
        /// The server failed, which is as if none had answered (§4.3.3).
        case server
        /// The quota is spent. The server did answer, so only those who allow it get a stale answer.
        case quota
    }

    /// The failure an answer is; nil where it is none: RFC 5861 §4 names the statuses.
    static func failure(of response: HTTPResponse) -> Failure? {
        switch response.status.code {
        case 500, 502, 503, 504: .server
        case 429: .quota
        case 403 where RateLimit(response.headerFields)?.remaining == 0: .quota
        default: nil
        }
    }

    /// The failure an error is; nil where another reason than the server's absence kept the answer away.
    static func failure(of error: NetworkError) -> Failure? {
        switch error {
        case .transport, .timedOut, .refused: .disconnected
        default: nil
        }
    }

    /// Whether a stale answer serves in place of a failure (RFC 5861 §4, RFC 9111 §4.2.4).
    ///
    /// - Parameter window: for how long where neither server nor request say, in seconds.
    static func serves(
        _ stored: StoredResponse,
        inPlaceOf failure: Failure,
        for asked: CacheControl,
        at now: Date,
        window: Double
    ) -> Bool {
        let terms = stored.terms
        guard !stored.isFromTheFuture(at: now), !terms.mustRevalidate, !terms.requiresValidation, !asked.isNoCache,
            !asked.isNoStore
        else { return false }
        let isAllowed = terms.isOverlay || failure != .quota && stored.response.status.code < 400
        let stated = [terms.staleIfError, asked.staleIfError].compactMap { $0 }.max()
        let limit = max(stated ?? (isAllowed ? window : 0), terms.isOverlay ? window : 0)
        return limit > 0 && -stored.freshness(at: now) <= limit
    }
}
