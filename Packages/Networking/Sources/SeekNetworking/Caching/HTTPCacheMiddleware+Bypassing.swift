import SeekBasics

/// Requests that no stored response can serve: unsafe methods, and requests that ``CacheLookup`` does not support,
/// such as those with several ranges.
extension HTTPCacheMiddleware {
    /// Forwards a request that no stored response can serve, and invalidates the URLs that its response affects. The
    /// response to a POST may be stored. A request that may not be forwarded is rejected.
    func bypass(_ request: HTTPRequest, _ options: RequestOptions, _ next: HTTPHandler) async throws(NetworkError)
        -> HTTPResponse
    {
        let isSafe = CachePolicy.isSafe(request.method)
        if options.cacheMode == .onlyIfCached || isSafe && CacheControl(request.headerFields).isOnlyIfCached {
            return try rejection(of: request, mode: options.cacheMode)
        }
        let key = CacheKey(request, storage.rules)
        let isStorable = request.method == .post && options.cacheMode != .noStore
        let ticket = isStorable ? await storage.begin(key) : nil
        defer { ticket.map(storage.end) }
        let sentAt = now()
        let response = try await next(request, options)
        let exchange = CachePolicy.Exchange(sentAt: sentAt, receivedAt: now())
        var stored =
            isStorable && mayStore(response, to: request)
            ? CachePolicy.stored(post: response, to: request, exchange) : nil
        if let ticket, stored != nil, await !storage.hasGeneration(of: ticket, at: key) { stored = nil }
        let generation = await invalidate(CachePolicy.invalidatedURLs(by: response, to: request), generationAt: key)
        if let ticket, let storable = stored {
            // The invalidation by this request does not prevent storing its response.
            let ownTicket = generation.flatMap { storage.ticket(ticket, afterOwnInvalidation: $0) }
            if let ownTicket { await store(storable, to: request, at: key, for: ownTicket) } else { stored = nil }
        }
        let reason = isSafe ? CacheStatus.Reason.bypass : .method
        let freshness = stored?.freshness(at: exchange.receivedAt)
        return CacheStatus.forwarded(reason, status: response.status.code, stored: freshness)
            .added(to: response, by: name)
    }

    /// Invalidates each of the URLs once, which replaces its generation: a number that identifies the time between two
    /// invalidations. Returns the new generation of the key's URL; nil if that URL is not among them.
    private func invalidate(_ urls: [URL], generationAt key: CacheKey) async -> UInt64? {
        var generations: [String: UInt64] = [:]
        for url in urls {
            let generationKey = CacheKey(HTTPRequest(url: url), storage.rules).generationKey
            guard generations[generationKey] == nil else { continue }
            generations[generationKey] = await storage.invalidate(generationKey: generationKey)
        }
        return generations[key.generationKey]
    }
}
