import SeekBasics
import SeekNetworking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The listener, the connections and their threads. Retained by the threads and stopped by ``LoopbackServer``.
final class ServerCore: Sendable {
    private struct State {
        /// The sockets of open connections. A socket is removed before it is closed, so that its descriptor cannot
        /// already belong to another socket.
        var connections: Set<Socket> = []
        var acceptedCount = 0
        /// The arrivals in the order of completion; empty if requests are only counted.
        var arrivals: [LoopbackServer.Arrival] = []
        var isStopped = false
        var thread: SystemThread?
    }

    let baseURL: URL
    let port: UInt16
    /// Whether requests are recorded, or only counted.
    let recordsRequests: Bool
    /// The number of complete requests. Finished once the server has stopped.
    let requestCount = AsyncCounter()
    let handler: @Sendable (HTTPRequest) -> LoopbackServer.Reply
    private let tls: TLSContext?

    private static let maximumConnectionCount = 1_024
    private static let tooManyConnections = Array(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8
    )

    private let state = Mutex(State())
    /// Closed by the accepting thread when that thread ends, or by ``start()`` if the thread cannot be created.
    private let listener: Socket
    /// A pipe that wakes up the accepting thread.
    private let wakeReader: Int32
    private let wakeWriter: Int32

    init(
        port: UInt16,
        recordsRequests: Bool,
        tls: TLSContext?,
        handler: @escaping @Sendable (HTTPRequest) -> LoopbackServer.Reply
    ) throws(LoopbackServer.Failure) {
        let listener = try Socket.listening(on: port)
        var pipeEnds: [Int32] = [-1, -1]
        let status = pipe(&pipeEnds)
        // Read before further calls change errno.
        let reason = Socket.lastError()
        for end in pipeEnds { Socket(descriptor: end).closeOnExec() }
        let boundPort = listener.localPort
        guard status == 0, let baseURL = URL(string: "\(tls == nil ? "http" : "https")://127.0.0.1:\(boundPort)") else {
            listener.close()
            throw .system(reason)
        }
        self.listener = listener
        self.port = boundPort
        self.baseURL = baseURL
        self.recordsRequests = recordsRequests
        self.tls = tls
        self.handler = handler
        wakeReader = pipeEnds[0]
        wakeWriter = pipeEnds[1]
    }

    deinit {
        // All threads have ended, because each of them retains a reference.
        close(wakeReader)
        close(wakeWriter)
    }

    var arrivals: [LoopbackServer.Arrival] { state.withLock { $0.arrivals } }
    var acceptedConnectionCount: Int { state.withLock { $0.acceptedCount } }
    var openConnectionCount: Int { state.withLock { $0.connections.count } }

    func start() throws(LoopbackServer.Failure) {
        guard let thread = SystemThread({ self.acceptConnections() }) else {
            listener.close()
            throw .system("no thread could be created")
        }
        state.withLock { $0.thread = thread }
    }

    func stop() {
        let thread = state.withLock { state in
            state.isStopped = true
            for connection in state.connections { connection.shutDown() }
            defer { state.thread = nil }
            return state.thread
        }
        requestCount.finish()
        guard let thread else { return }
        var byte: UInt8 = 0
        _ = write(wakeWriter, &byte, 1)
        thread.join()
    }

    func record(_ arrival: LoopbackServer.Arrival) {
        if recordsRequests { state.withLock { $0.arrivals.append(arrival) } }
        if arrival.request != nil { requestCount.add(1) }
    }

    private func acceptConnections() {
        while waitForConnection() {
            guard let connection = listener.accept() else {
                // Probably out of descriptors: the next attempt is after 5 ms, unless the server stops.
                var entry = pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)
                _ = poll(&entry, 1, 5)
                continue
            }
            serve(connection)
        }
        listener.close()
    }

    /// Waits for a connection. Returns false once the server is stopped.
    private func waitForConnection() -> Bool {
        var entries = [
            pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&entries, 2, -1)
        return entries[1].revents == 0 && !state.withLock { $0.isStopped }
    }

    private func serve(_ socket: Socket) {
        let (isStopped, isFull, number) = state.withLock { state in
            state.acceptedCount += 1
            let isFull = state.connections.count >= Self.maximumConnectionCount
            if !state.isStopped, !isFull { state.connections.insert(socket) }
            return (state.isStopped, isFull, state.acceptedCount)
        }
        guard !isStopped, !isFull else {
            if !isStopped { _ = socket.write(Self.tooManyConnections) }
            socket.close()
            return
        }
        let thread = SystemThread {
            if let channel = self.channel(over: socket) {
                var connection = ServerConnection(channel: channel, core: self, number: number)
                connection.run()
            } else {
                let outcome = LoopbackServer.Arrival.Outcome.rejected(status: 0, reason: "the TLS handshake failed")
                self.record(.init(bytes: Data(), outcome: outcome, connection: number))
            }
            self.finish(socket)
        }
        if let thread { thread.detach() } else { finish(socket) }
    }

    /// Returns the channel of a connection; nil if the TLS handshake failed.
    private func channel(over socket: Socket) -> ServerChannel? {
        guard let tls else { return ServerChannel(socket: socket, session: nil) }
        return tls.accept(socket).map { ServerChannel(socket: socket, session: $0) }
    }

    private func finish(_ socket: Socket) {
        _ = state.withLock { $0.connections.remove(socket) }
        socket.close()
    }
}
