#if os(Linux)
import CMicrohttpd
import SeekBasics
import SeekNetworking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Watches all connections on a thread: applies the time limits, and detects clients that have disconnected, because
/// libmicrohttpd does not detect this while a connection is suspended.
final class ConnectionMonitor: Sendable {
    private struct State {
        var connections: [UInt64: ClientConnection] = [:]
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

    var connections: [ClientConnection] { state.withLock { Array($0.connections.values) } }

    /// Starts to watch the connection of a socket. If its client has too many connections, the oldest one without a
    /// complete request is closed, or else this one.
    ///
    /// - Parameters:
    ///   - client: The client whose connections are counted together; nil for a proxy.
    ///   - limits: The time for the header of the first request, and the number of connections of a client.
    func add(_ socket: Int32, of client: String?, _ limits: ServerLimits) -> ClientConnection {
        let (connection, others, wasEmpty) = state.withLock { state in
            let others = client == nil ? [] : state.connections.values.filter { $0.client == client && !$0.isClosed }
            let connection = ClientConnection(
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
    func remove(_ connection: ClientConnection) {
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

/// A connection of libmicrohttpd.
///
/// Unchecked: the library's thread owns the connection. Other threads only call ``resume()``, which is safe on any
/// thread while the connection is suspended. They hold the lock `state` of ``ServerExchange`` or ``EventBody``; the
/// state contains the handle only while the connection is suspended.
struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Stops reading from and writing to the connection. Called on the library's thread only.
    func suspend() { MHD_suspend_connection(pointer) }

    /// Continues a suspended connection, once for each ``suspend()``.
    func resume() { MHD_resume_connection(pointer) }

    /// The fields of the request's header, in order; nil if one is invalid.
    var headerFields: HTTPFields? {
        var fields: HTTPFields? = [:]
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(
                pointer,
                .HEADER_KIND,
                { context, _, name, nameSize, value, valueSize in
                    let name = UnsafeRawBufferPointer(start: name, count: nameSize)
                    let value = String(
                        decoding: UnsafeRawBufferPointer(start: value, count: valueSize),
                        as: UTF8.self
                    )
                    let fields = context?.assumingMemoryBound(to: HTTPFields?.self)
                    guard let name = HTTPField.Name(String(decoding: name, as: UTF8.self)),
                        HTTPField.isValidValue(value)
                    else {
                        fields?.pointee = nil
                        return .NO
                    }
                    fields?.pointee?.append(HTTPField(name: name, value: value))
                    return .YES
                },
                fields
            )
        }
        return fields
    }

    /// The descriptor of the socket.
    var socket: Int32 { seek_connection_socket(pointer) }

    /// The numeric address of the client; empty if unknown.
    var clientAddress: String {
        let address = seek_connection_client(pointer).flatMap { MachineAddresses.numeric($0) } ?? ""
        // A socket for IPv6 that accepts IPv4 as well reports IPv4 addresses as ::ffff:127.0.0.1.
        return address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
    }

    /// Queues a response.
    ///
    /// - Parameter closing: Whether the connection is closed after the response.
    /// - Returns: The result for the library, and the body of a response that consists of events.
    func queue(_ response: WebResponse, closing: Bool) -> (result: MHD_Result, events: EventBody?) {
        var events: EventBody?
        let nativeResponse: OpaquePointer?
        switch response.body {
        case .data(let data):
            nativeResponse = data.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count,
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                    .RESPMEM_MUST_COPY
                )
            }
        case .events(let stream):
            let body = EventBody(stream)
            events = body
            nativeResponse = EventReader(body: body, connection: self).response()
        }
        guard let nativeResponse else { return (.NO, events) }
        defer { MHD_destroy_response(nativeResponse) }
        for field in response.headerFields {
            _ = MHD_add_response_header(nativeResponse, field.name.rawName, field.value)
        }
        if closing { _ = MHD_add_response_header(nativeResponse, "Connection", "close") }
        return (MHD_queue_response(pointer, UInt32(response.status.code), nativeResponse), events)
    }
}

/// Passes the events of a response to libmicrohttpd.
private final class EventReader {
    let body: EventBody
    let connection: ConnectionHandle

    init(body: EventBody, connection: ConnectionHandle) {
        self.body = body
        self.connection = connection
    }

    /// Creates a response of unknown size. The response retains the reader until it is destroyed.
    func response() -> OpaquePointer? {
        let retained = Unmanaged.passRetained(self)
        let response = MHD_create_response_from_callback(
            .max,  // The size is unknown.
            4_096,
            { context, _, buffer, size in
                guard let context, let buffer else { return -2 }
                let reader = Unmanaged<EventReader>.fromOpaque(context).takeUnretainedValue()
                let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: size)
                // The library's constants for the end (-1) and a failure (-2) are macros that Swift does not import.
                return switch reader.body.read(into: bytes, suspending: reader.connection) {
                case .bytes(let count): count
                case .suspended: 0
                case .end: -1
                case .failure: -2
                }
            },
            retained.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<EventReader>.fromOpaque(context).takeRetainedValue().body.end(with: .failure)
            }
        )
        if response == nil { retained.release() }
        return response
    }
}
#endif
