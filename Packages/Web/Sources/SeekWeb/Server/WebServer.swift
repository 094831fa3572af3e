#if os(Linux)
import CMicrohttpd
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An HTTP server for a ``WebApplication``, on one thread of libmicrohttpd. Tasks compute the responses.
final class WebServer: Sendable {
    let port: UInt16
    private let application: WebApplication
    private let limits: ServerLimits
    private let log: @Sendable (AccessLogEntry) -> Void
    private let monitor: ConnectionMonitor
    private let monitorThread: SystemThread
    private let phase = Mutex(Phase.running)
    /// The address of the library's daemon; nil when the server is not running.
    private let daemon = Mutex<UInt?>(nil)

    private enum Phase {
        case running
        /// Each response closes its connection.
        case draining
        /// No connection may be suspended anymore.
        case stopping
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - address: The numeric address on which it listens.
    ///   - port: The port; 0 for a free one.
    ///   - log: Receives an entry after each request.
    init(
        _ application: WebApplication,
        address: String = "127.0.0.1",
        port: UInt16 = 0,
        limits: ServerLimits = ServerLimits(),
        log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in }
    ) throws(ServerError) {
        let listener = try ListeningSocket(address: address, port: port)
        let monitor = ConnectionMonitor(eventInterval: limits.eventInterval)
        guard let thread = SystemThread({ monitor.run() }) else {
            close(listener.descriptor)
            throw .system(EAGAIN)
        }
        (self.application, self.limits, self.log) = (application, limits, log)
        (self.monitor, monitorThread, self.port) = (monitor, thread, listener.port)
        guard let started = start(listener.descriptor) else {
            let code = errno
            close(listener.descriptor)
            endMonitor()
            throw .system(code)
        }
        daemon.withLock { $0 = UInt(bitPattern: started) }
    }

    deinit {
        // `stop` must have been called: the library's thread uses this object.
        assert(daemon.withLock { $0 } == nil, "call stop() first")
    }

    /// Stops the server: closes the port, ends event streams and idle connections, and waits for the responses in
    /// progress. Can be called several times.
    ///
    /// - Parameter limit: The time after which responses in progress are abandoned.
    func stop(drainingFor limit: Duration = .zero) async {
        let address = daemon.withLock { daemon in
            defer { daemon = nil }
            return daemon
        }
        guard let daemon = OpaquePointer(bitPattern: address ?? 0) else { return }
        phase.withLock { $0 = .draining }
        let listener = MHD_quiesce_daemon(daemon)
        if listener >= 0 { close(listener) }
        let deadline = ContinuousClock.now + limit
        repeat {
            for connection in monitor.connections {
                connection.exchange?.events?.end(with: .end)
                connection.closeIfIdle()
            }
            if monitor.connections.isEmpty { break }
            try? await Task.sleep(for: .milliseconds(5))
        } while ContinuousClock.now < deadline
        // No connection may be suspended when the library stops.
        phase.withLock { $0 = .stopping }
        for connection in monitor.connections { connection.exchange?.abandon() }
        MHD_stop_daemon(daemon)
        endMonitor()
    }

    private func endMonitor() {
        monitor.stop()
        monitorThread.join()
    }

    private func start(_ listener: Int32) -> OpaquePointer? {
        var options = [
            MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: limits.connectionMemory, ptr_value: nil),
            MHD_OptionItem(option: .CONNECTION_LIMIT, value: limits.maximumConnectionCount, ptr_value: nil),
            // Limits the inactivity of a client. `ConnectionMonitor` limits the total time.
            MHD_OptionItem(
                option: .CONNECTION_TIMEOUT,
                value: Int(limits.responseTime.components.seconds) + 1,
                ptr_value: nil
            ),
            MHD_OptionItem(option: .STRICT_FOR_CLIENT, value: 1, ptr_value: nil),
            MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
        ]
        let flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        // The library calls the four functions when a request begins, when a part of it arrives, when an exchange ends,
        // and when a connection is opened or closed.
        return seek_start_daemon(
            flags,
            listener,
            { context, target, connection in
                guard let context, let target, let connection else { return nil }
                let exchange = WebServer.instance(context).begin(String(cString: target), on: connection)
                return Unmanaged.passRetained(exchange).toOpaque()
            },
            { context, connection, _, method, _, data, size, state in
                guard let context, let connection, let method, let size, let exchange = state?.pointee else {
                    return .NO
                }
                let part = UnsafeRawBufferPointer(start: data, count: size.pointee)
                size.pointee = 0
                return WebServer.instance(context).receive(
                    Unmanaged<ServerExchange>.fromOpaque(exchange).takeUnretainedValue(),
                    method: String(cString: method),
                    part,
                    on: ConnectionHandle(pointer: connection)
                )
            },
            { context, connection, state, _ in
                guard let context, let connection, let exchange = state?.pointee else { return }
                state?.pointee = nil
                WebServer.instance(context).finish(
                    Unmanaged<ServerExchange>.fromOpaque(exchange).takeRetainedValue(),
                    on: connection
                )
            },
            { context, connection, state, change in
                guard let context, let connection, let state else { return }
                if change == .CONNECTION_NOTIFY_STARTED {
                    state.pointee = WebServer.instance(context).connected(ConnectionHandle(pointer: connection))
                } else if let client = state.pointee {
                    state.pointee = nil
                    WebServer.instance(context).disconnected(client)
                }
            },
            Unmanaged.passUnretained(self).toOpaque(),
            &options
        )
    }

    private static func instance(_ context: UnsafeMutableRawPointer) -> WebServer {
        Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
    }
}

