import SeekBasics

/// Serves fresh stored responses before requests are coalesced; the cache itself is inside ``CoalescingMiddleware``.
///
/// A request without a fresh response is coalesced, and looked up again by the cache. It therefore joins an identical
/// request whose response is being stored, or finds a response that was stored in the meantime. If the whole cache were
/// outside the coalescing, the request would be sent in both cases.
struct FreshResponseMiddleware: HTTPMiddleware {
    let cache: HTTPCacheMiddleware

    // Stubbed requests bypass the cache.
    var interceptsStubs: Bool { false }

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let now = cache.now()
        guard let lookup = CacheLookup(request, mode: options.cacheMode, allowsStale: options.allowsStale, now: now)
        else { return try await next(request, options) }
        let variants = await cache.variants(for: lookup.addingModeFields(to: request), lookup, options.timeToLive)
        switch (CachePolicy.use(of: variants.stored, for: lookup, at: cache.now()), variants.stored) {
        case (.serve, let stored?): return cache.response(from: stored, in: variants, to: lookup)
        case (.forward, _): break
        default: return try await next(request, options)
        }
        // The ticket records the state of the URL, whose epoch changes with each invalidation. The epoch is part of the
        // coalescing key: a request that is sent after an invalidation does not join one that was sent before it.
        let ticket = await cache.storage.begin(variants.key)
        defer { cache.storage.end(ticket) }
        var options = options
        options.epoch = ticket.epoch
        options.sourceOfFirstLookup = variants.source
        do throws(NetworkError) {
            return try await next(request, options)
        } catch {
            // The deadline of this caller may be earlier than that of the request that it has joined.
            let call = HTTPCacheMiddleware.Call(
                request: request,
                lookup: lookup,
                options: options,
                variants: variants,
                next: next
            )
            guard let stale = cache.staleResponse(call, ticket, inPlaceOf: error) else { throw error }
            return stale
        }
    }
}
