import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The loads a store has under way, one for each key: what ``DataStore/value(for:orLoad:)`` shares between its callers.
///
/// A store makes one and keeps it. It has nothing to be called for besides.
public final class SingleFlight: Sendable {
    let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// Makes it, with nothing under way.
    ///
    /// - Parameter now: The store's clock.
    public init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    private struct State {
        var flights: [KeyBytes: Flight] = [:]
        /// How many have ended.
        var ended = 0
        var lastWaiter = 0
    }

    /// How many loads have ended so far. Where that has not changed since a store was found without a value, no load has
    /// put one there meanwhile.
    var ended: Int { state.withLock { $0.ended } }

    /// Waits for the load of a key: the one under way, or else a new one.
    ///
    /// - Throws: What the load throws, or `CancellationError` where the caller's task is cancelled first.
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
                // Cancelled before it came to wait: the handler has run, and found nothing.
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
            if state.flights[key] == nil { state.flights[key] = Flight(id: waiter, task: start(key, waiter, load)) }
            state.flights[key]?.waiters[waiter] = continuation
        }
        // Cancelled between the look at the task and the lock: the handler has found nobody here.
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
            end(key, id, result)
        }
    }

    /// Gives the load's result to all who wait for it.
    private func end(_ key: KeyBytes, _ id: Int, _ result: Result<CacheEntry, any Error>) {
        let waiters = state.withLock { state in
            state.ended += 1
            // One that everybody has left has no place any more; what stands there is a later one.
            guard let flight = state.flights[key], flight.id == id else {
                return [CheckedContinuation<CacheEntry, any Error>]()
            }
            state.flights[key] = nil
            return Array(flight.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    /// Lets one waiter go. The load goes on as long as there is another.
    private func leave(_ key: KeyBytes, as waiter: Int) {
        let (continuation, abandoned) = state.withLock { state in
            let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter)
            guard continuation != nil, let flight = state.flights[key], flight.waiters.isEmpty else {
                return (continuation, nil as Task<Void, Never>?)
            }
            state.flights[key] = nil
            return (continuation, flight.task)
        }
        abandoned?.cancel()
        continuation?.resume(throwing: CancellationError())
    }
}

private struct Flight {
    /// The number of the waiter that began it.
    let id: Int
    let task: Task<Void, Never>
    var waiters: [Int: CheckedContinuation<CacheEntry, any Error>] = [:]
}
