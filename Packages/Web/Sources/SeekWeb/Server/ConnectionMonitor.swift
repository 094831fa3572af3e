#if os(Linux)
import CMicrohttpd
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Watches all connections on a thread: applies the time limits, and detects clients that have disconnected, because
/// libmicrohttpd does not detect this while a connection is suspended.
final class ConnectionMonitor: Sendable {
    private struct State {
        var connections: [UInt64: ServerConnection] = [:]
        var nextID: UInt64 = 1
        var isStopped = false
    }

    /// The interval at which deadlines are checked, in milliseconds.
    private static let interval: Int32 = 250
    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    /// Wakes the thread up. Its identifier in `epoll` is 0.
    private let wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    /// The time after which a comment is sent to an event stream in which nothing was sent.
    private let eventInterval: Duration
    private let state = Mutex(State())

    init(eventInterval: Duration) {
        self.eventInterval = eventInterval
        watch(wakeup, events: EPOLLIN.rawValue, id: 0)
    }

    deinit {
        close(wakeup)
        close(epoll)
    }

    var connections: [ServerConnection] { state.withLock { Array($0.connections.values) } }

    /// Starts to watch the connection of a socket. If its client has too many connections, the oldest one without a
    /// complete request is closed, or else this one.
    ///
    /// - Parameters:
    ///   - client: The client whose connections are counted together; nil for a proxy.
    ///   - limits: The time for the header of the first request, and the number of connections of a client.
    func add(_ socket: Int32, of client: String?, _ limits: ServerLimits) -> ServerConnection {
        let (connection, others, wasEmpty) = state.withLock { state in
            let others = client == nil ? [] : state.connections.values.filter { $0.client == client && !$0.isClosed }
            let connection = ServerConnection(
                id: state.nextID,
                socket: socket,
                client: client,
                headerTime: limits.headerTime
            )
            state.nextID += 1
            state.connections[connection.id] = connection
            return (connection, others, state.connections.count == 1)
        }
        // Edge-triggered, so that a disconnection is reported only once.
        watch(socket, events: EPOLLRDHUP.rawValue | EPOLLET.rawValue, id: connection.id)
        if wasEmpty { wake() }
        if others.count >= limits.maximumConnectionCountPerClient,
            !others.sorted(by: { $0.id < $1.id }).contains(where: { $0.closeIfReceiving() })
        {
            connection.close()
        }
        return connection
    }

    /// Removes a connection. Must be called before its socket is closed. Closing the socket removes it from `epoll`.
    func remove(_ connection: ServerConnection) {
        state.withLock { $0.connections[connection.id] = nil }
        connection.socketWillClose()
    }

    /// Runs until ``stop()``.
    func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while !state.withLock(\.isStopped) {
            let timeout = state.withLock(\.connections.isEmpty) ? -1 : Self.interval
            let count = max(0, epoll_wait(epoll, &events, Int32(events.count), timeout))
            for event in events.prefix(Int(count)) {
                if event.data.u64 == 0 {
                    var value: UInt64 = 0
                    read(wakeup, &value, MemoryLayout<UInt64>.size)
                } else {
                    // Ends an event stream only. Other responses are completed: a client may close its half of the
                    // connection after the request.
                    state.withLock { $0.connections[event.data.u64] }?.exchange?.events?.end(with: .failure)
                }
            }
            check()
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    private func check() {
        let now = ContinuousClock.now
        for connection in connections {
            connection.closeIfExpired(at: now)
            connection.exchange?.events?.keepAlive(since: now - eventInterval)
        }
    }

    private func watch(_ descriptor: Int32, events: UInt32, id: UInt64) {
        var event = epoll_event()
        event.events = events
        event.data.u64 = id
        epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeup, &one, MemoryLayout<UInt64>.size)
    }
}
#endif
