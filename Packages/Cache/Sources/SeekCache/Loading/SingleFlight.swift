import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The loads in flight of a store, one for each key, which callers of ``DataStore/value(for:orLoad:)`` share.
///
/// A store creates one for its lifetime.
public final class SingleFlight: Sendable {
    let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// Creates an object without loads.
    ///
    /// - Parameter now: The clock of the store.
    public init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    private struct State {
        var loads: [KeyBytes: Load] = [:]
        /// The number of completed loads.
        var completed = 0
        var lastWaiter = 0
    }

    /// The number of completed loads. While it does not change, no load has stored a value.
    var completed: Int { state.withLock { $0.completed } }

    /// Waits for the load of a key, and starts one if none is in flight.
    ///
    /// - Throws: The error of the load, or `CancellationError` when the caller's task is cancelled first.
    func wait(
        for key: KeyBytes,
        load: @escaping @Sendable () async throws -> CacheEntry
    ) async throws -> CacheEntry {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // The cancellation handler ran before there was a waiter.
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    join(key, as: waiter, continuation, load: load)
                }
            }
        } onCancel: {
            leave(key, as: waiter)
        }
    }

    private func join(
        _ key: KeyBytes,
        as waiter: Int,
        _ continuation: CheckedContinuation<CacheEntry, any Error>,
        load: @escaping @Sendable () async throws -> CacheEntry
    ) {
        state.withLock { state in
            if state.loads[key] == nil { state.loads[key] = Load(id: waiter, task: start(key, waiter, load)) }
            state.loads[key]?.waiters[waiter] = continuation
        }
        // The task may have been cancelled before the waiter was added.
        if Task.isCancelled { leave(key, as: waiter) }
    }

    private func start(
        _ key: KeyBytes,
        _ id: Int,
        _ load: @escaping @Sendable () async throws -> CacheEntry
    ) -> Task<Void, Never> {
        Task {
            let result: Result<CacheEntry, any Error>
            do { result = .success(try await load()) } catch { result = .failure(error) }
            complete(key, id, result)
        }
    }

    /// Resumes all waiters of a load with its result.
    private func complete(_ key: KeyBytes, _ id: Int, _ result: Result<CacheEntry, any Error>) {
        let waiters = state.withLock { state in
            state.completed += 1
            // An abandoned load was removed, and may have been replaced by a later one.
            guard let current = state.loads[key], current.id == id else {
                return [CheckedContinuation<CacheEntry, any Error>]()
            }
            state.loads[key] = nil
            return Array(current.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    /// Removes a waiter. The load is cancelled when it was the last one.
    private func leave(_ key: KeyBytes, as waiter: Int) {
        let (continuation, abandoned) = state.withLock { state in
            let continuation = state.loads[key]?.waiters.removeValue(forKey: waiter)
            guard continuation != nil, let current = state.loads[key], current.waiters.isEmpty else {
                return (continuation, nil as Task<Void, Never>?)
            }
            state.loads[key] = nil
            return (continuation, current.task)
        }
        abandoned?.cancel()
        continuation?.resume(throwing: CancellationError())
    }
}

private struct Load {
    /// The number of its first waiter.
    let id: Int
    let task: Task<Void, Never>
    var waiters: [Int: CheckedContinuation<CacheEntry, any Error>] = [:]
}
