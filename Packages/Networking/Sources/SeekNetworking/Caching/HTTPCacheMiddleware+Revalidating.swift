import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests to the origin: misses, and validation of what is stored.
extension HTTPCacheMiddleware {
    /// Sends the request, stores the response, and serves what is stored where the server fails.
    func ask(_ call: Call, _ reason: CacheStatus.Reason, _ validators: HTTPFields) async throws(NetworkError)
        -> HTTPResponse
    {
        let ticket = await shelf.begin(call.place.key)
        defer { shelf.end(ticket) }
        // A part under a condition is the server's to judge: it knows both the part and the whole.
        let isOwn = !validators.isEmpty && !call.inquiry.isHead && call.inquiry.ifRange == nil
        let asking = isOwn ? CacheLookup.revalidation(of: call.request, by: validators) : call.request
        var options = call.options
        options.epoch = ticket.epoch
        let sentAt = now()
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await call.next(asking, options)
        } catch {
            let attempts = error.context.attempts
            guard let failure = CachePolicy.failure(of: error),
                let stale = stale(call, ticket, inPlaceOf: failure, attempts: attempts)
            else { throw error }
            return stale
        }
        let exchange = CachePolicy.Exchange(
            sentAt: sentAt,
            receivedAt: now(),
            timeToLive: call.options.timeToLive
        )
        if isOwn, response.status.code == 304, let stored = call.place.stored {
            guard let renewal = CachePolicy.revalidated(stored, by: response, exchange) else {
                // It describes a response that is not stored: request the whole.
                return try await adding(response.provenance.attempts) { () async throws(NetworkError) in
                    try await ask(call, reason, [:])
                }
            }
            return await renew(stored, renewal, by: response, reason, call, ticket)
        }
        let attempts = response.provenance.attempts
        if let failure = CachePolicy.failure(of: response),
            let stale = stale(call, ticket, inPlaceOf: failure, attempts: attempts)
        {
            return stale
        }
        return await keep(response, exchange, reason, call, ticket, isWhole: isOwn)
    }

    /// Revalidates a stored response while it serves. Runs in the background; a failure is ignored because the next foreground request
    /// retries.
    func revalidate(_ stored: StoredResponse, _ call: Call) {
        var request = call.request
        for name in [HTTPField.Name.ifRange, .ifNoneMatch, .ifModifiedSince] { request.headerFields[name] = nil }
        if stored.response.status.code != 206 { request.headerFields[.range] = nil }
        request.method = .get
        guard let inquiry = CacheLookup(request, mode: call.inquiry.mode, now: now()),
            revalidations.begin(call.place.key)
        else { return }
        let plain = Call(
            request: request,
            inquiry: inquiry,
            options: call.options,
            place: call.place,
            next: call.next
        )
        Task {
            _ = try? await ask(plain, .stale, stored.validators)
            revalidations.end(call.place.key)
        }
    }

    /// Whether a stored answer is being asked for anew while it serves.
    var isRevalidating: Bool { !revalidations.isEmpty }
}

/// Which stored answers are being asked for anew, so that one request does it for all.
final class Revalidations: Sendable {
    private let keys = Mutex<Set<CacheKey>>([])

    func begin(_ key: CacheKey) -> Bool { keys.withLock { $0.insert(key).inserted } }

    func end(_ key: CacheKey) { keys.withLock { _ = $0.remove(key) } }

    var isEmpty: Bool { keys.withLock { $0.isEmpty } }
}
