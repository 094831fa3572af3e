import SeekNetworking
import Synchronization

/// The requests a server has received, and who waits for them.
final class RequestLog: Sendable {
    private struct State {
        var received: [HTTPRequest] = []
        var isClosed = false
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Takes out those whose wait is over.
        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            guard !waiting.isEmpty else { return [] }
            let isReady = { [count = received.count, isClosed] (wanted: Int) in isClosed || wanted <= count }
            let ready = waiting.filter { isReady($0.count) }.map(\.continuation)
            waiting.removeAll { isReady($0.count) }
            return ready
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

    func waitUntilReceived(_ count: Int) async {
        await withCheckedContinuation { continuation in
            resume { $0.waiting.append((count, continuation)) }
        }
    }

    private func resume(after change: (inout State) -> Void) {
        let ready = state.withLock { state in
            change(&state)
            return state.takeReady()
        }
        for continuation in ready { continuation.resume() }
    }
}
