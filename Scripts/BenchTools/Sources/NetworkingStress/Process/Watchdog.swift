import Synchronization

/// Runs work and returns its result, or nil after a time limit.
///
/// Work that ignores cancellation continues to run until the program ends.
package func withWatchdog<Value: Sendable>(
    _ limit: Duration,
    _ work: @escaping @Sendable () async -> Value
) async -> Value? {
    let race = Race<Value>()
    let worker = Task { race.end(await work()) }
    let watch = Task {
        do { try await Task.sleep(for: limit) } catch { return }
        race.end(nil)
        worker.cancel()
    }
    defer { watch.cancel() }
    return await withCheckedContinuation { race.wait($0) }
}

/// Resumes a continuation with the first of two results.
private final class Race<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waited(CheckedContinuation<Value?, Never>)
        case decided(Value?)
        case over
    }

    private let state = Mutex(State.open)

    func wait(_ continuation: CheckedContinuation<Value?, Never>) {
        let value: Value?? = state.withLock { state in
            if case .decided(let value) = state {
                state = .over
                return .some(value)
            }
            state = .waited(continuation)
            return .none
        }
        if let value { continuation.resume(returning: value) }
    }

    func end(_ value: Value?) {
        let continuation: CheckedContinuation<Value?, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .decided(value)
                return nil
            case .waited(let continuation):
                state = .over
                return continuation
            case .decided, .over:
                return nil
            }
        }
        continuation?.resume(returning: value)
    }
}
