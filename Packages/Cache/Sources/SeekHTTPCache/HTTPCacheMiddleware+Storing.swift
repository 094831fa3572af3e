import SeekBasics
@_spi(Seek) import SeekNetworking

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

/// Requests to the origin: misses and validation.
extension HTTPCacheMiddleware {
    /// The maximum number of times that a request waits for another machine. One is not enough, because that machine
    /// may fail. Without a limit, requests for a response that must not be stored would be sent one after another.
    private static let maximumWaits = 3

    /// Forwards a request and stores the response. If the server fails, serves the stored response if that is allowed.
    /// If the store is shared and another machine requests the response, waits for it.
    func forward(_ call: Call, _ reason: CacheStatus.Reason, _ validators: HTTPFields) async throws(NetworkError)
        -> HTTPResponse
    {
        guard storage.shared != nil, call.lookup.maySupplyOthers else {
            return try await performExchange(call, reason, validators)
        }
        var (call, reason, validators) = (call, reason, validators)
        let waits = [.miss, .stale].contains(reason)
        for _ in 0..<(waits ? Self.maximumWaits : 1) {
            // Half of the remaining time, so that the response can still be requested if the other machine fails.
            let timeout = waits ? max(.zero, (call.options.deadline - .now) / 2) : .zero
            let turn = await storage.beginFetch(call.found.snapshot, waiting: timeout)
            if case .granted = turn { return try await forward(call, reason, validators, in: turn) }
            guard turn != .unavailable, waits else { break }
            guard let current = await refreshed(call) else { continue }
            call = current
            let use = use(of: call)
            guard case .forward(let newReason, let newValidators) = use else { return try await perform(use, call) }
            (reason, validators) = (newReason, newValidators)
        }
        return try await performExchange(call, reason, validators)
    }

    /// Forwards a request during the turn of this machine, which ends afterwards.
    private func forward(
        _ call: Call,
        _ reason: CacheStatus.Reason,
        _ validators: HTTPFields,
        in turn: FetchTurn
    ) async throws(NetworkError) -> HTTPResponse {
        let result = await Result { () async throws(NetworkError) in
            try await performExchange(call, reason, validators)
        }
        await storage.endFetch(turn, of: call.found.snapshot.key)
        return try result.get()
    }

    private func performExchange(
        _ call: Call,
        _ reason: CacheStatus.Reason,
        _ validators: HTTPFields
    ) async throws(NetworkError) -> HTTPResponse {
        // `If-Range` is evaluated by the server, which has the complete body.
        let isValidation = !validators.isEmpty && !call.lookup.isHead && call.lookup.ifRange == nil
        var request = call.request
        if isValidation {
            // The cache itself evaluates the client's conditions.
            request.headerFields[.ifNoneMatch] = validators[.ifNoneMatch]
            request.headerFields[.ifModifiedSince] = validators[.ifModifiedSince]
        }
        let sentAt = now()
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await call.next(request, call.options)
        } catch {
            guard let stale = await staleResponse(call, inPlaceOf: error) else { throw error }
            return stale
        }
        let exchange = exchange(sentAt: sentAt, response, timeToLive: call.options.timeToLive)
        if isValidation, response.status.code == 304, let match = call.found.matches.first {
            guard let renewal = CachePolicy.revalidated(match.stored, by: withoutAge(response), exchange) else {
                // The 304 describes a response that is not stored: request the complete one.
                return try await addingAttempts(response.provenance.attempts) { () async throws(NetworkError) in
                    try await self.performExchange(call, reason, [:])
                }
            }
            return await renew(match, renewal, by: response, reason, call, sentAt: exchange.sentAt)
        }
        let attempts = response.provenance.attempts
        if let failure = CachePolicy.failure(of: response) {
            let reason: Provenance.StaleReason = failure == .quota ? .limitReached : .serverError
            let stale = await staleResponse(call, inPlaceOf: failure, reason: reason, attempts: attempts)
            if let stale { return stale }
        }
        return await store(response, exchange, reason, call, evaluatesConditions: isValidation)
    }

    /// Revalidates a stored response in the background, unless that is already in progress in this process or on
    /// another machine. A failure is ignored, because the next request retries.
    func revalidate(_ stored: StoredResponse, _ call: Call) async {
        var request = call.request
        for name in [HTTPField.Name.ifRange, .ifNoneMatch, .ifModifiedSince] { request.headerFields[name] = nil }
        if stored.response.status.code != 206 { request.headerFields[.range] = nil }
        request.method = .get
        let key = call.found.snapshot.key
        guard let lookup = CacheLookup(request, mode: call.lookup.mode, now: now()), revalidations.insert(key) else {
            return
        }
        var turn = FetchTurn.unavailable
        if storage.shared != nil { turn = await storage.beginFetch(call.found.snapshot, waiting: .zero) }
        guard turn != .takenElsewhere, turn != .changed else { return revalidations.remove(key) }
        var revalidation = call
        (revalidation.request, revalidation.lookup) = (request, lookup)
        Task { [revalidation, turn] in
            _ = try? await forward(revalidation, .stale, stored.validators, in: turn)
            revalidations.remove(key)
        }
    }

    /// Whether a background revalidation is running. For tests.
    var isRevalidating: Bool { !revalidations.isEmpty || sharedCache?.isRevalidating == true }
}

extension CacheLookup {
    /// Whether the response can be stored for other requests, so that other machines wait for it.
    fileprivate var maySupplyOthers: Bool {
        mode != .noStore && !control.isNoStore && !isHead && range == nil
    }
}
