#if os(Linux)
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A connection of a client: its deadline and its current exchange of a request and a response.
final class ServerConnection: Sendable {
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
#endif
