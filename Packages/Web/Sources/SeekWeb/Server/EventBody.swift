#if os(Linux)
import CMicrohttpd
import SeekBasics

/// The events of one response: a task writes them as they occur, and the server reads them when the client can receive
/// more. A slow client receives the latest event only, because each one replaces the previous one.
final class EventBody: Sendable {
    enum ReadResult: Hashable {
        case bytes(Int)
        /// Nothing to send yet; the connection has been suspended.
        case suspended
        case end
        case failure
    }

    private struct State {
        /// The rest of the event that is being sent.
        var current: ArraySlice<UInt8> = []
        /// The latest event after it.
        var next: [UInt8] = []
        /// How the response ends: `.end` or `.failure`; nil as long as further events may follow.
        var ending: ReadResult?
        /// The connection that waits for bytes, if any.
        var suspended: ConnectionHandle?
        var lastWrite = ContinuousClock.now
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())

    init(_ events: AsyncStream<ServerEvent>) {
        let task = Task.detached { [weak self] in
            for await event in events {
                guard let self else { return }
                self.write(event.encoded)
            }
            self?.end(with: .end)
        }
        state.withLock { $0.task = task }
    }

    func write(_ text: String) {
        update { state in
            state.next = Array(text.utf8)
            state.lastWrite = .now
        }
    }

    /// Sends a comment, which clients ignore, if nothing has been sent since an instant.
    func keepAlive(since instant: ContinuousClock.Instant) {
        update { state in
            guard state.lastWrite < instant, state.current.isEmpty, state.next.isEmpty else { return }
            state.next = Array(":\n\n".utf8)
            state.lastWrite = .now
        }
    }

    /// Ends the response after the pending events (`.end`), or closes the connection (`.failure`), and cancels the
    /// source of the events.
    func end(with ending: ReadResult) {
        update { state in
            if state.ending != .failure { state.ending = ending }
            state.task?.cancel()
            state.task = nil
        }
    }

    /// Copies pending bytes. If there are none, suspends the connection until there are some or the events end.
    func read(into buffer: UnsafeMutableRawBufferPointer, suspending connection: ConnectionHandle) -> ReadResult {
        state.withLock { state in
            if state.ending == .failure { return .failure }
            if state.current.isEmpty { (state.current, state.next) = (state.next[...], []) }
            guard !state.current.isEmpty else {
                if let ending = state.ending { return ending }
                connection.suspend()
                state.suspended = connection
                return .suspended
            }
            let part = state.current.prefix(buffer.count)
            buffer.copyBytes(from: part)
            state.current = state.current.dropFirst(part.count)
            return .bytes(part.count)
        }
    }

    private func update(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard !state.next.isEmpty || state.ending != nil, let connection = state.suspended else { return }
            state.suspended = nil
            connection.resume()
        }
    }
}
#endif
