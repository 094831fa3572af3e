import SeekBasics
import SeekNetworking

extension HTTPCacheMiddleware {
    /// The stored responses that a request selects.
    struct Found: Sendable {
        struct Match: Sendable {
            let id: UInt64
            var stored: StoredResponse
        }

        var snapshot: RecordStorage.Snapshot
        /// The responses that can serve the request, the latest first.
        var matches: [Match] = []

        var stored: StoredResponse? { matches.first?.stored }
        /// Whether responses that vary are stored, but none of them matches the request.
        var isVariantMissing = false
    }

    /// Looks up the complete responses or, for a range that they do not contain, a partial response that was stored
    /// later. There is no match if neither contains the range.
    ///
    /// An endpoint's time to live can shorten the lifetime of the stored response, but not extend it. With nil, the
    /// lifetime is the one that the server specifies.
    func find(_ request: HTTPRequest, _ lookup: CacheLookup, _ timeToLive: Duration?) async -> Found {
        let key = CacheKey(request, storage.rules)
        guard lookup.usesStore else { return Found(snapshot: RecordStorage.Snapshot(key: key, isKnown: false)) }
        return found(in: await storage.read(key), request, lookup, timeToLive)
    }

    private func found(
        in snapshot: RecordStorage.Snapshot,
        _ request: HTTPRequest,
        _ lookup: CacheLookup,
        _ timeToLive: Duration?
    ) -> Found {
        var found = Found(snapshot: snapshot)
        func match(_ item: CacheRecord.Item) -> Found.Match? {
            item.stored.map { Found.Match(id: item.id, stored: CachePolicy.limited($0, to: timeToLive)) }
        }
        let record = snapshot.record
        let complete = record.items(for: request).compactMap(match)
        found.isVariantMissing = complete.isEmpty && record.items.contains { !$0.names.isEmpty }
        if let stored = complete.first?.stored, CachePolicy.canServe(stored, lookup) {
            found.matches = complete
            return found
        }
        guard lookup.range != nil, let partial = record.partial.flatMap(match),
            CachePolicy.canServe(partial.stored, lookup),
            complete.first.map({ $0.stored.storedAt < partial.stored.storedAt }) ?? true
        else { return found }
        found.matches = [partial]
        return found
    }

    /// Returns the call with what is stored now; nil if that has not changed.
    func refreshed(_ call: Call) async -> Call? {
        guard call.lookup.usesStore else { return nil }
        let snapshot = await storage.read(call.found.snapshot.key)
        guard snapshot.version != call.found.snapshot.version else { return nil }
        var call = call
        call.found = found(in: snapshot, call.request, call.lookup, call.options.timeToLive)
        return call
    }
}

extension HTTPCacheMiddleware {
    /// Returns the response of a cache hit.
    ///
    /// - Parameters:
    ///   - staleReason: The reason to report the response as stale even if it is fresh.
    ///   - attempts: The number of requests that were sent and failed.
    func response(
        from stored: StoredResponse,
        in found: Found,
        to lookup: CacheLookup,
        staleReason: Provenance.StaleReason? = nil,
        inPlaceOf failure: CachePolicy.Failure? = nil,
        attempts: Int = 0
    ) -> HTTPResponse {
        let now = now()
        let freshness = stored.freshness(at: now)
        var result = CachePolicy.response(of: stored, to: lookup, at: now, isRevalidated: false)
        let reason = staleReason ?? (freshness <= 0 ? .allowed : nil)
        result.provenance = provenance(of: stored, from: found, at: now, staleReason: reason)
        result.provenance.attempts = attempts
        return CacheStatus.hit(freshness: freshness, inPlaceOf: failure).added(to: result, by: name)
    }

    /// Returns the stored response that may be served in place of a failure, if any. It reports the reason, and the
    /// number of requests that were sent and failed.
    func staleResponse(
        _ call: Call,
        inPlaceOf failure: CachePolicy.Failure,
        reason: Provenance.StaleReason,
        attempts: Int
    ) async -> HTTPResponse? {
        guard call.lookup.allowsStale, let stored = call.found.stored,
            CachePolicy.canServeStale(
                stored,
                inPlaceOf: failure,
                for: call.lookup.control,
                at: now(),
                window: staleWindow
            ),
            // The response may have been invalidated in the meantime.
            await storage.read(call.found.snapshot.key).record.generation == call.found.snapshot.record.generation
        else { return nil }
        return response(
            from: stored,
            in: call.found,
            to: call.lookup,
            staleReason: reason,
            inPlaceOf: failure,
            attempts: attempts
        )
    }

