#if os(Linux)
import CMicrohttpd
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A connection of a client: its deadline and its current exchange of a request and a response.
final class ClientConnection: Sendable {
    private struct State {
        var deadline: ContinuousClock.Instant?
        var exchange: ServerExchange?
        var isClosed = false
    }

    /// The identifier in ``ConnectionMonitor``.
    let id: UInt64
    /// The socket, which libmicrohttpd closes after ``socketWillClose()``.
    let socket: Int32
    /// The client whose connections are counted together; nil for a proxy.
    let client: String?
    private let state: Mutex<State>

    init(id: UInt64, socket: Int32, client: String?, headerTime: Duration) {
        (self.id, self.socket, self.client) = (id, socket, client)
        state = Mutex(State(deadline: .now + headerTime))
    }

    /// Starts an exchange. Its header must arrive within a time, and before the deadline of the connection.
    func begin(_ exchange: ServerExchange, headerTime: Duration) {
        state.withLock { state in
            state.exchange = exchange
            state.deadline = state.deadline.map { min($0, .now + headerTime) }
        }
    }

    /// Sets the time until the deadline; nil for no deadline.
    func setTimeLeft(_ time: Duration?) {
        let deadline = time.map { ContinuousClock.now + $0 }
        state.withLock { $0.deadline = deadline }
    }

    /// Ends the exchange, and starts the time limit of the next request.
    func endExchange(requestTime: Duration) {
        state.withLock { state in
            state.exchange = nil
            state.deadline = .now + requestTime
        }
    }

    /// The current exchange; nil between two exchanges.
    var exchange: ServerExchange? { state.withLock(\.exchange) }

    func closeIfExpired(at now: ContinuousClock.Instant) {
        state.withLock { state in
            guard let deadline = state.deadline, deadline <= now else { return }
            state.deadline = nil
            shutDown(&state)
        }
    }

    /// Closes the connection if it has no exchange.
    func closeIfIdle() {
        state.withLock { state in
            if state.exchange == nil { shutDown(&state) }
        }
    }

    /// Closes the connection unless a complete request has arrived. Returns whether it is closed.
    func closeIfReceiving() -> Bool {
        state.withLock { state in
            guard state.exchange?.isReceiving ?? true else { return false }
            shutDown(&state)
            return true
        }
    }

    /// Closes the connection.
    func close() { state.withLock { shutDown(&$0) } }

    /// Whether the connection is closed, or will be.
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Ends the use of the socket. Must be called before libmicrohttpd closes the socket, because another connection
    /// may then have the same descriptor.
    func socketWillClose() { state.withLock { $0.isClosed = true } }

    /// Shuts the socket down. libmicrohttpd then receives the end of the stream, and closes the connection.
    private func shutDown(_ state: inout State) {
        guard !state.isClosed else { return }
        shutdown(socket, Int32(SHUT_RDWR))
        state.isClosed = true
    }
}

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
