extension DataStore {
    /// Returns the entry of a key, or loads and stores the value if there is none.
    ///
    /// Concurrent callers with the same key share one load. A cancelled caller stops waiting; the load is cancelled
    /// when no caller waits any longer. An error of the load is thrown to all waiters, and the next caller loads again.
    /// Errors of the store are ignored.
    ///
    /// ```swift
    /// let page = try await store.value(for: "page") { CacheValue(try await download()) }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - load: A closure that returns the value. It runs in its own task, with the priority and the task-local
    ///     values of the first caller.
    /// - Returns: The stored entry, or an entry of age 0 with the loaded value.
    /// - Throws: The error of `load`, or `CancellationError` when the caller's task is cancelled.
    public func value(
        for key: String,
        orLoad load: @escaping @Sendable () async throws -> CacheValue
    ) async throws -> CacheEntry {
        let completedCount = singleFlight.completedCount
        if let entry = try? await value(for: key) { return entry }
        return try await singleFlight.wait(for: KeyBytes(key)) {
            // Another load may have stored the value since the first read.
            if singleFlight.completedCount != completedCount, let entry = try? await value(for: key) { return entry }
            let value = try await load()
            // A load without waiters was cancelled; its value could replace a newer one.
            try Task.checkCancellation()
            let storedAt = singleFlight.now()
            try? await put(value.data, for: key, expiresAt: value.expiresAt)
            return CacheEntry(data: value.data, storedAt: storedAt, expiresAt: value.expiresAt, now: storedAt)
        }
    }
}
