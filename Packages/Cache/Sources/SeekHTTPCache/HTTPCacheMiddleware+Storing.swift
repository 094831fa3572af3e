import SeekBasics
import SeekNetworking

extension HTTPCacheMiddleware {
    /// Updates and returns a stored response after a 304; removes it if it may no longer be stored.
    func renew(
        _ match: Found.Match,
        _ renewal: CachePolicy.Renewal,
        by notModified: HTTPResponse,
        _ reason: CacheStatus.Reason,
        _ call: Call,
        sentAt: Date
    ) async -> HTTPResponse {
        let renewed = renewal.response
        if renewal.isStorable {
            await store(renewed, of: call, sentAt: sentAt, updating: match.id)
        } else {
            await storage.update(call.found.snapshot) { $0.remove(match.id) }
        }
        let now = now()
        var result = CachePolicy.response(of: renewed, to: call.lookup, at: now, isRevalidated: true)
        result.provenance = provenance(of: renewed, from: call.found, at: now, isRevalidated: true)
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
        evaluatesConditions: Bool
    ) async -> HTTPResponse {
        var stored = CachePolicy.stored(withoutAge(response), to: call.lookup, exchange)
        if !mayStore(response, to: call.request) { stored = nil }
        if let stored { await store(stored, of: call, sentAt: exchange.sentAt) }
        if call.lookup.isHead { stored = await update(by: withoutAge(response), exchange, call) }
        let result =
            evaluatesConditions
            ? CachePolicy.reduced(response, storedAt: exchange.receivedAt, to: call.lookup) : response
        let isVariantMiss = reason == .miss && call.found.isVariantMissing
        let freshness = stored?.freshness(at: exchange.receivedAt)
        return CacheStatus.forwarded(
            isVariantMiss ? .variantMiss : reason,
            status: response.status.code,
            stored: freshness
        )
        .added(to: result, by: name)
    }

    /// Updates or removes the stored responses that a HEAD could have selected (RFC 9111 §4.3.5). Returns the new
    /// version of the latest one that was changed and not removed, if any.
    private func update(by head: HTTPResponse, _ exchange: CachePolicy.Exchange, _ call: Call) async -> StoredResponse?
    {
        guard head.status.code == 200, call.lookup.mode != .noStore else { return nil }
        var latest: StoredResponse?
        for match in call.found.matches {
            switch CachePolicy.effect(on: match.stored, ofHead: head, to: call.lookup, exchange) {
            case .none: break
            case .remove: await storage.update(call.found.snapshot) { $0.remove(match.id) }
            case .replace(let updated):
                await store(updated, of: call, sentAt: exchange.sentAt, updating: match.id)
                latest = latest ?? updated
            }
        }
        if let partial = call.found.snapshot.record.partial, let stored = partial.stored,
            !CachePolicy.agree(stored.response, head, in: [.eTag, .lastModified])
        {
            await storage.update(call.found.snapshot) { $0.remove(partial.id) }
        }
        return latest
    }

    /// Stores a response for as long as it may be served, fresh or stale, or is worth revalidating.
    ///
    /// - Parameter id: The identifier of the stored response that this one updates; nil if it is a new one.
    private func store(_ stored: StoredResponse, of call: Call, sentAt: Date, updating id: UInt64? = nil) async {
        guard mayStore(stored.response, to: call.request) else { return }
        let item = CacheRecord.Item(stored, to: call.request, sentAt: sentAt, until: expiry(of: stored))
        let isPartial = stored.response.status.code == 206
        await storage.update(call.found.snapshot) { record in
            record.add(item, isPartial: isPartial, to: call.request, updating: id, now: now())
        }
    }

    func expiry(of stored: StoredResponse) -> Date {
        let freshnessInfo = stored.freshnessInfo
        var window = max(freshnessInfo.staleIfError ?? staleWindow, freshnessInfo.staleWhileRevalidate)
        if freshnessInfo.usesTimeToLive { window = max(window, staleWindow) }
        if !stored.validators.isEmpty { window = max(window, Self.revalidationWindow) }
        return stored.storedAt.addingTimeInterval(max(0, stored.freshness(at: stored.storedAt)) + window)
    }

    /// Whether the store may contain a response: in a shared store, ``SharedCacheProtection`` decides.
    func mayStore(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
        storage.protection?.allows(response, to: request) ?? true
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
            usesDate: !isFromSharedStore && storage.shared == nil
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
