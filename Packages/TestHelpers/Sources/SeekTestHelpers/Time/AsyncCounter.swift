import SeekBasics

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
