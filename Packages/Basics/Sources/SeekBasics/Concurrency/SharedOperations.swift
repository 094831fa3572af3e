/// Operations in flight, each shared by all concurrent callers with the same key ("single flight").
///
/// A caller stops waiting at once when its task is cancelled, and when its deadline passes; ``value(for:until:operation:)``
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

    @usableFromInline
    final class InFlight: Sendable {
        @usableFromInline let operation: SharedOperation
        @usableFromInline let value = Mutex<Value?>(nil)

        @inlinable
        init(_ operation: SharedOperation) { self.operation = operation }
    }

    @usableFromInline let inFlight = Mutex<[Key: InFlight]>([:])
    @usableFromInline let outlivesCallers: Bool

    /// Creates an instance without operations.
    ///
    /// - Parameter outlivesCallers: Whether an operation continues when no caller waits any longer, for results that
    ///   must not be lost, such as those of a request that is not idempotent. Its task is cancelled at the deadline of
    ///   the caller that started it, unless another caller still waits. The operation need not observe that deadline.
    @inlinable
    public init(outlivesCallers: Bool = false) { self.outlivesCallers = outlivesCallers }

    /// Joins the operation in flight for a key, or starts one if there is none, and waits for its end.
    ///
    /// - Parameters:
    ///   - deadline: When the caller stops waiting; nil for no limit. Unless operations outlive their callers, an
    ///     operation must itself end by the deadline of the caller that started it, because only a caller that joined
    ///     with an earlier deadline is resumed at its own deadline.
    ///   - operation: Runs in a task with the priority and the task-local values of the caller that starts it, and on
    ///     that caller's thread for as long as the caller waits.
    @inlinable
    public func value(
        for key: Key,
        until deadline: ContinuousClock.Instant? = nil,
        operation: @escaping @Sendable () async -> Value
    ) async -> Outcome {
        while !Task.isCancelled {
            let (current, isNew) = inFlight.withLock { inFlight in
                if let current = inFlight[key], current.operation.isJoinable { return (current, false) }
                let new = InFlight(SharedOperation(deadline: deadline, outlivesCallers: outlivesCallers))
                inFlight[key] = new
                return (new, true)
            }
            let ending: SharedOperation.Ending?
            if isNew {
                ending = await current.operation.lead { [self] in
                    let value = await operation()
                    current.value.withLock { $0 = value }
                    // Before the callers are resumed, because a completed operation is not joined.
                    inFlight.withLock { if $0[key] === current { $0[key] = nil } }
                }
            } else {
                ending = await current.operation.join(until: deadline)
            }
            switch ending {
            case .completed(let isFirst):
                if let value = current.value.withLock({ $0 }) { return .value(value, isFirst: isFirst) }
            case .abandoned(let isLast): return .abandoned(isLast: isLast)
            // The operation was over before this caller had joined.
            case nil: break
            }
        }
        return .abandoned(isLast: false)
    }

    /// Returns the number of callers that are waiting for an operation whose key satisfies a predicate.
    public func waiterCount(where isIncluded: (Key) -> Bool) -> Int {
        inFlight.withLock { inFlight in
            inFlight.filter { isIncluded($0.key) }.values.reduce(0) { $0 + $1.operation.waiterCount }
        }
    }
}

/// An operation in flight and the callers that wait for its end.
///
/// The operation has a task of its own, so that it survives the cancellation of the caller that has started it, the
/// leader. While the leader waits, it runs the operation on its own thread, so that an operation that no other caller
/// joins changes no threads.
@usableFromInline
final class SharedOperation: Sendable {
    /// How a caller's wait ended.
    @usableFromInline
    enum Ending: Sendable {
        /// The operation has completed. `isFirst` is true for exactly one of the callers that wait for its end.
        case completed(isFirst: Bool)
        /// The caller's task was cancelled or its deadline has passed. `isLast` is true if no other caller was waiting.
        case abandoned(isLast: Bool)
    }

    private struct Waiter {
        let number: Int
        /// Nil for the leader.
        let continuation: CheckedContinuation<Ending?, Never>?
        var timer: Task<Void, Never>?
    }

    private struct State {
        var waiters: [Waiter] = []
        var lastNumber = SharedOperation.leader
        /// How the leader's wait has ended; nil while it waits.
        var leaderEnding: Ending?
        var task: Task<Void, Never>?
        /// Cancels the operation at its deadline if no caller waits; nil unless the operation outlives its callers.
        var expiry: Task<Void, Never>?
        /// Whether the operation has completed or was abandoned by all callers.
        var isOver = false
    }

    /// The number of the leader among the waiters.
    private static let leader = 0

    private let state = Mutex(State())
    private let executor = CallerExecutor()
    /// The deadline of the leader.
    private let deadline: ContinuousClock.Instant?
    private let outlivesCallers: Bool

    @usableFromInline
    init(deadline: ContinuousClock.Instant?, outlivesCallers: Bool) {
        self.deadline = deadline
        self.outlivesCallers = outlivesCallers
    }

