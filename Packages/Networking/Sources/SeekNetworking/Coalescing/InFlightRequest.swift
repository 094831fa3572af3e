import SeekBasics

/// A request in flight and the callers that wait for its response.
final class InFlightRequest: Sendable {
    typealias Outcome = Result<HTTPResponse, NetworkError>

    private struct State {
        var task: Task<Void, Never>?
        var outcome: Outcome?
        var lastWaiter = InFlightRequest.firstWaiter
        var waiterCount = 1
        var continuations: [UInt64: CheckedContinuation<Outcome, Never>] = [:]
        /// Whether a caller has received the outcome with its attempts.
        var areAttemptsReported = false

        /// Returns the outcome for one more caller: with its attempts for the first one, without for all others.
        mutating func share(_ outcome: Outcome) -> Outcome {
            defer { areAttemptsReported = true }
            return areAttemptsReported ? outcome.withoutAttempts : outcome
        }
    }

    /// The caller that creates the request waits for it from the start.
    static let firstWaiter: UInt64 = 1

    let key: CoalescingMiddleware.Key
    /// The deadline of the request itself, which is that of the first caller.
    let deadline: ContinuousClock.Instant
    private let state = Mutex(State())

    init(_ key: CoalescingMiddleware.Key, deadline: ContinuousClock.Instant) {
        self.key = key
        self.deadline = deadline
    }

    /// Returns the error context of a caller that leaves before the outcome. Only the first one has sent a request.
    private func context(of waiter: UInt64) -> NetworkError.Context {
        NetworkError.Context(request: key.request, attempts: waiter == Self.firstWaiter ? 1 : 0)
    }

    /// Adds a waiter. Returns nil if the request has completed or was abandoned.
    func join() -> UInt64? {
        state.withLock { state in
            guard state.outcome == nil, state.waiterCount > 0 else { return nil }
            state.lastWaiter += 1
            state.waiterCount += 1
            return state.lastWaiter
        }
    }

    var waiterCount: Int { state.withLock { $0.waiterCount } }

    /// Starts the request in a new task, since it must continue if the first caller is cancelled. It runs on the
    /// calling thread until it first suspends.
    ///
    /// - Parameter send: Sends the request and calls ``complete(_:)``.
    func start(_ send: @escaping @Sendable () async -> Void) {
        let task = Task.startingImmediately(send)
        state.withLock { $0.task = task }
    }

    /// Removes a waiter. Cancels the request if no waiter is left and it has not completed.
    ///
    /// - Returns: Whether the request was cancelled.
    func leave() -> Bool {
        let (isAbandoned, task) = state.withLock { state in
            state.waiterCount -= 1
            return (state.waiterCount == 0 && state.outcome == nil, state.task)
        }
        if isAbandoned { task?.cancel() }
        return isAbandoned
    }

    /// Waits for the outcome, the cancellation of the calling task, or a deadline.
    func outcome(for waiter: UInt64, by deadline: ContinuousClock.Instant) async -> Outcome {
        if let outcome = state.withLock({ state in state.outcome.map { state.share($0) } }) { return outcome }
        // Later deadlines are covered by that of the request.
        let timeout =
            deadline < self.deadline
            ? Task {
                try? await Task.sleep(until: deadline, clock: .continuous)
                if !Task.isCancelled { release(waiter, .failure(.timedOut(context(of: waiter)))) }
            } : nil
        defer { timeout?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Outcome? = state.withLock { state in
                    if let outcome = state.outcome { return state.share(outcome) }
                    state.continuations[waiter] = continuation
                    return nil
                }
                if let outcome {
                    continuation.resume(returning: outcome)
                } else if Task.isCancelled {
                    // A cancellation or timeout before this point found no continuation.
                    release(waiter, .failure(.cancelled(context(of: waiter))))
                } else if deadline <= .now {
                    release(waiter, .failure(.timedOut(context(of: waiter))))
                }
            }
        } onCancel: {
            release(waiter, .failure(.cancelled(context(of: waiter))))
        }
    }

    private func release(_ waiter: UInt64, _ outcome: Outcome) {
        state.withLock { $0.continuations.removeValue(forKey: waiter) }?.resume(returning: outcome)
    }

    /// Returns the outcome to all waiters.
    func complete(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            defer { state.continuations = [:] }
            return state.continuations.sorted { $0.key < $1.key }.map { ($0.value, state.share(outcome)) }
        }
        for (continuation, outcome) in waiters { continuation.resume(returning: outcome) }
    }
}

extension InFlightRequest.Outcome {
    /// The outcome for a caller that has not sent the request.
    fileprivate var withoutAttempts: Self {
        switch self {
        case .success(var response):
            response.provenance.attempts = 0
            return .success(response)
        case .failure(var error):
            error.context.attempts = 0
            return .failure(error)
        }
    }
}

extension Task where Success == Void, Failure == Never {
    /// Starts a task on the calling thread if the system supports it, and on another thread otherwise.
    fileprivate static func startingImmediately(_ work: @escaping @Sendable () async -> Void) -> Task {
        #if compiler(>=6.2)
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return immediate(operation: work) }
        #endif
        return Task(operation: work)
    }
}
