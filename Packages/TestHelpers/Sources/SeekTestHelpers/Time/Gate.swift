import SeekBasics

/// A gate at which code waits until a test opens it.
///
/// ```swift
/// let gate = Gate()
/// let request = Task { try await client.send(endpoint) }   // its stub returns `.held(at: gate, …)`
/// await gate.waitForArrivals()                             // the request is in flight
/// request.cancel()
/// ```
public final class Gate: Sendable {
    /// The outcome of a wait.
    public enum Outcome: Sendable, Hashable {
        /// The gate is open, or ``Gate/letOnePass()`` resumed this waiter.
        case passed
        /// The task was cancelled.
        case cancelled
        /// The deadline passed.
        case timedOut
    }

    private struct State {
        var isOpen = false
        var lastWaiterID: UInt64 = 0
        var waiters: [(id: UInt64, continuation: CheckedContinuation<Outcome, Never>)] = []
    }

    private let state = Mutex(State())
    private let arrivals = AsyncCounter()
    private let cancellations = AsyncCounter()

    /// Creates a closed gate.
    public init() {}

    /// The number of current waiters.
    public var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// The number of waiters so far whose task was cancelled.
    public var cancellationCount: Int { cancellations.count }

    /// Opens the gate: resumes all waiters in order, and lets later ones pass immediately.
    public func open() {
        let released = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in released { waiter.continuation.resume(returning: .passed) }
    }

    /// Resumes the first waiter. Without a waiter it has no effect.
    public func letOnePass() {
        state.withLock { $0.waiters.isEmpty ? nil : $0.waiters.removeFirst() }?.continuation.resume(returning: .passed)
    }

    /// Returns once `count` waiters have arrived since the gate was created, or the calling task is cancelled.
    public func waitForArrivals(_ count: Int = 1) async {
        await arrivals.wait(for: count)
    }

    /// Returns once `count` waiters were cancelled since the gate was created, or the calling task is cancelled.
    public func waitForCancellations(_ count: Int = 1) async {
        await cancellations.wait(for: count)
    }

    /// Waits until the gate lets this waiter pass, the task is cancelled or a deadline passes.
    ///
    /// - Parameter deadline: The instant at which the wait times out; nil for no timeout.
    public func pass(by deadline: ContinuousClock.Instant? = nil) async -> Outcome {
        let id = state.withLock { state in
            state.lastWaiterID += 1
            return state.lastWaiterID
        }
        guard let deadline else { return await wait(as: id, by: nil) }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await Task.sleep(until: deadline, clock: .continuous)
                    self.release(id, .timedOut)
                } catch {
                    // The sleep was cancelled: the wait has ended, or the task was cancelled.
                }
            }
            let outcome = await self.wait(as: id, by: deadline)
            group.cancelAll()
            return outcome
        }
    }

    private func wait(as id: UInt64, by deadline: ContinuousClock.Instant?) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiters.append((id, continuation)) }
                    return state.isOpen
                }
                arrivals.add(1)
                if isOpen {
                    let isCancelled = Task.isCancelled
                    if isCancelled { cancellations.add(1) }
                    continuation.resume(returning: isCancelled ? .cancelled : .passed)
                } else if Task.isCancelled {
                    // A cancellation or a deadline before this point has found no waiter.
                    release(id, .cancelled)
                } else if let deadline, deadline <= .now {
                    release(id, .timedOut)
                }
            }
        } onCancel: {
            release(id, .cancelled)
        }
    }

    private func release(_ id: UInt64, _ outcome: Outcome) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        guard let waiter else { return }
        if outcome == .cancelled { cancellations.add(1) }
        waiter.continuation.resume(returning: outcome)
    }
}

/// A counter whose waiters resume when it reaches their count.
final class AsyncCounter: Sendable {
    private struct State {
        var count = 0
        var isFinished = false
        /// The waiters by ID, each with the count for which it waits.
        var waiting: [UInt64: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
        var lastWaiterID: UInt64 = 0

        /// Removes the waiters whose count is reached, and returns their continuations.
        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            guard !waiting.isEmpty else { return [] }
            let ready = waiting.filter { [count, isFinished] in isFinished || $0.value.count <= count }
            for id in ready.keys { waiting[id] = nil }
            return ready.values.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }

    func add(_ amount: Int) {
        update { $0.count += amount }
    }

    /// Sets the count, which can be lower than before.
    func set(_ count: Int) {
        update { $0.count = count }
    }

    /// Resumes all current and future waiters, whatever their count.
    func finish() {
        update { $0.isFinished = true }
    }

    /// Returns once the counter has reached `count`, ``finish()`` was called, or the task is cancelled.
    func wait(for count: Int) async {
        let id = state.withLock { state in
            state.lastWaiterID += 1
            return state.lastWaiterID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                update { $0.waiting[id] = (count, continuation) }
                // If the task was cancelled before the waiter was added, `onCancel` found nothing to resume.
                if Task.isCancelled { stopWaiting(id) }
            }
        } onCancel: {
            stopWaiting(id)
        }
    }

    private func stopWaiting(_ id: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume()
    }

    private func update(_ update: (inout State) -> Void) {
        let ready = state.withLock { state in
            update(&state)
            return state.takeReady()
        }
        for continuation in ready { continuation.resume() }
    }
}

/// Polls a condition at growing intervals until it is true. Returns false on timeout or cancellation.
///
/// At first it only yields to other tasks. Then it sleeps, twice as long each time, up to 10 ms: an early change is
/// noticed quickly, and a late one costs little processor time.
package func waitUntil(
    within limit: Duration,
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    var evaluations = 0
    var pause = Duration.microseconds(50)
    while try await !condition() {
        guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
        evaluations += 1
        if evaluations <= 64 {
            await Task.yield()
        } else {
            // If the sleep is cancelled, the `guard` returns false.
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(10))
        }
    }
    return true
}
