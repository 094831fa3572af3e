import SeekBasics

extension HTTPCacheMiddleware {
    /// Updates and returns a stored response after a 304; removes it if it may no longer be stored.
    func renew(
        _ stored: StoredResponse,
        _ renewal: CachePolicy.Renewal,
        by notModified: HTTPResponse,
        _ reason: CacheStatus.Reason,
        _ call: Call,
        _ ticket: VariantStorage.Ticket
    ) async -> HTTPResponse {
        let renewed = renewal.response
        if renewal.isStorable {
            await store(renewed, to: call.request, at: call.variants.key, for: ticket, updating: stored)
        } else {
            await storage.removeResponses(at: call.variants.key, isPartial: stored.response.status.code == 206)
        }
        let now = now()
        var result = CachePolicy.response(of: renewed, to: call.lookup, at: now, isRevalidated: true)
        result.headerFields[values: .setCookie] = notModified.headerFields[values: .setCookie]
        result.provenance = provenance(of: renewed, from: call.variants, at: now, isRevalidated: true)
        result.provenance.attempts = notModified.provenance.attempts
        let freshness = renewal.isStorable ? renewed.freshness(at: now) : nil
        return CacheStatus.forwarded(reason, status: 304, stored: freshness).added(to: result, by: name)
    }

    /// Stores and returns the server's response. Evaluates the client's conditions if the cache has replaced them in
    /// the request with its own.
    func store(
        _ response: HTTPResponse,
        _ exchange: CachePolicy.Exchange,
        _ reason: CacheStatus.Reason,
        _ call: Call,
        _ ticket: VariantStorage.Ticket,
        evaluatesConditions: Bool
    ) async -> HTTPResponse {
        var stored = CachePolicy.stored(withoutAge(response), to: call.lookup, exchange)
        if !mayStore(response, to: call.request) { stored = nil }
        if let stored { await store(stored, to: call.request, at: call.variants.key, for: ticket) }
        if call.lookup.isHead { stored = await update(by: withoutAge(response), exchange, call, ticket) }
        let result =
            evaluatesConditions
            ? CachePolicy.reduced(response, storedAt: exchange.receivedAt, to: call.lookup) : response
        let isVariantMiss = reason == .miss && call.variants.isVariantMissing
        let freshness = stored?.freshness(at: exchange.receivedAt)
        return CacheStatus.forwarded(
            isVariantMiss ? .variantMiss : reason,
            status: response.status.code,
            stored: freshness
        )
        .added(to: result, by: name)
    }

    /// Updates or invalidates the stored responses that a HEAD could have selected (RFC 9111 §4.3.5). Returns the new
    /// version of the latest one that was changed and not removed, if any.
    func update(
        by head: HTTPResponse,
        _ exchange: CachePolicy.Exchange,
        _ call: Call,
        _ ticket: VariantStorage.Ticket
    ) async -> StoredResponse? {
        guard head.status.code == 200, call.lookup.mode != .noStore else { return nil }
        let key = call.variants.key
        var latest: StoredResponse?
        for stored in call.variants.matches.map(\.stored) {
            switch CachePolicy.effect(on: stored, ofHead: head, to: call.lookup, exchange) {
            case .none: break
            case .remove: await storage.removeResponses(at: key)
            case .replace(let updated):
                await store(updated, to: call.request, at: key, for: ticket, updating: stored)
                latest = latest ?? updated
            }
        }
        if let partial = await storage.partialResponse(at: key).stored,
            !CachePolicy.agree(partial.response, head, in: [.eTag, .lastModified])
        {
            await storage.removeResponses(at: key, isPartial: true)
        }
        return latest
    }

    /// Stores a response for as long as it may be served, fresh or stale, or is worth revalidating. `original` is the
    /// stored response that it updates, if any.
    func store(
        _ stored: StoredResponse,
        to request: HTTPRequest,
        at key: CacheKey,
        for ticket: VariantStorage.Ticket,
        updating original: StoredResponse? = nil
    ) async {
        guard mayStore(stored.response, to: request) else { return }
        let freshnessInfo = stored.freshnessInfo
        var window = max(freshnessInfo.staleIfError ?? staleWindow, freshnessInfo.staleWhileRevalidate)
        if freshnessInfo.usesTimeToLive { window = max(window, staleWindow) }
        if !stored.validators.isEmpty { window = max(window, Self.revalidationWindow) }
        let expiresAt = stored.storedAt.addingTimeInterval(max(0, stored.freshness(at: stored.storedAt)) + window)
        await storage.store(stored, to: request, at: key, for: ticket, updating: original, until: expiresAt)
    }

    /// Whether the store may contain a response: in a shared store, ``SharedCacheProtection`` decides.
    func mayStore(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
        protection?.allows(response, to: request) ?? true
    }

    // MARK: Responses from a shared store

    /// Returns the times at which a request was sent and its response was received. A response from a shared store
    /// counts as received when the server created it, so that its time to live begins then; its age does not depend on
    /// the clock of this machine.
    func exchange(sentAt: Date, _ response: HTTPResponse, timeToLive: Duration?) -> CachePolicy.Exchange {
        let isFromSharedStore = response.provenance.source == .shared
        let age = isFromSharedStore ? response.provenance.age.seconds : 0
        return CachePolicy.Exchange(
            sentAt: (isFromSharedStore ? now() : sentAt).addingTimeInterval(-age),
            receivedAt: now().addingTimeInterval(-age),
            timeToLive: timeToLive,
            usesDate: !isFromSharedStore && storage.tier.source != .shared
        )
    }

    /// Removes the `Age` field from a response of a shared store, because ``exchange(sentAt:_:timeToLive:)`` already
    /// accounts for it. Other responses are returned unchanged.
    func withoutAge(_ response: HTTPResponse) -> HTTPResponse {
        guard response.provenance.source == .shared else { return response }
        var response = response
        response.headerFields[.age] = nil
        return response
    }
}
