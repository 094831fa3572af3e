import SeekBasics

/// An exchange under way and those who wait for it.
final class InFlightRequest: Sendable {
    typealias Outcome = Result<HTTPResponse, NetworkError>

    private struct State {
        var task: Task<Void, Never>?
        var outcome: Outcome?
        var lastPassenger = InFlightRequest.firstPassenger
        var passengerCount = 1
        var waiting: [UInt64: CheckedContinuation<Outcome, Never>] = [:]
        /// Whether a caller has the outcome with the attempts that were made for it.
        var isCharged = false

        /// Returns an outcome for one more caller; all but the first get it without its attempts.
        mutating func share(_ outcome: Outcome) -> Outcome {
            defer { isCharged = true }
            return isCharged ? outcome.withoutAttempts : outcome
        }
    }

    /// Who makes the flight is aboard.
    static let firstPassenger: UInt64 = 1

    let key: CoalescingMiddleware.Key
    /// When the exchange itself runs out of time.
    let deadline: ContinuousClock.Instant
    private let state = Mutex(State())

    init(_ key: CoalescingMiddleware.Key, deadline: ContinuousClock.Instant) {
        self.key = key
        self.deadline = deadline
    }

    /// The context of a caller that leaves before the outcome; only the first one has sent anything.
    private func context(of passenger: UInt64) -> NetworkError.Context {
        NetworkError.Context(request: key.request, attempts: passenger == Self.firstPassenger ? 1 : 0)
    }

    /// A place on the flight; nil where it has landed, or everyone has left it.
    func board() -> UInt64? {
        state.withLock { state in
            guard state.outcome == nil, state.passengerCount > 0 else { return nil }
            state.lastPassenger += 1
            state.passengerCount += 1
            return state.lastPassenger
        }
    }

    var passengerCount: Int { state.withLock { $0.passengerCount } }

    /// Starts the exchange: on the calling thread as far as it comes without waiting, so that no other need wake for it.
    ///
    /// It has a task of its own, since it goes on for the others where the first caller is cancelled. It has to end with a call of
    /// ``land(_:)``.
    func start(_ exchange: @escaping @Sendable () async -> Void) {
        let task = Task.startingHere(exchange)
        state.withLock { $0.task = task }
    }

    /// Gives a place up. With the last one the exchange is cancelled, if it is still under way.
    ///
    /// - Returns: whether it is cancelled.
    func leave() -> Bool {
        let (isAbandoned, task) = state.withLock { state in
            state.passengerCount -= 1
            return (state.passengerCount == 0 && state.outcome == nil, state.task)
        }
        if isAbandoned { task?.cancel() }
        return isAbandoned
    }

    /// Waits for the outcome, the cancellation of the calling task, or a deadline.
    func outcome(for passenger: UInt64, by deadline: ContinuousClock.Instant) async -> Outcome {
        if let outcome = state.withLock({ state in state.outcome.map { state.share($0) } }) { return outcome }
        // Only who has less time than the flight needs a clock of its own.
        let alarm =
            deadline < self.deadline
            ? Task {
                try? await Task.sleep(until: deadline, clock: .continuous)
                if !Task.isCancelled { release(passenger, .failure(.timedOut(context(of: passenger)))) }
            } : nil
        defer { alarm?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Outcome? = state.withLock { state in
                    if let outcome = state.outcome { return state.share(outcome) }
                    state.waiting[passenger] = continuation
                    return nil
                }
                if let outcome {
                    continuation.resume(returning: outcome)
                } else if Task.isCancelled {
                    // A cancellation from before found nobody waiting; nor did the alarm.
                    release(passenger, .failure(.cancelled(context(of: passenger))))
                } else if deadline <= .now {
                    release(passenger, .failure(.timedOut(context(of: passenger))))
                }
            }
        } onCancel: {
            release(passenger, .failure(.cancelled(context(of: passenger))))
        }
    }

    private func release(_ passenger: UInt64, _ outcome: Outcome) {
        state.withLock { $0.waiting.removeValue(forKey: passenger) }?.resume(returning: outcome)
    }

    /// Gives everyone aboard the outcome.
    func land(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            state.outcome = outcome
            defer { state.waiting = [:] }
            return state.waiting.sorted { $0.key < $1.key }.map { ($0.value, state.share(outcome)) }
        }
        for (continuation, outcome) in waiting { continuation.resume(returning: outcome) }
    }
}

extension InFlightRequest.Outcome {
    /// The outcome for a caller that has sent nothing.
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
    /// Starts a task on the calling thread, as far as it comes without waiting. Where the system is too old for that, another
    /// thread starts it.
    fileprivate static func startingHere(_ work: @escaping @Sendable () async -> Void) -> Task {
        #if compiler(>=6.2)
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return immediate(operation: work) }
        #endif
        return Task(operation: work)
    }
}
