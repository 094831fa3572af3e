#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests that no stored response can serve: unsafe methods, and modes that do not read.
extension HTTPCacheMiddleware {
    /// Sends a request on that no stored answer can serve, and heeds what its answer makes void.
    func pass(_ request: HTTPRequest, _ options: RequestOptions, _ next: HTTPHandler) async throws(NetworkError)
        -> HTTPResponse
    {
        let isSafe = CachePolicy.isSafe(request.method)
        if isSafe, CacheControl(request.headerFields).isOnlyIfCached {
            return try refusal(of: request, mode: options.cacheMode)
        }
        let key = CacheKey(request, shelf.rules)
        // Only the response to a POST may be stored.
        let isStorable = request.method == .post && options.cacheMode != .noStore
        let ticket = isStorable ? await shelf.begin(key) : nil
        defer { ticket.map(shelf.end) }
        let sentAt = now()
        let response = try await next(request, options)
        let exchange = CachePolicy.Exchange(sentAt: sentAt, receivedAt: now())
        var stored = isStorable ? CachePolicy.stored(post: response, to: request, exchange) : nil
        if let ticket, stored != nil, await !shelf.isGeneration(of: key, ticket.generation) { stored = nil }
        let generation = await invalidate(CachePolicy.voided(by: response, to: request), including: key)
        if let ticket, let storable = stored {
            // What it invalidated itself is no objection.
            let renewed = generation.flatMap { shelf.renewed(ticket, generation: $0) }
            if let renewed { await keep(storable, to: request, at: key, for: renewed) } else { stored = nil }
        }
        let reason = isSafe ? CacheStatus.Reason.bypass : .method
        let freshness = stored?.freshness(at: exchange.receivedAt)
        return CacheStatus.forwarded(reason, status: response.status.code, kept: freshness).added(to: response)
    }

    /// Invalidates URLs, each once, and returns the generation that began for the URL of a key.
    func invalidate(_ urls: [URL], including key: CacheKey) async -> UInt64? {
        var generations: [String: UInt64] = [:]
        for url in urls {
            let place = CacheKey(url, shelf.rules).generation
            if generations[place] == nil { generations[place] = await shelf.invalidate(url) }
        }
        return generations[key.generation]
    }
}