    /// Returns the stored response that may be served in place of an error, if any.
    func staleResponse(_ call: Call, inPlaceOf error: NetworkError) async -> HTTPResponse? {
        guard let failure = CachePolicy.failure(of: error) else { return nil }
        let reason: Provenance.StaleReason =
            switch error {
            case .rejected(.circuitOpen, _): .unreachable
            case .rejected: .limitReached
            default: .unreachable
            }
        return await staleResponse(call, inPlaceOf: failure, reason: reason, attempts: error.context.attempts)
    }

    func provenance(
        of stored: StoredResponse,
        from found: Found,
        at now: Date,
        staleReason: Provenance.StaleReason? = nil,
        isRevalidated: Bool = false
    ) -> Provenance {
        Provenance(
            source: found.snapshot.source,
            age: .milliseconds(Int64(min(stored.age(at: now), CacheControl.maximumSeconds) * 1_000)),
            staleReason: staleReason,
            isRevalidated: isRevalidated
        )
    }

    /// Returns a 504 for a request with the directive `only-if-cached` (RFC 9111 §5.2.1.7), or throws an error
    /// if the cache mode is `onlyIfCached`.
    func rejection(of request: HTTPRequest, mode: RequestOptions.CacheMode) throws(NetworkError) -> HTTPResponse {
        if mode != .onlyIfCached {
            let status = HTTPResponse.Status(code: 504, reasonPhrase: "Gateway Timeout")
            let provenance = Provenance(source: .network, attempts: 0)
            let response = HTTPResponse(status: status, provenance: provenance)
            return CacheStatus.missWithoutForwarding.added(to: response, by: name)
        }
        throw .rejected(.notCached, NetworkError.Context(request: request, attempts: 0))
    }
}

/// Requests that no stored response can serve: unsafe methods, and requests that ``CacheLookup`` does not support,
/// such as those with several ranges.
extension HTTPCacheMiddleware {
    /// Forwards a request that no stored response can serve, and invalidates the URLs that its response affects. The
    /// response to a POST may be stored. A request that may not be forwarded is rejected.
    func bypass(_ request: HTTPRequest, _ options: RequestOptions, _ next: HTTPHandler) async throws(NetworkError)
        -> HTTPResponse
    {
        let isSafe = CachePolicy.isSafe(request.method)
        let control = CacheControl(request.headerFields)
        if options.cacheMode == .onlyIfCached || isSafe && control.isOnlyIfCached {
            return try rejection(of: request, mode: options.cacheMode)
        }
        let key = CacheKey(request, storage.rules)
        let isStorable = request.method == .post && options.cacheMode != .noStore && !control.isNoStore
        let snapshot = isStorable ? await storage.read(key) : nil
        let sentAt = now()
        let response = try await next(request, options)
        let exchange = CachePolicy.Exchange(sentAt: sentAt, receivedAt: now())
        var stored: StoredResponse?
        var replacement: RecordStorage.Replacement?
        if let snapshot, mayStore(response, to: request) {
            stored = CachePolicy.stored(post: response, to: request, exchange)
            replacement = stored.map { stored in
                let item = CacheRecord.Item(stored, to: request, sentAt: sentAt, until: expiry(of: stored))
                return RecordStorage.Replacement(item: item, request: request, snapshot: snapshot)
            }
        }
        var isStored = false
        for affectedKey in invalidatedKeys(by: response, to: request) {
            if affectedKey == key {
                isStored = await storage.invalidate(key, storing: replacement)
            } else {
                await storage.invalidate(affectedKey)
            }
        }
        let reason = isSafe ? CacheStatus.Reason.bypass : .method
        let freshness = isStored ? stored?.freshness(at: exchange.receivedAt) : nil
        return CacheStatus.forwarded(reason, status: response.status.code, stored: freshness)
            .added(to: response, by: name)
    }

    /// The records of the request's user for the URLs that an unsafe request invalidates, each once.
    private func invalidatedKeys(by response: HTTPResponse, to request: HTTPRequest) -> [CacheKey] {
        var keys: [CacheKey] = []
        for url in CachePolicy.invalidatedURLs(by: response, to: request) {
            let key = CacheKey(HTTPRequest(url: url, headerFields: request.headerFields), storage.rules)
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }
}
