#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Storing of responses, and updates of what is stored.
extension HTTPCacheMiddleware {
    /// Stores a response that the server has confirmed, and serves it.
    func renew(
        _ stored: StoredResponse,
        _ renewal: CachePolicy.Renewal,
        by notModified: HTTPResponse,
        _ reason: CacheStatus.Reason,
        _ call: Call,
        _ ticket: VariantStorage.Ticket
    ) async -> HTTPResponse {
        let renewed = renewal.response
        if renewal.isStorable {
            await keep(renewed, to: call.request, at: call.place.key, for: ticket, updating: stored)
        } else {
            await shelf.forget(call.place.key, isPart: stored.response.status.code == 206)
        }
        let now = now()
        var answer = CachePolicy.answer(of: renewed, to: call.inquiry, at: now, isRevalidated: true)
        answer.headerFields[values: .setCookie] = notModified.headerFields[values: .setCookie]
        answer.provenance = provenance(of: renewed, from: call.place, at: now, isRevalidated: true)
        answer.provenance.attempts = notModified.provenance.attempts
        let kept = renewal.isStorable ? renewed.freshness(at: now) : nil
        return CacheStatus.forwarded(reason, status: 304, kept: kept).added(to: answer)
    }

    /// Stores what the server responded, and returns it.
    ///
    /// - Parameter isWhole: whether the client's own conditions were omitted, and the cache is to apply them.
    func keep(
        _ response: HTTPResponse,
        _ exchange: CachePolicy.Exchange,
        _ reason: CacheStatus.Reason,
        _ call: Call,
        _ ticket: VariantStorage.Ticket,
        isWhole: Bool
    ) async -> HTTPResponse {
        var kept = CachePolicy.stored(response, to: call.inquiry, exchange)
        if let kept { await keep(kept, to: call.request, at: call.place.key, for: ticket) }
        if call.inquiry.isHead { kept = await update(by: response, exchange, call, ticket) }
        let answer =
            isWhole ? CachePolicy.reduced(response, storedAt: exchange.receivedAt, to: call.inquiry) : response
        let isVariant = reason == .miss && call.place.isVariantMissing
        let freshness = kept?.freshness(at: exchange.receivedAt)
        return CacheStatus.forwarded(isVariant ? .variantMiss : reason, status: response.status.code, kept: freshness)
            .added(to: answer)
    }

    /// Updates or outdates what a HEAD could have selected (§4.3.5), and returns the latest.
    func update(
        by head: HTTPResponse,
        _ exchange: CachePolicy.Exchange,
        _ call: Call,
        _ ticket: VariantStorage.Ticket
    ) async -> StoredResponse? {
        guard head.status.code == 200, call.inquiry.mode != .noStore else { return nil }
        let key = call.place.key
        var latest: StoredResponse?
        for stored in call.place.matches.map(\.stored) {
            switch CachePolicy.effect(on: stored, ofHead: head, to: call.inquiry, exchange) {
            case .none: break
            case .remove: await shelf.forget(key)
            case .replace(let updated):
                await keep(updated, to: call.request, at: key, for: ticket, updating: stored)
                latest = latest ?? updated
            }
        }
        if let part = await shelf.part(at: key).stored,
            !CachePolicy.isSame(part.response, head, by: [.eTag, .lastModified])
        {
            await shelf.forget(key, isPart: true)
        }
        return latest
    }

    /// Stores a response for as long as it may be of use, fresh or not.
    ///
    /// - Parameter basis: the stored response that it updates, where it does.
    func keep(
        _ stored: StoredResponse,
        to request: HTTPRequest,
        at key: CacheKey,
        for ticket: VariantStorage.Ticket,
        updating basis: StoredResponse? = nil
    ) async {
        let terms = stored.terms
        var window = max(terms.staleIfError ?? staleWindow, terms.staleWhileRevalidate)
        if terms.isOverlay { window = max(window, staleWindow) }
        if !stored.validators.isEmpty { window = max(window, Self.revalidationWindow) }
        let expiresAt = stored.storedAt.addingTimeInterval(max(0, stored.freshness(at: stored.storedAt)) + window)
        await shelf.keep(stored, to: request, at: key, for: ticket, updating: basis, until: expiresAt)
    }
}
