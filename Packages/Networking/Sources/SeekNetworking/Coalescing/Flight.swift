import Synchronization

/// An exchange under way and those who wait for it.
final class Flight: Sendable {
    typealias Outcome = Result<HTTPResponse, NetworkError>

    private struct State {
        var task: Task<Void, Never>?
        var outcome: Outcome?
        var lastPassenger: UInt64 = 0
        var passengers: Set<UInt64> = []
        var waiting: [UInt64: CheckedContinuation<Outcome, Never>] = [:]
    }

    /// When the exchange itself runs out of time.
    let deadline: ContinuousClock.Instant
    private let request: HTTPRequest
    private let state = Mutex(State())

    init(_ request: HTTPRequest, deadline: ContinuousClock.Instant) {
        self.deadline = deadline
        self.request = request
    }

    /// Made for failures alone: it redacts the URL.
    private var context: NetworkError.Context { NetworkError.Context(request: request) }

    /// A place on the flight; nil where it has landed, or everyone has left it.
    func board() -> UInt64? {
        state.withLock { state in
            guard state.outcome == nil, state.task == nil || !state.passengers.isEmpty else { return nil }
            state.lastPassenger += 1
            state.passengers.insert(state.lastPassenger)
            return state.lastPassenger
        }
    }

    var passengerCount: Int { state.withLock { $0.passengers.count } }

    /// Starts the exchange.
    func start(_ exchange: @escaping @Sendable () async -> Outcome) {
        let task = Task { land(await exchange()) }
        state.withLock { $0.task = task }
    }

    /// Gives a place up. With the last one the exchange is cancelled.
    ///
    /// - Returns: whether that was the last one.
    func leave(_ passenger: UInt64) -> Bool {
        let abandoned: Task<Void, Never>? = state.withLock { state in
            state.passengers.remove(passenger)
            return state.passengers.isEmpty ? state.task : nil
        }
        abandoned?.cancel()
        return abandoned != nil
    }

    /// Waits for the outcome, the cancellation of the calling task, or a deadline.
    func outcome(for passenger: UInt64, by deadline: ContinuousClock.Instant) async -> Outcome {
        // Only who has less time than the flight needs a clock of its own.
        let alarm =
            deadline < self.deadline
            ? Task {
                try? await Task.sleep(until: deadline, clock: .continuous)
                if !Task.isCancelled { release(passenger, .failure(.timedOut(context))) }
            } : nil
        defer { alarm?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Outcome? = state.withLock { state in
                    if let outcome = state.outcome { return outcome }
                    state.waiting[passenger] = continuation
                    return nil
                }
                if let outcome {
                    continuation.resume(returning: outcome)
                } else if Task.isCancelled {
                    // A cancellation from before found nobody waiting; nor did the alarm.
                    release(passenger, .failure(.cancelled(context)))
                } else if deadline <= .now {
                    release(passenger, .failure(.timedOut(context)))
                }
            }
        } onCancel: {
            release(passenger, .failure(.cancelled(context)))
        }
    }

    private func release(_ passenger: UInt64, _ outcome: Outcome) {
        state.withLock { $0.waiting.removeValue(forKey: passenger) }?.resume(returning: outcome)
    }

    private func land(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            state.outcome = outcome
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(returning: outcome) }
    }
}
