import SeekBasics

extension VariantStorage {
    /// Stores a response, unless the URL has been invalidated since the request was sent, the response to a later
    /// request is already stored, or the response that this one updates (`original`) is no longer stored. A complete
    /// response that does not vary replaces all variants.
    func store(
        _ stored: StoredResponse,
        to request: HTTPRequest,
        at key: CacheKey,
        for ticket: Ticket,
        updating original: StoredResponse? = nil,
        until expiresAt: Date
    ) async {
        await coordinator.exclusively(key.generationKey) {
            guard coordinator.isCurrent(ticket.storeTicket), let responseKey = key.responseKey(in: ticket.generation),
                await isStored(original, for: request, at: key)
            else { return }
            let fields = stored.response.status.code == 206 ? [] : CachePolicy.varyNames(of: stored.response) ?? []
            let writes: [StorageWrite]
            if fields.isEmpty {
                writes = self.writes(stored, at: responseKey, ticket, expiresAt)
            } else {
                let entry: StorageEntry?
                if let fetch = ticket.fetch {
                    entry = fetch.entry
                } else {
                    entry = await tier.entry(for: responseKey, at: key.generationKey)
                }
                let index = entry.flatMap { VariantIndex(serialized: $0.bytes) }
                writes = self.writes(stored, to: request, selectedBy: fields, in: index, responseKey, ticket, expiresAt)
            }
            guard !writes.isEmpty else { return }
            await tier.write(
                writes,
                at: key.generationKey,
                ifGeneration: ticket.generation,
                ending: ticket.fetch,
                isCurrent: { coordinator.isCurrent(ticket.storeTicket) }
            )
        }
    }

    /// Returns the entry that stores a partial response, or one that does not vary.
    private func writes(
        _ stored: StoredResponse,
        at responseKey: String,
        _ ticket: Ticket,
        _ expiresAt: Date
    ) -> [StorageWrite] {
        let isPartial = stored.response.status.code == 206
        let key = isPartial ? CacheKey.partialResponseKey(for: responseKey) : responseKey
        guard coordinator.beginStoring(at: key, for: ticket.storeTicket) else { return [] }
        return [
            StorageWrite(key: key, bytes: stored.serialized, freshUntil: stored.freshUntil, expiresAt: expiresAt)
        ]
    }

    /// Returns the entries that store a variant, in the order in which they are written. A single variant is stored
    /// inside the index. Several variants are written before the index, which thus refers to no variant that has not
    /// been written yet.
    private func writes(
        _ stored: StoredResponse,
        to request: HTTPRequest,
        selectedBy fields: [String],
        in currentIndex: VariantIndex?,
        _ responseKey: String,
        _ ticket: Ticket,
        _ expiresAt: Date
    ) -> [StorageWrite] {
        var index = currentIndex ?? VariantIndex()
        let fingerprint = CacheKey.variantFingerprint(varyNames: fields, request: request)
        let generation = index.generation
        func key(_ fingerprint: String) -> String {
            CacheKey.variantKey(for: responseKey, generation: generation, fingerprint: fingerprint)
        }
        guard coordinator.beginStoring(at: key(fingerprint), for: ticket.storeTicket) else { return [] }
        let variant = VariantIndex.Variant(fingerprint: fingerprint, response: stored.serialized)
        let separate = index.add(variant, selectedBy: fields, expiresAt: expiresAt)
        let variants = separate.map { variant in
            let expiresAt = variant.fingerprint == fingerprint ? expiresAt : index.expiresAt
            return StorageWrite(
                key: key(variant.fingerprint),
                bytes: variant.response,
                freshUntil: stored.freshUntil,
                expiresAt: expiresAt
            )
        }
        guard index != currentIndex else { return variants }
        // An index of several variants is fresh until it expires, so that no machine claims a fetch of the index.
        let freshUntil = index.single == nil ? index.expiresAt : stored.freshUntil
        let write = StorageWrite(
            key: responseKey,
            bytes: index.serialized,
            freshUntil: freshUntil,
            expiresAt: index.expiresAt
        )
        return variants + [write]
    }

    private func isStored(_ original: StoredResponse?, for request: HTTPRequest, at key: CacheKey) async -> Bool {
        guard let original else { return true }
        let isPartial = original.response.status.code == 206
        let current = isPartial ? await partialResponse(at: key) : await variants(for: request, .read)
        return current.matches.contains { match in
            var stored = match.stored
            // In a shared store, each read calculates the date from the age.
            if match.source == .shared { stored.storedAt = original.storedAt }
            return stored == original
        }
    }
}
