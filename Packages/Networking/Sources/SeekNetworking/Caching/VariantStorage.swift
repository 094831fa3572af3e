import SeekBasics

/// Finds, stores and invalidates responses by URL, credential, and the request fields by which they vary (RFC 9111
/// §4.1).
///
/// The generation of a URL is a number that each invalidation of the URL replaces. It is stored under `generationKey`.
struct VariantStorage: Sendable {
    let tier: any StorageTier
    let rules: CacheKey.Rules
    /// Coordinates the writes of this process. A shared store also coordinates those of all processes.
    let coordinator: StoreCoordinator

    struct Variants {
        struct Match {
            var stored: StoredResponse
            var source: Provenance.Source
        }

        let key: CacheKey
        /// Nil if the responses do not vary.
        var index: VariantIndex?
        /// The matching responses, the latest first.
        var matches: [Match] = []
        /// The fetch that has begun in a shared store, if any.
        var fetch: SharedTier.Fetch?

        var stored: StoredResponse? { matches.first?.stored }
        /// Where the latest matching response was found. Setting it has no effect if there is none.
        var source: Provenance.Source? {
            get { matches.first?.source }
            set { if let newValue, !matches.isEmpty { matches[0].source = newValue } }
        }
        /// Whether responses are stored, but none of them matches the request.
        var isVariantMissing: Bool { index != nil && matches.isEmpty }
    }

    enum Access: Hashable {
        /// Only the key is determined.
        case none
        case read
        /// The store is read, and the fetch is claimed if the store is shared. If another machine has claimed it, the
        /// lookup waits for that machine, up to the timeout.
        case fetch(timeout: Duration)
    }

    // MARK: Finding

    /// Looks up the responses for a request. A fetch that the lookup begins must be ended by ``endFetch(of:)``.
    func variants(for request: HTTPRequest, _ access: Access) async -> Variants {
        var variants = Variants(key: CacheKey(request, rules))
        guard access != .none else { return variants }
        let generationKey = variants.key.generationKey
        var responseKey = await responseKey(of: variants.key)
        var entry: StorageEntry?
        if case .fetch(let timeout) = access, tier.source == .shared {
            if responseKey == nil {
                responseKey = variants.key.responseKey(in: await tier.createGenerationIfNeeded(at: generationKey))
            }
            guard let responseKey else { return variants }
            variants.fetch = await tier.beginFetch(of: responseKey, at: generationKey, timeout: timeout)
            entry = variants.fetch?.entry
        } else if let responseKey {
            entry = await tier.entry(for: responseKey, at: generationKey)
        }
        if let responseKey, let entry { await read(entry, at: responseKey, for: request, into: &variants) }
        return variants
    }

    /// Decodes the entry of a response key, and reads the variants to which it refers.
    private func read(
        _ entry: StorageEntry,
        at responseKey: String,
        for request: HTTPRequest,
        into variants: inout Variants
    ) async {
        if let stored = entry.response {
            variants.matches = [Variants.Match(stored: stored, source: entry.source)]
            return
        }
        guard let index = VariantIndex(serialized: entry.bytes) else { return }
        variants.index = index
        for names in index.sets {
            let fingerprint = CacheKey.variantFingerprint(varyNames: names, request: request)
            var variantEntry: StorageEntry?
            if let single = index.single {
                if single.fingerprint == fingerprint {
                    variantEntry = StorageEntry(bytes: single.response, source: entry.source, storedAt: entry.storedAt)
                }
            } else {
                let key = CacheKey.variantKey(
                    for: responseKey,
                    generation: index.generation,
                    fingerprint: fingerprint
                )
                variantEntry = await tier.entry(for: key, at: variants.key.generationKey)
            }
            guard let variantEntry, let variant = variantEntry.response else { continue }
            variants.matches.append(Variants.Match(stored: variant, source: variantEntry.source))
        }
        // The latest of several matches is served (§4.1).
        variants.matches.sort { $0.stored.storedAt > $1.stored.storedAt }
    }

    /// Looks up the partial response that was stored last.
    func partialResponse(at key: CacheKey) async -> Variants {
        var variants = Variants(key: key)
        guard let responseKey = await responseKey(of: key),
            let entry = await tier.entry(for: CacheKey.partialResponseKey(for: responseKey), at: key.generationKey),
            let stored = entry.response
        else { return variants }
        variants.matches = [Variants.Match(stored: stored, source: entry.source)]
        return variants
    }

