import SeekBasics

/// The entries in a ``SharedResponseStore``, with dates by this machine's clock.
///
/// A claim makes the other machines wait for the response that this machine fetches. Each invalidation of a URL
/// replaces its generation, a number that is stored under `generationKey`; this key identifies the URL. An invalidation
/// that fails, for example because the store cannot be reached, is repeated before the next use of the URL's responses.
struct SharedTier: StorageTier {
    /// A fetch that has begun. Its claim, if any, is released once.
    final class Fetch: Sendable {
        let sharedFetch: SharedFetch
        let entry: StorageEntry?
        private let hasClaim: Mutex<Bool>

        init(_ sharedFetch: SharedFetch, entry: StorageEntry?) {
            self.sharedFetch = sharedFetch
            self.entry = entry
            hasClaim = Mutex(sharedFetch.claim != nil)
        }

        var generation: UInt64? { sharedFetch.generation.flatMap { URLGeneration(serialized: $0)?.number } }

        /// Returns whether there is a claim, which the caller must then release; true at most once.
        func takeClaim() -> Bool {
            hasClaim.withLock { hasClaim in
                defer { hasClaim = false }
                return hasClaim
            }
        }
    }

    let store: any SharedResponseStore
    /// Authenticates the responses; nil if everything in the store is trusted.
    var protection: SharedCacheProtection?
    let now: @Sendable () -> Date
    let report: @Sendable (any Error) -> Void
    /// The generation keys of the URLs whose last invalidation has not reached the store.
    private let failedInvalidations = LockedSet<String>()

    let source = Provenance.Source.shared
    let hasSeveralWriters = true

    func entry(for key: String, at generationKey: String) async -> StorageEntry? {
        guard await completeInvalidation(of: generationKey) else { return nil }
        guard let entry = await reportingErrors({ try await store.entry(for: key) }) ?? nil else { return nil }
        // A generation is not authenticated: another one only hides responses.
        return key == generationKey ? localEntry(entry, of: entry.bytes) : opened(entry, for: key)
    }

    func beginFetch(of key: String, at generationKey: String, timeout: Duration) async -> Fetch? {
        guard await completeInvalidation(of: generationKey) else { return nil }
        func begin() async -> SharedFetch? {
            await reportingErrors {
                try await store.beginFetch(of: key, generationKey: generationKey, timeout: timeout)
            }
        }
        guard var fetch = await begin() else { return nil }
        if let entry = fetch.entry, fetch.claim == nil, opened(entry, for: key) == nil {
            // Forged or altered. While the entry seems to be fresh, the fetch cannot be claimed, so it is removed.
            fetch.entry = nil
            await end(fetch, storing: SharedWrite(bytes: Data(), freshFor: .zero, expiresIn: .milliseconds(1)))
            fetch = await begin() ?? fetch
        }
        return Fetch(fetch, entry: fetch.entry.flatMap { opened($0, for: key) })
    }

    func endFetch(_ fetch: Fetch) async {
        guard fetch.takeClaim() else { return }
        await end(fetch.sharedFetch, storing: nil)
    }

    func write(
        _ writes: [StorageWrite],
        at generationKey: String,
        ifGeneration expected: UInt64?,
        ending fetch: Fetch?,
        isCurrent: @Sendable () -> Bool
    ) async {
        guard await completeInvalidation(of: generationKey) else { return }
        let now = now()
        for write in writes {
            var target = SharedFetch(
                key: write.key,
                generationKey: generationKey,
                generation: expected.map { URLGeneration(number: $0).serialized }
            )
            if let fetch, fetch.sharedFetch.key == write.key, fetch.takeClaim() { target = fetch.sharedFetch }
            let value = SharedWrite(
                bytes: protection?.sealed(write.bytes, for: write.key) ?? write.bytes,
                freshFor: Duration(clampingSeconds: max(0, write.freshUntil.timeIntervalSince(now))),
                expiresIn: Duration(clampingSeconds: max(0, write.expiresAt.timeIntervalSince(now)))
            )
            // If the write fails, the claim must still be released.
            if await end(target, storing: value) == nil, target.claim != nil { await end(target, storing: nil) }
        }
    }

    /// Ends a fetch even if the task is cancelled, because the other machines wait for it. Returns whether the write
    /// was stored; nil if the store has failed.
    @discardableResult
    private func end(_ fetch: SharedFetch, storing write: SharedWrite?) async -> Bool? {
        await reportingErrors {
            try await withoutCancellation { [store] in try await store.endFetch(fetch, storing: write) }
        }
    }

    /// Invalidates the URL, because the other machines must drop their copies.
    func remove(_ keys: [String], at generationKey: String) async {
        _ = await invalidate(generationKey, removing: keys)
    }

    func createGenerationIfNeeded(at generationKey: String) async -> UInt64? {
        // Its generation is nil, so the write is stored only if the URL still has none.
        let withoutGeneration = SharedFetch(key: generationKey, generationKey: generationKey)
        let new = URLGeneration()
        let isStored = await end(withoutGeneration, storing: Self.sharedWrite(of: new))
        return isStored == true ? new.number : await generation(at: generationKey)
    }

    func invalidate(_ generationKey: String, removing keys: [String]) async -> UInt64 {
        let new = URLGeneration()
        let result: Void? = await reportingErrors {
            try await withoutCancellation { [store] in
                try await store.invalidate(generationKey, generation: Self.sharedWrite(of: new), removing: keys)
            }
        }
        if result == nil {
            failedInvalidations.insert(generationKey)
        } else {
            failedInvalidations.remove(generationKey)
        }
        return new.number
    }

    /// Invalidates a URL again if its last invalidation has failed. Returns false if this one fails, too.
    private func completeInvalidation(of generationKey: String) async -> Bool {
        guard failedInvalidations.contains(generationKey) else { return true }
        let responseKey = CacheKey.responseKey(ofGenerationKey: generationKey)
        let keys = responseKey.map { [$0, CacheKey.partialResponseKey(for: $0)] } ?? []
        _ = await invalidate(generationKey, removing: keys)
        return !failedInvalidations.contains(generationKey)
    }

    private static func sharedWrite(of generation: URLGeneration) -> SharedWrite {
        let lifetime = Duration.seconds(Int64(URLGeneration.lifetime))
        return SharedWrite(bytes: generation.serialized, freshFor: lifetime, expiresIn: lifetime)
    }

    /// Returns an entry with its authenticated bytes; nil if they are not authentic.
    private func opened(_ entry: SharedEntry, for key: String) -> StorageEntry? {
        guard let protection else { return localEntry(entry, of: entry.bytes) }
        return protection.opened(entry.bytes, for: key).map { localEntry(entry, of: $0) }
    }

    private func localEntry(_ entry: SharedEntry, of bytes: Data) -> StorageEntry {
        StorageEntry(bytes: bytes, source: .shared, storedAt: now().addingTimeInterval(-max(0, entry.age.seconds)))
    }
}
