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
