#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DataStore {
    /// The value put under a key; where there is none, what `load` gives, which is put.
    ///
    /// However many ask for a key at once, one load runs and all get its result. A caller that is cancelled leaves alone;
    /// the load is cancelled with the last one that waits for it. What a load throws, all who wait for it get, and nothing
    /// is put: the next caller loads again. A store that cannot read or write is passed over, so that a broken cache costs
    /// time and never an answer.
    ///
    /// ```swift
    /// let page = try await store.value(for: "page") { CacheValue(try await download(), tags: ["pages"]) }
    /// ```
    ///
    /// - Parameter load: Runs in a task of its own, with the priority and the task-local values of the first caller.
    /// - Returns: The entry found, or that of the loaded value, its age 0.
    /// - Throws: What `load` throws, or `CancellationError` where the caller's task is cancelled.
    public func value(
        for key: String,
        orLoad load: @escaping @Sendable () async throws -> CacheValue
    ) async throws -> CacheEntry {
        let ended = singleFlight.ended
        if let found = await readable(key) { return found }
        return try await singleFlight.wait(for: KeyBytes(key)) {
            // A load that ended since the first look may have put the value.
            if singleFlight.ended != ended, let found = await readable(key) { return found }
            let value = try await load()
            // A load whose callers have all gone was told to stop. What it gives all the same may come after a newer one.
            try Task.checkCancellation()
            let storedAt = singleFlight.now()
            try? await put(value.data, for: key, expiresAt: value.expiresAt, tags: value.tags)
            return CacheEntry(
                data: value.data,
                storedAt: storedAt,
                expiresAt: value.expiresAt,
                tags: value.tags,
                now: storedAt
            )
        }
    }

    private func readable(_ key: String) async -> CacheEntry? {
        (try? await value(for: key)) ?? nil
    }
}
