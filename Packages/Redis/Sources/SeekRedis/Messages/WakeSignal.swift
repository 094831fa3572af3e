import SeekBasics

/// Wakes up one task, at the latest at a deadline or when the task is cancelled.
final class WakeSignal: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Bool, Never>)
        /// Fired before the wait; the value is whether a message fired it.
        case fired(Bool)
    }

    private let state = Mutex(State.idle)

    /// Ends the current wait, or the next one if no task waits. `isMessage` is the result of the wait.
    func fire(isMessage: Bool) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            switch state {
            case .idle: state = .fired(isMessage)
            case .fired(let before): state = .fired(before || isMessage)
            case .waiting(let continuation):
                state = .idle
                return continuation
            }
            return nil
        }
        continuation?.resume(returning: isMessage)
    }

    /// Waits until the signal is fired, the deadline has passed or the task is cancelled. Returns whether a message
    /// fired the signal.
    func wait(until deadline: ContinuousClock.Instant) async -> Bool {
        let timer = Task {
            // Cancelled when the wait has ended.
            guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
            fire(isMessage: false)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let fired = state.withLock { state -> Bool? in
                    guard case .fired(let isMessage) = state else {
                        state = .waiting(continuation)
                        return nil
                    }
                    state = .idle
                    return isMessage
                }
                if let fired { continuation.resume(returning: fired) }
            }
        } onCancel: {
            fire(isMessage: false)
        }
    }
}
