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
/// Entries are partitioned by credential, so that nobody sees what another's key was shown. A store that fails never fails a
/// request: the failure is reported and the server asked. Each answer tells in `Cache-Status` what was done (RFC 9211).
public struct HTTPCache: HTTPMiddleware {
    private let shelf: ResponseShelf
    private let staleWindow: Double
    private let now: @Sendable () -> Date
    private let revalidations = Revalidations()

    /// How long an answer that can be revalidated is kept beyond its lifetime: a week.
    private static let revalidationWindow = 7 * 86_400.0

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - store: where the answers are kept.
    ///   - partition: what tells one credential from another: ``Credential/fingerprint``; empty without a credential.
    ///   - staleIfError: how long a stale answer serves where the server cannot be reached or fails, or where the quota of an
    ///     endpoint with a time to live is spent. A day unless said otherwise; the server's own `stale-if-error` goes before it.
    ///   - now: the time of day.
    ///   - report: is told of every failure of the store.
    public init(
        store: any ResponseStore,
        partition: String,
        staleIfError: Duration = .seconds(86_400),
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        shelf = ResponseShelf(store: store, partition: partition, report: report)
        staleWindow = max(0, staleIfError.seconds)
        self.now = now
    }

    /// Answers from the store or from what is behind.
    ///
    /// - Throws: ``NetworkError/refused(_:_:)`` where only a stored answer was wanted and there is none, besides what `next` throws.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard let inquiry = CacheInquiry(request, mode: options.cacheMode, now: now()) else {
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
    private func place(of request: HTTPRequest, _ inquiry: CacheInquiry) async -> ResponseShelf.Place {
        let reads = inquiry.mode != .noStore
        var place = await shelf.place(of: request, reads: reads)
        let whole = place.stored
        if let whole, CachePolicy.canAnswer(whole, inquiry) { return place }
        place.stored = nil
        guard reads, inquiry.range != nil else { return place }
        let part = await shelf.part(at: place.key)
        guard let stored = part.stored, CachePolicy.canAnswer(stored, inquiry),
            whole.map({ $0.storedAt < stored.storedAt }) ?? true
        else { return place }
        return part
    }

    /// What one request is about.
    private struct Call: Sendable {
        let request: HTTPRequest
        let inquiry: CacheInquiry
        let options: RequestOptions
        let place: ResponseShelf.Place
        let next: HTTPHandler
    }

    // MARK: Forward

    /// Sends a request on that no stored answer can serve, and heeds what its answer makes void.
    private func pass(_ request: HTTPRequest, _ options: RequestOptions, _ next: HTTPHandler) async throws(NetworkError)
        -> HTTPResponse
    {
        let isSafe = CachePolicy.isSafe(request.method)
        if isSafe, CacheControl(request.headerFields).isOnlyIfCached {
            return try refusal(of: request, mode: options.cacheMode)
        }
        let sentAt = now()
        let response = try await next(request, options)
        for url in CachePolicy.voided(by: response, to: request) { await shelf.remove(url, for: request) }
        let exchange = CachePolicy.Exchange(sentAt: sentAt, receivedAt: now())
        var kept: StoredResponse?
        if options.cacheMode != .noStore, let stored = CachePolicy.stored(post: response, to: request, exchange) {
            kept = stored
            let key = CacheKey(request, partition: shelf.partition)
            await keep(stored, to: request, at: ResponseShelf.Place(key: key))
        }
        let reason = isSafe ? CacheStatus.Reason.bypass : .method
        let freshness = kept?.freshness(at: exchange.receivedAt)
        return CacheStatus.forwarded(reason, status: response.status.code, kept: freshness).added(to: response)
    }