    @usableFromInline var isJoinable: Bool { state.withLock { isJoinable($0) } }
    @usableFromInline var waiterCount: Int { state.withLock { $0.waiters.count } }

    private func isJoinable(_ state: borrowing State) -> Bool {
        !state.isOver && !(state.waiters.isEmpty && isCancellable)
    }

    /// Whether the operation is to be cancelled if no caller waits.
    private var isCancellable: Bool { !outlivesCallers || deadline.map { $0 <= .now } ?? false }

    // MARK: Waiting

    /// Starts the operation and waits for its end. Called once, before any other caller can join.
    @usableFromInline
    func lead(_ operation: @escaping @Sendable () async -> Void) async -> Ending {
        state.withLock { $0.waiters.append(Waiter(number: Self.leader, continuation: nil)) }
        await withTaskCancellationHandler {
            start(operation)
            await executor.run()
        } onCancel: {
            leave(Self.leader)
        }
        return state.withLock { $0.leaderEnding } ?? .abandoned(isLast: false)
    }

    /// Waits for the end of the operation. Returns nil if it is over before the caller has joined.
    @usableFromInline
    func join(until callerDeadline: ContinuousClock.Instant?) async -> Ending? {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    guard isJoinable(state) else { return false }
                    state.waiters.append(Waiter(number: number, continuation: continuation))
                    return true
                }
                guard isWaiting else { return continuation.resume(returning: nil) }
                // An operation is expected to end by the deadline of its leader, unless it outlives its callers.
                if let callerDeadline, outlivesCallers || deadline.map({ callerDeadline < $0 }) ?? true {
                    setTimer(of: number, callerDeadline)
                }
                // The task may have been cancelled before the caller joined.
                if Task.isCancelled { leave(number) }
            }
        } onCancel: {
            leave(number)
        }
    }

    private func start(_ operation: @escaping @Sendable () async -> Void) {
        let task = Task(executorPreference: executor) { [self] in
            await operation()
            complete()
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.task = task }
            return state.isOver
        }
        if isOver { task.cancel() }
        guard outlivesCallers, let deadline else { return }
        setTimer(of: Self.leader, deadline)
        let expiry = timer(deadline) { [self] in expire() }
        let isExpiryNeeded = state.withLock { state in
            if !state.isOver { state.expiry = expiry }
            return !state.isOver
        }
        if !isExpiryNeeded { expiry.cancel() }
    }

    private func setTimer(of number: Int, _ deadline: ContinuousClock.Instant) {
        let timer = timer(deadline) { [self] in leave(number) }
        let isWaiting = state.withLock { state in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return false }
            state.waiters[index].timer = timer
            return true
        }
        if !isWaiting { timer.cancel() }
    }

    private func timer(
        _ deadline: ContinuousClock.Instant,
        _ action: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        Task {
            try? await Task.sleep(until: deadline, clock: .continuous)
            if !Task.isCancelled { action() }
        }
    }

    // MARK: Ending

    private func complete() {
        let (waiters, expiry) = state.withLock { state -> ([Waiter], Task<Void, Never>?) in
            guard !state.isOver else { return ([], nil) }
            let ended = state
            state = State(lastNumber: state.lastNumber, leaderEnding: state.leaderEnding, isOver: true)
            if ended.leaderEnding == nil { state.leaderEnding = .completed(isFirst: true) }
            return (ended.waiters, ended.expiry)
        }
        expiry?.cancel()
        for (index, waiter) in waiters.enumerated() {
            waiter.timer?.cancel()
            waiter.continuation?.resume(returning: .completed(isFirst: index == 0))
        }
        executor.stop()
    }

    private func leave(_ number: Int) {
        let (waiter, isLast, abandoned) = state.withLock { state -> (Waiter?, Bool, State?) in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return (nil, false, nil) }
            let waiter = state.waiters.remove(at: index)
            let isLast = state.waiters.isEmpty
            if number == Self.leader { state.leaderEnding = .abandoned(isLast: isLast) }
            return (waiter, isLast, isLast && isCancellable ? Self.abandon(&state) : nil)
        }
        abandoned?.expiry?.cancel()
        abandoned?.task?.cancel()
        waiter?.timer?.cancel()
        waiter?.continuation?.resume(returning: .abandoned(isLast: isLast))
        if waiter?.number == Self.leader { executor.stop() }
    }

    /// Cancels the operation at its deadline unless a caller waits, with whose end it is cancelled otherwise.
    private func expire() {
        let abandoned = state.withLock { state in
            state.waiters.isEmpty && !state.isOver ? Self.abandon(&state) : nil
        }
        abandoned?.task?.cancel()
    }

    /// Marks the operation as over, and returns the state before.
    private static func abandon(_ state: inout State) -> State {
        defer {
            state.isOver = true
            state.task = nil
            state.expiry = nil
        }
        return state
    }
}
