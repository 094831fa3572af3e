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
    private let shelf: VariantStorage
    private let staleWindow: Double
    private let now: @Sendable () -> Date
    private let revalidations = Revalidations()

    /// How long an answer that can be revalidated is kept beyond its lifetime: a week.
    private static let revalidationWindow = 7 * 86_400.0

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
    private struct Call: Sendable {
        let request: HTTPRequest
        let inquiry: CacheLookup
        let options: RequestOptions
        let place: VariantStorage.Place
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
        let key = CacheKey(request, shelf.rules)
        // Only the response to a POST may be stored.
        let isStorable = request.method == .post && options.cacheMode != .noStore
        let ticket = isStorable ? await shelf.begin(key) : nil
        defer { ticket.map(shelf.end) }
        let sentAt = now()
        let response = try await next(request, options)
        let exchange = CachePolicy.Exchange(sentAt: sentAt, receivedAt: now())
        var stored = isStorable ? CachePolicy.stored(post: response, to: request, exchange) : nil
        if let ticket, stored != nil, await !shelf.isGeneration(of: key, ticket.generation) { stored = nil }
        let generation = await invalidate(CachePolicy.voided(by: response, to: request), including: key)
        if let ticket, let storable = stored {
            // What it invalidated itself is no objection.
            let renewed = generation.flatMap { shelf.renewed(ticket, generation: $0) }
            if let renewed { await keep(storable, to: request, at: key, for: renewed) } else { stored = nil }
        }
        let reason = isSafe ? CacheStatus.Reason.bypass : .method
        let freshness = stored?.freshness(at: exchange.receivedAt)
        return CacheStatus.forwarded(reason, status: response.status.code, kept: freshness).added(to: response)
    }

    /// Invalidates URLs, each once, and returns the generation that began for the URL of a key.
    private func invalidate(_ urls: [URL], including key: CacheKey) async -> UInt64? {
        var generations: [String: UInt64] = [:]
        for url in urls {
            let place = CacheKey(url, shelf.rules).generation
            if generations[place] == nil { generations[place] = await shelf.invalidate(url) }
        }
        return generations[key.generation]
    }

    /// Sends the request, stores the response, and serves what is stored where the server fails.
    private func ask(_ call: Call, _ reason: CacheStatus.Reason, _ validators: HTTPFields) async throws(NetworkError)
        -> HTTPResponse
    {
        let ticket = await shelf.begin(call.place.key)
        defer { shelf.end(ticket) }
        // A part under a condition is the server's to judge: it knows both the part and the whole.
        let isOwn = !validators.isEmpty && !call.inquiry.isHead && call.inquiry.ifRange == nil
        let asking = isOwn ? CacheLookup.revalidation(of: call.request, by: validators) : call.request
        var options = call.options
        options.epoch = ticket.epoch
        let sentAt = now()
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await call.next(asking, options)
        } catch {
            let attempts = error.context.attempts
            guard let failure = CachePolicy.failure(of: error),
                let stale = stale(call, ticket, inPlaceOf: failure, attempts: attempts)
            else { throw error }
            return stale
        }
        let exchange = CachePolicy.Exchange(
            sentAt: sentAt,
            receivedAt: now(),
            timeToLive: call.options.timeToLive
        )
        if isOwn, response.status.code == 304, let stored = call.place.stored {
            guard let renewal = CachePolicy.revalidated(stored, by: response, exchange) else {
                // It describes a response that is not stored: request the whole.
                return try await adding(response.provenance.attempts) { () async throws(NetworkError) in
                    try await ask(call, reason, [:])
                }
            }
            return await renew(stored, renewal, by: response, reason, call, ticket)
        }
        let attempts = response.provenance.attempts
        if let failure = CachePolicy.failure(of: response),
            let stale = stale(call, ticket, inPlaceOf: failure, attempts: attempts)
        {
            return stale
        }
        return await keep(response, exchange, reason, call, ticket, isWhole: isOwn)
    }

    /// Stores a response that the server has confirmed, and serves it.
    private func renew(
        _ stored: StoredResponse,
        _ renewal: CachePolicy.Renewal,
        by notModified: HTTPResponse,
        _ reason: CacheStatus.Reason,
        _ call: Call,
        _ ticket: VariantStorage.Ticket
    ) async -> HTTPResponse {
        let renewed = renewal.response
        if renewal.isStorable {
            await keep(renewed, to: call.request, at: call.place.key, for: ticket, updating: stored)
        } else {
            await shelf.forget(call.place.key, isPart: stored.response.status.code == 206)
        }
        let now = now()
        var answer = CachePolicy.answer(of: renewed, to: call.inquiry, at: now, isRevalidated: true)
        answer.headerFields[values: .setCookie] = notModified.headerFields[values: .setCookie]
        answer.provenance = provenance(of: renewed, from: call.place, at: now, isRevalidated: true)
        answer.provenance.attempts = notModified.provenance.attempts
        let kept = renewal.isStorable ? renewed.freshness(at: now) : nil
        return CacheStatus.forwarded(reason, status: 304, kept: kept).added(to: answer)
    }

    /// Stores what the server responded, and returns it.
    ///
    /// - Parameter isWhole: whether the client's own conditions were omitted, and the cache is to apply them.
    private func keep(
        _ response: HTTPResponse,
        _ exchange: CachePolicy.Exchange,
        _ reason: CacheStatus.Reason,
        _ call: Call,
        _ ticket: VariantStorage.Ticket,
        isWhole: Bool
    ) async -> HTTPResponse {
        var kept = CachePolicy.stored(response, to: call.inquiry, exchange)
        if let kept { await keep(kept, to: call.request, at: call.place.key, for: ticket) }
        if call.inquiry.isHead { kept = await update(by: response, exchange, call, ticket) }
        let answer =
            isWhole ? CachePolicy.reduced(response, storedAt: exchange.receivedAt, to: call.inquiry) : response
        let isVariant = reason == .miss && call.place.isVariantMissing
        let freshness = kept?.freshness(at: exchange.receivedAt)
        return CacheStatus.forwarded(isVariant ? .variantMiss : reason, status: response.status.code, kept: freshness)
            .added(to: answer)
    }

    /// Updates or outdates what a HEAD could have selected (§4.3.5), and returns the latest.
    private func update(
        by head: HTTPResponse,
        _ exchange: CachePolicy.Exchange,
        _ call: Call,
        _ ticket: VariantStorage.Ticket
    ) async -> StoredResponse? {
        guard head.status.code == 200, call.inquiry.mode != .noStore else { return nil }
        let key = call.place.key
        var latest: StoredResponse?
        for stored in call.place.matches.map(\.stored) {
            switch CachePolicy.effect(on: stored, ofHead: head, to: call.inquiry, exchange) {
            case .none: break
            case .remove: await shelf.forget(key)
            case .replace(let updated):
                await keep(updated, to: call.request, at: key, for: ticket, updating: stored)
                latest = latest ?? updated
            }
        }
        if let part = await shelf.part(at: key).stored,
            !CachePolicy.isSame(part.response, head, by: [.eTag, .lastModified])
        {
            await shelf.forget(key, isPart: true)
        }
        return latest
    }

    /// Revalidates a stored response while it serves. Runs in the background; a failure is ignored because the next foreground request
    /// retries.
    private func revalidate(_ stored: StoredResponse, _ call: Call) {
        var request = call.request
        for name in [HTTPField.Name.ifRange, .ifNoneMatch, .ifModifiedSince] { request.headerFields[name] = nil }
        if stored.response.status.code != 206 { request.headerFields[.range] = nil }
        request.method = .get
        guard let inquiry = CacheLookup(request, mode: call.inquiry.mode, now: now()),
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
        at place: VariantStorage.Place,
        to inquiry: CacheLookup,
        isStale: Bool = false,
        inPlaceOf failure: CachePolicy.Failure? = nil,
        attempts: Int = 0
    ) -> HTTPResponse {
        let now = now()
        let freshness = stored.freshness(at: now)
        var answer = CachePolicy.answer(of: stored, to: inquiry, at: now, isRevalidated: false)
        answer.provenance = provenance(of: stored, from: place, at: now, isStale: isStale || freshness <= 0)
        answer.provenance.attempts = attempts
        return CacheStatus.hit(freshness: freshness, inPlaceOf: failure).added(to: answer)
    }

    /// - Parameter attempts: the number of requests that were sent and failed.
    private func stale(
        _ call: Call,
        _ ticket: VariantStorage.Ticket,
        inPlaceOf failure: CachePolicy.Failure,
        attempts: Int
    ) -> HTTPResponse? {
        guard let stored = call.place.stored, shelf.isCurrent(ticket),
            CachePolicy.serves(
                stored,
                inPlaceOf: failure,
                for: call.inquiry.control,
                at: now(),
                window: staleWindow
            )
        else { return nil }
        return served(stored, at: call.place, to: call.inquiry, isStale: true, inPlaceOf: failure, attempts: attempts)
    }

    private func provenance(
        of stored: StoredResponse,
        from place: VariantStorage.Place,
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
            let provenance = Provenance(source: .network, attempts: 0)
            return CacheStatus.missWithoutForwarding.added(to: HTTPResponse(status: status, provenance: provenance))
        }
        throw .refused(.notCached, NetworkError.Context(request: request, attempts: 0))
    }

    // MARK: Keeping

    /// Stores a response for as long as it may be of use, fresh or not.
    ///
    /// - Parameter basis: the stored response that it updates, where it does.
    private func keep(
        _ stored: StoredResponse,
        to request: HTTPRequest,
        at key: CacheKey,
        for ticket: VariantStorage.Ticket,
        updating basis: StoredResponse? = nil
    ) async {
        let terms = stored.terms
        var window = max(terms.staleIfError ?? staleWindow, terms.staleWhileRevalidate)
        if terms.isOverlay { window = max(window, staleWindow) }
        if !stored.validators.isEmpty { window = max(window, Self.revalidationWindow) }
        let expiresAt = stored.storedAt.addingTimeInterval(max(0, stored.freshness(at: stored.storedAt)) + window)
        await shelf.keep(stored, to: request, at: key, for: ticket, updating: basis, until: expiresAt)
    }
}