    /// Asks the server, keeps what it says, and serves what is stored where it fails.
    private func ask(_ call: Call, _ reason: CacheStatus.Reason, _ validators: HTTPFields) async throws(NetworkError)
        -> HTTPResponse
    {
        // A part under a condition is the server's to judge: it knows both the part and the whole.
        let isOwn = !validators.isEmpty && !call.inquiry.isHead && call.inquiry.ifRange == nil
        let asking = isOwn ? CacheInquiry.revalidation(of: call.request, by: validators) : call.request
        let sentAt = now()
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await call.next(asking, call.options)
        } catch {
            guard let failure = CachePolicy.failure(of: error), let stale = stale(call, inPlaceOf: failure) else {
                throw error
            }
            return stale
        }
        let exchange = CachePolicy.Exchange(
            sentAt: sentAt,
            receivedAt: now(),
            timeToLive: call.options.timeToLive
        )
        if isOwn, response.status.code == 304, let stored = call.place.stored {
            guard let renewed = CachePolicy.revalidated(stored, by: response, exchange) else {
                // It speaks of an answer that is not here: ask for the whole.
                return try await ask(call, reason, [:])
            }
            return await renew(renewed, by: response, reason, call)
        }
        if let failure = CachePolicy.failure(of: response), let stale = stale(call, inPlaceOf: failure) { return stale }
        return await keep(response, exchange, reason, call, isWhole: isOwn)
    }

    /// Keeps a stored answer that the server said still holds, and serves it.
    private func renew(
        _ renewed: StoredResponse,
        by notModified: HTTPResponse,
        _ reason: CacheStatus.Reason,
        _ call: Call
    ) async -> HTTPResponse {
        await keep(renewed, to: call.request, at: call.place)
        let now = now()
        var answer = CachePolicy.answer(of: renewed, to: call.inquiry, at: now, isRevalidated: true)
        answer.provenance = provenance(of: renewed, from: call.place, at: now, isRevalidated: true)
        answer.provenance.attempts = notModified.provenance.attempts
        return CacheStatus.forwarded(reason, status: 304, kept: renewed.freshness(at: now)).added(to: answer)
    }

    /// Keeps what the server answered, and hands it on.
    ///
    /// - Parameter isWhole: whether the client's own conditions were left out, and the cache is to answer them.
    private func keep(
        _ response: HTTPResponse,
        _ exchange: CachePolicy.Exchange,
        _ reason: CacheStatus.Reason,
        _ call: Call,
        isWhole: Bool
    ) async -> HTTPResponse {
        var kept = CachePolicy.stored(response, to: call.inquiry, exchange)
        if call.inquiry.isHead, response.status.code == 200, let stored = call.place.stored,
            call.inquiry.mode != .noStore
        {
            kept = CachePolicy.updated(stored, byHead: response, exchange)
        }
        if let kept { await keep(kept, to: call.request, at: call.place) }
        let answer =
            isWhole ? CachePolicy.reduced(response, storedAt: exchange.receivedAt, to: call.inquiry) : response
        let isVariant = reason == .miss && call.place.isVariantMissing
        let freshness = kept?.freshness(at: exchange.receivedAt)
        return CacheStatus.forwarded(isVariant ? .variantMiss : reason, status: response.status.code, kept: freshness)
            .added(to: answer)
    }

    /// Asks for a stored answer anew while it serves. Nobody waits for it, and what fails in it fails again when somebody does.
    private func revalidate(_ stored: StoredResponse, _ call: Call) {
        var request = call.request
        for name in [HTTPField.Name.ifRange, .ifNoneMatch, .ifModifiedSince] { request.headerFields[name] = nil }
        if stored.response.status.code != 206 { request.headerFields[.range] = nil }
        request.method = .get
        guard let inquiry = CacheInquiry(request, mode: call.inquiry.mode, now: now()),
            revalidations.begin(call.place.key)
        else { return }
        let plain = Call(
            request: request,
            inquiry: inquiry,
            options: call.options,
            place: call.place,
            next: call.next
        )
        Task {
            _ = try? await ask(plain, .stale, stored.validators)
            revalidations.end(call.place.key)
        }
    }

    /// Whether a stored answer is being asked for anew while it serves.
    var isRevalidating: Bool { !revalidations.isEmpty }

    // MARK: From the store

    private func served(
        _ stored: StoredResponse,
        at place: ResponseShelf.Place,
        to inquiry: CacheInquiry,
        isStale: Bool = false,
        inPlaceOf failure: CachePolicy.Failure? = nil
    ) -> HTTPResponse {
        let now = now()
        let freshness = stored.freshness(at: now)
        var answer = CachePolicy.answer(of: stored, to: inquiry, at: now, isRevalidated: false)
        answer.provenance = provenance(of: stored, from: place, at: now, isStale: isStale || freshness <= 0)
        return CacheStatus.hit(freshness: freshness, inPlaceOf: failure).added(to: answer)
    }

    private func stale(_ call: Call, inPlaceOf failure: CachePolicy.Failure) -> HTTPResponse? {
        guard let stored = call.place.stored,
            CachePolicy.serves(
                stored,
                inPlaceOf: failure,
                for: call.inquiry.control,
                at: now(),
                window: staleWindow
            )
        else { return nil }
        return served(stored, at: call.place, to: call.inquiry, isStale: true, inPlaceOf: failure)
    }

    private func provenance(
        of stored: StoredResponse,
        from place: ResponseShelf.Place,
        at now: Date,
        isStale: Bool = false,
        isRevalidated: Bool = false
    ) -> Provenance {
        Provenance(
            source: place.source ?? shelf.store.source,
            age: .milliseconds(Int64(min(stored.age(at: now), CacheControl.longest) * 1_000)),
            isStale: isStale,
            isRevalidated: isRevalidated
        )
    }

    /// A request that says `only-if-cached` gets the answer HTTP has for it (§5.2.1.7); a caller who set the mode, an error.
    private func refusal(of request: HTTPRequest, mode: RequestOptions.CacheMode) throws(NetworkError) -> HTTPResponse {
        if mode != .onlyCached {
            let status = HTTPResponse.Status(code: 504, reasonPhrase: "Gateway Timeout")
            return CacheStatus.missWithoutForwarding.added(to: HTTPResponse(status: status))
        }
        var context = NetworkError.Context(request: request)
        context.attempts = 0
        throw .refused(.notCached, context)
    }

    // MARK: Keeping

    /// Keeps an answer for as long as it may be of use, fresh or not.
    private func keep(_ stored: StoredResponse, to request: HTTPRequest, at place: ResponseShelf.Place) async {
        let terms = stored.terms
        var window = max(terms.staleIfError ?? staleWindow, terms.staleWhileRevalidate)
        if terms.isOverlay { window = max(window, staleWindow) }
        if !stored.validators.isEmpty { window = max(window, Self.revalidationWindow) }
        let expiresAt = stored.storedAt.addingTimeInterval(max(0, stored.freshness(at: stored.storedAt)) + window)
        await shelf.keep(stored, to: request, at: place, until: expiresAt)
    }
}
