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