// The events of the library, on its thread.
extension WebServer {
    private func connected(_ handle: ConnectionHandle) -> UnsafeMutableRawPointer {
        let client = application.connectionLimitKey(of: handle.clientAddress)
        let connection = monitor.add(handle.socket, of: client, limits)
        return Unmanaged.passRetained(connection).toOpaque()
    }

    private func disconnected(_ connection: UnsafeMutableRawPointer) {
        monitor.remove(Unmanaged<ClientConnection>.fromOpaque(connection).takeRetainedValue())
    }

    private func connection(of pointer: OpaquePointer) -> ClientConnection? {
        seek_connection_context(pointer).map { Unmanaged<ClientConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func begin(_ target: String, on pointer: OpaquePointer) -> ServerExchange {
        let exchange = ServerExchange(target: target, limits: limits, application: application)
        connection(of: pointer)?.begin(exchange, headerTime: limits.headerTime)
        return exchange
    }

    private func receive(
        _ exchange: ServerExchange,
        method: String,
        _ part: UnsafeRawBufferPointer,
        on handle: ConnectionHandle
    ) -> MHD_Result {
        let connection = connection(of: handle.pointer)
        // The lock ensures that no connection is suspended after `stop` has resumed all of them.
        return phase.withLock { phase in
            switch exchange.receive(method: method, from: handle, part) {
            case .receiveBody:
                connection?.setTimeLeft(limits.requestTime)
                return .YES
            case .receive: return .YES
            case .wait where phase == .stopping: return .NO
            case .wait(let request):
                connection?.setTimeLeft(nil)
                exchange.start(request, on: handle)
                return .YES
            case .respond(let response):
                if phase == .stopping, case .events = response.body { return .NO }
                let result = exchange.respond(response, on: handle, closing: phase != .running)
                connection?.setTimeLeft(exchange.events == nil ? limits.responseTime : limits.eventTime)
                return result
            }
        }
    }

    private func finish(_ exchange: ServerExchange, on pointer: OpaquePointer) {
        connection(of: pointer)?.endExchange(requestTime: limits.requestTime)
        log(exchange.finish())
    }
}

/// The limits of the server, which protect it from slow and greedy clients.
struct ServerLimits: Sendable {
    /// The maximum size of a request's body in bytes: the forms and JSON of the app are small.
    var maximumBodySize = 64 << 10
    /// The maximum size of a request's header, in bytes.
    var maximumHeaderSize = 32 << 10
    /// The memory of a connection, in bytes. libmicrohttpd itself responds to a header that does not fit, without
    /// problem details.
    var connectionMemory = 64 << 10
    /// The maximum number of connections. Further clients wait until a connection is closed.
    var maximumConnectionCount = 2_048
    /// The maximum number of connections of a client, except for a proxy. A further connection ends the client's oldest
    /// one without a complete request; if there is none, it is closed itself.
    var maximumConnectionCountPerClient = 128
    /// The time from the start of a connection, or from a request line, to the end of the header. It is not extended by
    /// bytes that arrive, so that a client that sends a header byte by byte is dropped as well.
    var headerTime: Duration = .seconds(10)
    /// The time from the end of a header to the end of the body, and from the end of a response to the next request.
    var requestTime: Duration = .seconds(30)
    /// The time within which a client must receive a response that does not consist of events.
    var responseTime: Duration = .seconds(60)
    /// The maximum time of a response that consists of events. A search takes a few seconds.
    var eventTime: Duration = .seconds(120)
    /// The time without an event after which a comment is sent to a client, to detect lost connections.
    var eventInterval: Duration = .seconds(15)
}
#endif
