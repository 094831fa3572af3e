import SeekBasics

/// The entries of ``VariantStorage``, in a store of this machine or in one that several machines share.
///
/// A failure of the store is reported and treated as if nothing were stored. The generation of a URL is a number that
/// each invalidation of the URL replaces. The key of the generation (`generationKey`) identifies the URL.
///
/// Machines that share a store avoid sending the same request: the one that claims the fetch of a response sends it,
/// and the others wait for the response.
protocol StorageTier: Sendable {
    var source: Provenance.Source { get }
    /// Whether another process may write to the store, so that the generations of URLs are needed.
    var hasSeveralWriters: Bool { get }
    /// Called with every error that the store throws, except a `CancellationError`.
    var report: @Sendable (any Error) -> Void { get }

    func entry(for key: String, at generationKey: String) async -> StorageEntry?

    /// Reads a response, and claims the fetch if the response is missing or not fresh; nil if the store does not
    /// support claims or fails.
    func beginFetch(of key: String, at generationKey: String, timeout: Duration) async -> SharedTier.Fetch?

    /// Ends a fetch, unless a write has ended it.
    func endFetch(_ fetch: SharedTier.Fetch) async

    /// Writes entries of one URL in their order if the URL has the expected generation, and ends the fetch that has
    /// begun, if any. A generation of nil is not checked in a store that only this process uses. `isCurrent` returns
    /// false if this process has invalidated the URL since the request was sent.
    func write(
        _ writes: [StorageWrite],
        at generationKey: String,
        ifGeneration expected: UInt64?,
        ending fetch: SharedTier.Fetch?,
        isCurrent: @Sendable () -> Bool
    ) async

    func remove(_ keys: [String], at generationKey: String) async

    /// Returns the generation of a URL, and begins the first one if there is none; nil if a shared store has failed.
    func createGenerationIfNeeded(at generationKey: String) async -> UInt64?

    /// Begins a new generation of a URL, removes entries, and returns the generation.
    func invalidate(_ generationKey: String, removing keys: [String]) async -> UInt64
}

extension StorageTier {
    /// Returns the result of an operation of the store; reports an error and returns nil if the operation fails.
    @discardableResult
    func reportingErrors<Value>(_ operation: () async throws -> Value) async -> Value? {
        do {
            return try await operation()
        } catch {
            if !(error is CancellationError) { report(error) }
            return nil
        }
    }

    func generation(at generationKey: String) async -> UInt64? {
        await entry(for: generationKey, at: generationKey).flatMap { URLGeneration(serialized: $0.bytes)?.number }
    }
}

struct StorageEntry {
    var bytes: Data
    var source: Provenance.Source
    /// When the bytes were stored, by this machine's clock; nil if the bytes contain that date.
    var storedAt: Date?

    var response: StoredResponse? {
        var stored = StoredResponse(serialized: bytes)
        if let storedAt { stored?.storedAt = storedAt }
        return stored
    }
}

struct StorageWrite {
    var key: String
    var bytes: Data
    /// The date from which another machine may claim the fetch of the response.
    var freshUntil: Date
    /// When the store may drop the bytes.
    var expiresAt: Date
}
