#if os(Linux)
import Foundation
import SeekBasics

/// A listener on 127.0.0.1 that runs a script of system calls on each connection, to simulate servers that fail below
/// HTTP.
///
/// Connections are served one after another on one thread; a connection is closed when its script returns.
final class RawServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let accepted = Atomic(0)
    private let isStopped = Atomic(false)

    /// The number of connections accepted so far.
    var acceptedConnectionCount: Int { accepted.load(ordering: .relaxed) }

    /// Starts a listener. `script` receives the descriptor of each connection.
    init(_ script: @escaping @Sendable (Int32) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.loopbackAddress(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0 ? getsockname(listener, $0, &length) : -1
            }
        }
        guard status == 0 else {
            if listener >= 0 { close(listener) }
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self, !isStopped.load(ordering: .relaxed) else {
                    if connection >= 0 { close(connection) }
                    break
                }
                accepted.add(1, ordering: .relaxed)
                script(connection)
                close(connection)
            }
            close(listener)
        }
    }

    deinit {
        isStopped.store(true, ordering: .relaxed)
        // Wakes up the thread, which closes the descriptor.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private static func loopbackAddress(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    /// Waits for the first bytes of a client and reads at most `count` of them. If some remain unread, closing the
    /// connection resets it.
    static func awaitBytes(_ connection: Int32, count: Int = 16) {
        var buffer = [UInt8](repeating: 0, count: count)
        _ = recv(connection, &buffer, buffer.count, 0)
    }

    /// Reads the request line and the header fields, up to the empty line or the end of the connection.
    static func readHead(_ connection: Int32) -> String {
        var head = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !head.hasSuffix("\r\n\r\n") {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            head += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return head
    }

    /// Sets the connection to be reset when it is closed.
    static func resetOnClose(_ connection: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Relays bytes in both directions until either side closes its connection.
    static func relay(_ connection: Int32, to port: UInt16) {
        var address = loopbackAddress(port: port)
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(server) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var entries = [
                pollfd(fd: connection, events: Int16(POLLIN), revents: 0),
                pollfd(fd: server, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&entries, 2, -1) > 0 else { return }
            for (source, target) in [(0, server), (1, connection)] where entries[source].revents != 0 {
                let count = recv(entries[source].fd, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                write(Array(buffer[..<count]), to: target)
            }
        }
    }

    /// Sends bytes, or as many of them as the peer accepts.
    static func write(_ bytes: [UInt8], to connection: Int32) {
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
#endif
