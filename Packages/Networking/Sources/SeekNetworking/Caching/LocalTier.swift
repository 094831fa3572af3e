import SeekBasics

/// The entries in a ``ResponseStore`` of this machine.
///
/// A generation key is the key under which the ``URLGeneration`` of a URL is stored.
struct LocalTier: StorageTier {
    let store: any ResponseStore
    let now: @Sendable () -> Date
    let report: @Sendable (any Error) -> Void

    var source: Provenance.Source { store.source }
    var hasSeveralWriters: Bool { store.source != .memory }

    func entry(for key: String, at generationKey: String) async -> StorageEntry? {
        await reportingErrors { try await store.entry(for: key) }?
            .map { StorageEntry(bytes: $0.bytes, source: $0.source) }
    }

    /// Returns nil: only a shared store has claims.
    func beginFetch(of key: String, at generationKey: String, timeout: Duration) async -> SharedTier.Fetch? { nil }

    func endFetch(_ fetch: SharedTier.Fetch) async {}

    func write(
        _ writes: [StorageWrite],
        at generationKey: String,
        ifGeneration expected: UInt64?,
        ending fetch: SharedTier.Fetch?,
        isCurrent: @Sendable () -> Bool
    ) async {
        func hasExpectedGeneration() async -> Bool {
            guard expected != nil || hasSeveralWriters else { return true }
            return await generation(at: generationKey) == expected
        }
        guard await hasExpectedGeneration() else { return }
        for write in writes { await put(write.bytes, for: write.key, write.expiresAt) }
        // Another process may have invalidated the URL between the check and the write. That process begins a
        // generation before it removes responses, so one of the two processes removes this response. `isCurrent` is
        // also checked, because `invalidateAllCopies` does not wait for this write.
        let isValid = await hasExpectedGeneration()
        if !isValid || !isCurrent() { await remove(writes.map(\.key), at: generationKey) }
    }

    func remove(_ keys: [String], at generationKey: String) async {
        for key in keys { await reportingErrors { try await store.remove(key) } }
    }

    func createGenerationIfNeeded(at generationKey: String) async -> UInt64? {
        if let stored = await generation(at: generationKey) { return stored }
        return await beginGeneration(at: generationKey)
    }

    func invalidate(_ generationKey: String, removing keys: [String]) async -> UInt64 {
        let generation = await beginGeneration(at: generationKey)
        await remove(keys, at: generationKey)
        return generation
    }

    private func beginGeneration(at generationKey: String) async -> UInt64 {
        let new = URLGeneration()
        await put(new.serialized, for: generationKey, now().addingTimeInterval(URLGeneration.lifetime))
        return new.number
    }

    private func put(_ bytes: Data, for key: String, _ expiresAt: Date) async {
        await reportingErrors { try await store.put(bytes, for: key, expiresAt: expiresAt) }
    }
}
