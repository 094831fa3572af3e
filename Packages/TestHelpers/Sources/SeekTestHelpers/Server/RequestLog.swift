import SeekNetworking
import Synchronization

/// The requests a server has received, and who waits for them.
final class RequestLog: Sendable {
    private struct State {
        var received: [HTTPRequest] = []
        var isClosed = false
        var waiting: [UInt64: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
        var lastWaiter: UInt64 = 0

        /// Takes out those whose wait is over.
        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            guard !waiting.isEmpty else { return [] }
            let ready = waiting.filter { [count = received.count, isClosed] in isClosed || $0.value.count <= count }
            for id in ready.keys { waiting[id] = nil }
            return ready.values.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    var received: [HTTPRequest] { state.withLock { $0.received } }

    func append(_ request: HTTPRequest) {
        resume { $0.received.append(request) }
    }

    /// Lets everyone go who waits, now and later.
    func close() {
        resume { $0.isClosed = true }
    }

    /// Returns once so many requests were received, the log is closed or the task is cancelled.
    func waitUntilReceived(_ count: Int) async {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                resume { $0.waiting[id] = (count, continuation) }
                // A cancellation from before found nobody waiting.
                if Task.isCancelled { stopWaiting(id) }
            }
        } onCancel: {
            stopWaiting(id)
        }
    }

    private func stopWaiting(_ id: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume()
    }

    private func resume(after change: (inout State) -> Void) {
        let ready = state.withLock { state in
            change(&state)
            return state.takeReady()
        }
        for continuation in ready { continuation.resume() }
    }
}
