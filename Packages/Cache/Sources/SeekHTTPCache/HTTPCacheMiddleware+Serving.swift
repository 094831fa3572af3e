import SeekBasics
import SeekNetworking

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
