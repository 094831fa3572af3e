#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds, keeps and removes answers in a store: by URL, and where they vary by the request's fields (RFC 9111 §4.1).
///
/// A store that fails never fails a request: the failure is reported, and it is as if there were nothing.
struct ResponseShelf: Sendable {
    let store: any ResponseStore
    let partition: String
    let report: @Sendable (any Error) -> Void

    /// What there is under a request's URL.
    struct Place {
        let key: CacheKey
        /// Where the answers vary: by what.
        var index: VariantIndex?
        /// The answer that serves the request, by what it varies by.
        var stored: StoredResponse?
        /// Where that was found.
        var source: Provenance.Source?

        /// Whether there are answers, but none to such a request.
        var isVariantMissing: Bool { index != nil && stored == nil }
    }

    /// Looks up what there is for a request.
    ///
    /// - Parameter reads: whether it is of use to know.
    func place(of request: HTTPRequest, reads: Bool = true) async -> Place {
        let key = CacheKey(request, partition: partition)
        var place = Place(key: key)
        guard reads, let found = await found(for: key.text) else { return place }
        place.stored = StoredResponse(serialized: found.bytes)
        place.source = found.source
        guard place.stored == nil, let index = VariantIndex(serialized: found.bytes) else { return place }
        place.index = index
        for names in index.sets {
            let key = key.variant(names, of: request, generation: index.generation)
            guard let found = await self.found(for: key), let variant = StoredResponse(serialized: found.bytes) else {
                continue
            }
            // Where several match, the latest serves (§4.1).
            if place.stored.map({ $0.storedAt < variant.storedAt }) ?? true {
                (place.stored, place.source) = (variant, found.source)
            }
        }
        return place
    }

    /// Looks up the part of the body that was kept last.
    func part(at key: CacheKey) async -> Place {
        var place = Place(key: key)
        guard let found = await found(for: key.part) else { return place }
        place.stored = StoredResponse(serialized: found.bytes)
        place.source = found.source
        return place
    }

    /// Keeps an answer to a request. One that does not vary takes the place of all variants: it serves whatever they served, and
    /// is later.
    func keep(_ stored: StoredResponse, to request: HTTPRequest, at place: Place, until expiresAt: Date) async {
        if stored.response.status.code == 206 { return await put(stored.serialized, for: place.key.part, expiresAt) }
        let names = CachePolicy.variance(of: stored.response) ?? []
        guard !names.isEmpty else {
            await put(stored.serialized, for: place.key.text, expiresAt)
            return
        }
        // Read again: another request may have added a variant while this one was under way.
        let known = await found(for: place.key.text).flatMap { VariantIndex(serialized: $0.bytes) }
        var index = known ?? VariantIndex()
        index.add(names, expiresAt: expiresAt)
        let key = place.key.variant(names, of: request, generation: index.generation)
        // The variant first: an index that leads nowhere would cost each look-up one more.
        await put(stored.serialized, for: key, expiresAt)
        if index != known { await put(index.serialized, for: place.key.text, index.expiresAt) }
    }

    /// Removes all there is under a URL for the user of a request, and what was answered to nobody in particular: who changes
    /// something by a credential reads it without one as well.
    func remove(_ url: URL, for request: HTTPRequest) async {
        let ofUser = CacheKey(url, credentialsOf: request, partition: partition)
        let ofAnyone = CacheKey(url, credentialsOf: HTTPRequest(url: url), partition: partition)
        for key in Set([ofUser, ofAnyone]) {
            await reporting { try await store.remove(key.text) }
            await reporting { try await store.remove(key.part) }
        }
    }

    private func found(for key: String) async -> (bytes: Data, source: Provenance.Source)? {
        await reporting { try await store.found(for: key) } ?? nil
    }

    private func put(_ bytes: Data, for key: String, _ expiresAt: Date) async {
        await reporting { try await store.put(bytes, for: key, expiresAt: expiresAt) }
    }

    @discardableResult
    private func reporting<Value>(_ work: () async throws -> Value) async -> Value? {
        do {
            return try await work()
        } catch {
            report(error)
            return nil
        }
    }
}