    private func responseKey(of key: CacheKey) async -> String? {
        key.responseKey(in: key.credentials == nil ? nil : await tier.generation(at: key.generationKey))
    }

    // MARK: Requests in flight

    /// The state of a URL when a request was sent, in this process and in the store.
    struct Ticket: Sendable {
        fileprivate(set) var storeTicket: StoreCoordinator.Ticket
        /// The generation of the URL in the store; nil if there is none or it is not needed.
        fileprivate(set) var generation: UInt64?
        /// The fetch in a shared store to which the request belongs, if any.
        let fetch: SharedTier.Fetch?

        /// The invalidations before the request. Only requests with the same epoch may share an exchange.
        var epoch: CacheEpoch { CacheEpoch(invalidationCount: storeTicket.invalidationCount, generation: generation) }
    }

    /// Returns a ticket for a request that is about to be sent, with the fetch that began with the lookup. ``end(_:)``
    /// must be called when the request has completed.
    func begin(_ key: CacheKey, _ fetch: SharedTier.Fetch? = nil) async -> Ticket {
        var ticket = Ticket(storeTicket: coordinator.begin(key.generationKey), fetch: fetch)
        if let fetch {
            ticket.generation = fetch.generation
            return ticket
        }
        guard key.credentials != nil || tier.hasSeveralWriters else { return ticket }
        ticket.generation = await tier.generation(at: key.generationKey)
        if key.credentials != nil, ticket.generation == nil {
            // The generation is created before the request is sent; one created later could hide an invalidation.
            ticket.generation = await coordinator.exclusively(key.generationKey) {
                await tier.createGenerationIfNeeded(at: key.generationKey)
            }
        }
        return ticket
    }

    func end(_ ticket: Ticket) { coordinator.end(ticket.storeTicket) }

    /// Ends the fetch that began with a lookup, if it has not ended by storing a response, so that another machine may
    /// fetch.
    func endFetch(of variants: Variants) async {
        if let fetch = variants.fetch { await tier.endFetch(fetch) }
    }

    /// Whether this process has not invalidated the URL since a ticket was taken.
    func isCurrent(_ ticket: Ticket) -> Bool { coordinator.isCurrent(ticket.storeTicket) }

    /// Whether the URL still has the generation of a ticket in the store; true if the generation is not needed.
    func hasGeneration(of ticket: Ticket, at key: CacheKey) async -> Bool {
        guard key.credentials != nil || tier.hasSeveralWriters else { return true }
        return await tier.generation(at: key.generationKey) == ticket.generation
    }

    // MARK: Invalidating

    /// Removes the responses stored under a key: all variants or, if `isPartial` is true, the partial response.
    func removeResponses(at key: CacheKey, isPartial: Bool = false) async {
        await coordinator.exclusively(key.generationKey) {
            guard let responseKey = await responseKey(of: key) else { return }
            let removedKey = isPartial ? CacheKey.partialResponseKey(for: responseKey) : responseKey
            await tier.remove([removedKey], at: key.generationKey)
        }
    }

    /// Invalidates all responses for the URL of a generation key, including those of requests in flight. Returns the
    /// new generation.
    @discardableResult
    func invalidate(generationKey: String) async -> UInt64 {
        coordinator.invalidate(generationKey)
        return await coordinator.exclusively(generationKey) {
            let responseKey = CacheKey.responseKey(ofGenerationKey: generationKey)
            let keys = responseKey.map { [$0, CacheKey.partialResponseKey(for: $0)] } ?? []
            return await tier.invalidate(generationKey, removing: keys)
        }
    }

    /// Returns a ticket with which the response to an unsafe request can be stored although that request has
    /// invalidated its own URL, or nil if another request has invalidated the URL as well.
    func ticket(_ ticket: Ticket, afterOwnInvalidation generation: UInt64) -> Ticket? {
        var ticket = ticket
        ticket.storeTicket.invalidationCount += 1
        ticket.generation = ticket.generation == nil && !tier.hasSeveralWriters ? nil : generation
        return isCurrent(ticket) ? ticket : nil
    }
}

/// The invalidations that precede a request. Requests with different epochs must not share a response.
struct CacheEpoch: Sendable, Hashable {
    /// The number of invalidations of the URL in this process.
    var invalidationCount: UInt64
    /// The generation of the URL in the store.
    var generation: UInt64?
}
