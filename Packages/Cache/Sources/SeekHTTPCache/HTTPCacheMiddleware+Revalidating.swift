import SeekBasics
@_spi(Seek) import SeekNetworking

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
        let waits = CachePolicy.Use.forward(reason, validators).waitsForOtherMachines
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
        mode != .noStore && mode != .onlyIfCached && !control.isOnlyIfCached && !control.isNoStore && !isHead
            && range == nil
    }
}
