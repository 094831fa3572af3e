import SeekBasics
import SeekNetworking

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
        let snapshot = isStorable ? await storage.read(key) : nil
        let sentAt = now()
        let response = try await next(request, options)
        let exchange = CachePolicy.Exchange(sentAt: sentAt, receivedAt: now())
        var stored: StoredResponse?
        if isStorable, mayStore(response, to: request) {
            stored = CachePolicy.stored(post: response, to: request, exchange)
        }
        var isStored = false
        for affectedKey in invalidatedKeys(by: response, to: request) {
            var item: CacheRecord.Item?
            if affectedKey == key, let stored {
                item = CacheRecord.Item(stored, to: request, sentAt: sentAt, until: expiry(of: stored))
            }
            let isItemStored = await storage.invalidate(affectedKey, since: snapshot, storing: item, to: request)
            isStored = isStored || isItemStored
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
