import SeekBasics

/// Requests to the origin: misses and validation.
extension HTTPCacheMiddleware {
    /// Forwards a request and stores the response. If the server fails, serves the stored response if that is allowed.
    /// Ends the fetch that the lookup has begun in a shared store, if any.
    func forward(_ call: Call, _ reason: CacheStatus.Reason, _ validators: HTTPFields) async throws(NetworkError)
        -> HTTPResponse
    {
        let ticket = await storage.begin(call.variants.key, call.variants.fetch)
        defer { storage.end(ticket) }
        let result = await Result { () async throws(NetworkError) in
            try await performExchange(call, reason, validators, ticket)
        }
        await storage.endFetch(of: call.variants)
        return try result.get()
    }

    private func performExchange(
        _ call: Call,
        _ reason: CacheStatus.Reason,
        _ validators: HTTPFields,
        _ ticket: VariantStorage.Ticket
    ) async throws(NetworkError) -> HTTPResponse {
        // `If-Range` is evaluated by the server, which has the complete body.
        let isValidation = !validators.isEmpty && !call.lookup.isHead && call.lookup.ifRange == nil
        var request = call.request
        if isValidation {
            // The cache itself evaluates the client's conditions.
            request.headerFields[.ifNoneMatch] = validators[.ifNoneMatch]
            request.headerFields[.ifModifiedSince] = validators[.ifModifiedSince]
        }
        var options = call.options
        options.epoch = ticket.epoch
        let sentAt = now()
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await call.next(request, options)
        } catch {
            guard let stale = staleResponse(call, ticket, inPlaceOf: error) else { throw error }
            return stale
        }
        let exchange = exchange(sentAt: sentAt, response, timeToLive: call.options.timeToLive)
        if isValidation, response.status.code == 304, let stored = call.variants.stored {
            guard let renewal = CachePolicy.revalidated(stored, by: withoutAge(response), exchange) else {
                // The 304 describes a response that is not stored: request the complete one.
                return try await addingAttempts(response.provenance.attempts) { () async throws(NetworkError) in
                    try await self.performExchange(call, reason, [:], ticket)
                }
            }
            return await renew(stored, renewal, by: response, reason, call, ticket)
        }
        let attempts = response.provenance.attempts
        if let failure = CachePolicy.failure(of: response) {
            let reason: Provenance.StaleReason = failure == .quota ? .limitReached : .serverError
            let stale = staleResponse(call, ticket, inPlaceOf: failure, reason: reason, attempts: attempts)
            if let stale { return stale }
        }
        return await store(response, exchange, reason, call, ticket, evaluatesConditions: isValidation)
    }

    /// Revalidates a stored response in the background, unless that is already in progress in this process or on
    /// another machine. A failure is ignored, because the next request retries.
    func revalidate(_ stored: StoredResponse, _ call: Call) async {
        var request = call.request
        for name in [HTTPField.Name.ifRange, .ifNoneMatch, .ifModifiedSince] { request.headerFields[name] = nil }
        if stored.response.status.code != 206 { request.headerFields[.range] = nil }
        request.method = .get
        guard call.variants.fetch?.sharedFetch.isClaimedElsewhere != true,
            let lookup = CacheLookup(request, mode: call.lookup.mode, now: now()),
            revalidations.insert(call.variants.key)
        else { return await storage.endFetch(of: call.variants) }
        var revalidation = call
        revalidation.request = request
        revalidation.lookup = lookup
        Task { [revalidation] in
            _ = try? await forward(revalidation, .stale, stored.validators)
            revalidations.remove(call.variants.key)
        }
    }

    /// Whether a background revalidation is running. For tests.
    var isRevalidating: Bool {
        !revalidations.isEmpty || sharedMiddleware.contains { ($0 as? HTTPCacheMiddleware)?.isRevalidating == true }
    }
}

final class LockedSet<Element: Hashable & Sendable>: Sendable {
    private let elements = Mutex<Set<Element>>([])

    var isEmpty: Bool { elements.withLock { $0.isEmpty } }

    func contains(_ element: Element) -> Bool { elements.withLock { $0.contains(element) } }

    /// Inserts an element, and returns false if the set already contained it.
    @discardableResult
    func insert(_ element: Element) -> Bool { elements.withLock { $0.insert(element).inserted } }

    func remove(_ element: Element) { elements.withLock { _ = $0.remove(element) } }
}
