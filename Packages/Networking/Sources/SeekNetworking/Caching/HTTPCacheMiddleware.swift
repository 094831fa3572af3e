#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A private HTTP cache: answers from a store by the rules of RFC 9111, and asks the server for the rest.
///
/// A fresh answer serves at once; a stale one is asked for with its validators, and a 304 renews it; one that may be served
/// stale is, where the request, the server's `stale-while-revalidate` or a failure allows it. An endpoint's time to live
/// takes the place of the server's word. Conditions and ranges of the client's own are answered from a whole stored answer,
/// ranges also from a part that has them.
///
/// It is the cache of one user, or of many whose requests tell them apart: responses are stored by partition and by all request
/// fields that ``Redaction`` regards as secrets, such as `Authorization`, `Cookie` and `Private-Token`, besides those that are named
/// at its creation. Users who are told apart by anything else, such as a client certificate, need partitions of their own. Cookies
/// that a response sets are passed to the client that receives it and are not stored.
///
/// A response that was requested before an unsafe request invalidated its URL is not stored afterwards. That holds for all caches over
/// stores of the same ``ResponseStore/identity``. Across processes it holds once the response is written: between that and the
/// check that follows at once, it may serve another process, and remains if the process ends between the two. A store that holds
/// copies in memory of what other processes write, as a tiered store does, finds their invalidations when it gives the copies up.
///
/// A store that fails never fails a request: the failure is reported and the request sent. Each response reports in `Cache-Status`
/// what was done (RFC 9211).
public struct HTTPCacheMiddleware: HTTPMiddleware {
    let shelf: VariantStorage
    let staleWindow: Double
    let now: @Sendable () -> Date
    let revalidations = Revalidations()

    /// How long an answer that can be revalidated is kept beyond its lifetime: a week.
    static let revalidationWindow = 7 * 86_400.0

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - store: where the answers are kept.
    ///   - partition: what tells one user from another, where the request fields do not: ``Credential/fingerprint`` of a credential that
    ///     is added behind the cache, a user's identifier in a server; empty for a single user.
    ///   - credentialFields: request fields that identify a user besides those that ``Redaction`` regards as secrets.
    ///   - staleIfError: how long a stale answer serves where the server cannot be reached or fails, or where the quota of an
    ///     endpoint with a time to live is spent. A day unless said otherwise; the server's own `stale-if-error` goes before it.
    ///   - now: the time of day.
    ///   - report: is told of every failure of the store.
    public init(
        store: any ResponseStore,
        partition: String,
        credentialFields: Set<HTTPField.Name> = [],
        staleIfError: Duration = .seconds(86_400),
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let rules = CacheKey.Rules(partition: partition, credentialFields: credentialFields)
        shelf = VariantStorage(store: store, rules: rules, now: now, report: report)
        staleWindow = max(0, staleIfError.seconds)
        self.now = now
    }

    /// Stubbed requests bypass it.
    public var interceptsStubs: Bool { false }

    /// Answers from the store or from what is behind.
    ///
    /// - Throws: ``NetworkError/refused(_:_:)`` where only a stored answer was wanted and there is none, besides what `next` throws.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard let inquiry = CacheLookup(request, mode: options.cacheMode, now: now()) else {
            return try await pass(request, options, next)
        }
        let request = inquiry.marked(request)
        let place = await place(of: request, inquiry)
        let call = Call(request: request, inquiry: inquiry, options: options, place: place, next: next)
        switch (CachePolicy.use(of: place.stored, for: inquiry, at: now()), place.stored) {
        case (.serve, let stored?):
            return served(stored, at: place, to: inquiry)
        case (.serveStale, let stored?):
            return served(stored, at: place, to: inquiry, isStale: true)
        case (.serveWhileRevalidating, let stored?):
            revalidate(stored, call)
            return served(stored, at: place, to: inquiry, isStale: true)
        case (.ask(let reason, let validators), _):
            return try await ask(call, reason, validators)
        case (_, nil), (.refuse, _):
            return try refusal(of: request, mode: inquiry.mode)
        }
    }

    /// Looks up what can serve a request: the whole, or where a part is wanted that it does not have, a part that came later.
    private func place(of request: HTTPRequest, _ inquiry: CacheLookup) async -> VariantStorage.Place {
        let reads = inquiry.mode != .noStore
        var place = await shelf.place(of: request, reads: reads)
        let whole = place.stored
        if let whole, CachePolicy.canAnswer(whole, inquiry) { return place }
        place.matches = []
        guard reads, inquiry.range != nil else { return place }
        let part = await shelf.part(at: place.key)
        guard let stored = part.stored, CachePolicy.canAnswer(stored, inquiry),
            whole.map({ $0.storedAt < stored.storedAt }) ?? true
        else { return place }
        return part
    }

    /// What one request is about.
    struct Call: Sendable {
        let request: HTTPRequest
        let inquiry: CacheLookup
        let options: RequestOptions
        let place: VariantStorage.Place
        let next: HTTPHandler
    }
}
