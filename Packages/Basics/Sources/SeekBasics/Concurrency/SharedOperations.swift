/// Operations in flight, each shared by all concurrent callers with the same key ("single flight").
///
/// A caller stops waiting when its task is cancelled or when its deadline passes; ``value(for:until:operation:)``
/// describes the exception. The operation continues for the other callers. When no caller is left, the task of the
/// operation is cancelled, unless operations outlive their callers.
public final class SharedOperations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// How a caller's wait ended.
    public enum Outcome: Sendable {
        /// The operation has completed. `isFirst` is true for exactly one of the callers that receive its value.
        case value(Value, isFirst: Bool)
        /// The caller's task was cancelled or its deadline has passed. `isLast` is true if no other caller was waiting
        /// for the operation; it is false if the task was cancelled before the caller began to wait.
        case abandoned(isLast: Bool)
    }

    private struct Operation {
        /// The number of the caller that started the operation.
        let starter: UInt64
        /// The deadline of that caller.
        let deadline: ContinuousClock.Instant?
        var task: Task<Void, Never>?
        /// The waiting callers and, if operations outlive their callers, a placeholder without a caller. At `deadline`,
        /// the placeholder is removed; if `deadline` is nil, it remains until the operation completes.
        var waiters: [UInt64: Waiter] = [:]

        var hasNoCallers: Bool { waiters.values.allSatisfy { $0.continuation == nil } }
        /// Whether the operation is to be cancelled. At its deadline, the timer of the last caller may fire before that
        /// of the placeholder; a new caller must not join in between.
        var isAbandoned: Bool { waiters.isEmpty || hasNoCallers && deadline.map { $0 <= .now } ?? false }
    }

    private struct Waiter {
        /// Nil for the placeholder.
        let continuation: CheckedContinuation<Outcome, Never>?
        var timer: Task<Void, Never>?

        func resume(with outcome: Outcome) {
            timer?.cancel()
            continuation?.resume(returning: outcome)
        }
    }

    private struct State {
        var operations: [Key: Operation] = [:]
        /// The number of the newest waiter. Each waiter has its own number.
        var lastWaiterNumber: UInt64 = 0
    }

    private let state = Mutex(State())
    private let outlivesCallers: Bool

    /// Creates an instance without operations.
    ///
    /// - Parameter outlivesCallers: Whether an operation continues when no caller waits any longer, for results that
    ///   must not be lost, such as those of a request that is not idempotent. Its task is cancelled at the deadline of
    ///   the caller that started it, unless another caller still waits. The operation need not observe that deadline.
    public init(outlivesCallers: Bool = false) { self.outlivesCallers = outlivesCallers }

    /// Joins the operation in flight for a key, or starts one if there is none, and waits for its end.
    ///
    /// - Parameters:
    ///   - deadline: When the caller stops waiting; nil for no limit. Unless operations outlive their callers, an
    ///     operation must itself end by the deadline of the caller that started it, because only a caller that joined
    ///     with an earlier deadline is resumed at its own deadline.
    ///   - operation: Runs in a task with the priority and the task-local values of the caller that starts it, on that
    ///     caller's thread until it first suspends, where the system supports that.
    public func value(
        for key: Key,
        until deadline: ContinuousClock.Instant? = nil,
        operation: @escaping @Sendable () async -> Value
    ) async -> Outcome {
        let caller = state.withLock { state in
            state.lastWaiterNumber += 1
            return state.lastWaiterNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .abandoned(isLast: false)) }
                join(key, caller, continuation, deadline, operation)
                // The task may have been cancelled before the caller joined.
                if Task.isCancelled { leave(key, caller) }
            }
        } onCancel: {
            leave(key, caller)
        }
    }

    /// Returns the number of callers that are waiting for an operation whose key satisfies a predicate.
    public func waiterCount(where isIncluded: (Key) -> Bool) -> Int {
        state.withLock { state in
            state.operations.filter { isIncluded($0.key) }.values.reduce(0) { count, operation in
                count + operation.waiters.values.count { $0.continuation != nil }
            }
        }
    }

    private func join(
        _ key: Key,
        _ caller: UInt64,
        _ continuation: CheckedContinuation<Outcome, Never>,
        _ deadline: ContinuousClock.Instant?,
        _ operation: @escaping @Sendable () async -> Value
    ) {
        let (isStarter, timedWaiters) = state.withLock { state -> (isStarter: Bool, timedWaiters: [UInt64]) in
            var joined = state.operations[key] ?? Operation(starter: caller, deadline: deadline)
            joined.waiters[caller] = Waiter(continuation: continuation)
            let isStarter = joined.starter == caller
            var timedWaiters: [UInt64] = []
            if outlivesCallers {
                timedWaiters = [caller]
                if isStarter {
                    state.lastWaiterNumber += 1
                    joined.waiters[state.lastWaiterNumber] = Waiter(continuation: nil)
                    timedWaiters.append(state.lastWaiterNumber)
                }
            } else if !isStarter, let deadline, joined.deadline.map({ deadline < $0 }) ?? true {
                // A later deadline needs no timer: the operation is expected to end by the deadline of its starter.
                timedWaiters = [caller]
            }
            state.operations[key] = joined
            return (isStarter, timedWaiters)
        }
        if isStarter { start(key, caller, operation) }
        guard let deadline else { return }
        for waiter in timedWaiters { setTimer(key, waiter, deadline) }
    }

    /// Starts an operation outside of the lock, because it begins on the calling thread.
    private func start(_ key: Key, _ starter: UInt64, _ operation: @escaping @Sendable () async -> Value) {
        let task = Task.startingImmediately { [self] in
            let value = await operation()
            complete(key, starter, value)
        }
        let isInFlight = state.withLock { state in
            guard state.operations[key]?.starter == starter else { return false }
            state.operations[key]?.task = task
            return true
        }
        // The operation has already completed, or all callers have left.
        if !isInFlight { task.cancel() }
    }

    private func setTimer(_ key: Key, _ caller: UInt64, _ deadline: ContinuousClock.Instant) {
        let timer = Task { [self] in
            try? await Task.sleep(until: deadline, clock: .continuous)
            if !Task.isCancelled { leave(key, caller) }
        }
        let isWaiting = state.withLock { state in
            guard state.operations[key]?.waiters[caller] != nil else { return false }
            state.operations[key]?.waiters[caller]?.timer = timer
            return true
        }
        if !isWaiting { timer.cancel() }
    }

    private func complete(_ key: Key, _ starter: UInt64, _ value: Value) {
        let waiters = state.withLock { state -> [Waiter] in
            // An operation that all callers have left may have a successor.
            guard let operation = state.operations[key], operation.starter == starter else { return [] }
            state.operations[key] = nil
            return operation.waiters.sorted { $0.key < $1.key }.map(\.value)
        }
        let first = waiters.firstIndex { $0.continuation != nil }
        for (index, waiter) in waiters.enumerated() { waiter.resume(with: .value(value, isFirst: index == first)) }
    }

    private func leave(_ key: Key, _ caller: UInt64) {
        let (waiter, isLast, abandonedTask) = state.withLock { state in
            guard let waiter = state.operations[key]?.waiters.removeValue(forKey: caller),
                let operation = state.operations[key]
            else { return (nil as Waiter?, false, nil as Task<Void, Never>?) }
            let isAbandoned = operation.isAbandoned
            if isAbandoned { state.operations[key] = nil }
            return (waiter, operation.hasNoCallers, isAbandoned ? operation.task : nil)
        }
        abandonedTask?.cancel()
        waiter?.resume(with: .abandoned(isLast: isLast))
    }
}

extension Task where Success == Void, Failure == Never {
    /// Starts a task that runs on the calling thread until it first suspends, or on another thread if the system does
    /// not support that.
    fileprivate static func startingImmediately(_ operation: @escaping @Sendable () async -> Void) -> Task {
        #if compiler(>=6.2)
        if #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) { return immediate(operation: operation) }
        #endif
        return Task(operation: operation)
    }
}
