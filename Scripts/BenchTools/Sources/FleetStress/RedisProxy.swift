#if os(Linux)
import BenchKit
import Foundation
import SeekTestHelpers
import Synchronization

/// A proxy between Unix sockets that can delay, truncate and cut what it forwards.
final class RedisProxy: Sendable {
    private let path: String
    private let target: String
    private let listener: Int32
    private let hasFaults = Atomic(false)
    private let random: Mutex<SeededGenerator>

    /// Starts a proxy between its own socket at `path` and the socket of Redis at `target`.
    init(to target: String, at path: String, seed: UInt64) throws {
        self.path = path
        self.target = target
        random = Mutex(SeededGenerator(seed: seed))
        listener = UnixSocket.make()
        guard UnixSocket.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 128) == 0 else {
            throw BenchFailure(description: "the proxy cannot listen at \(path)")
        }
        Thread.detachNewThread { [self] in acceptConnections() }
    }

    var url: String { "unix://\(path)" }

    var causesFaults: Bool {
        get { hasFaults.load(ordering: .relaxed) }
        set { hasFaults.store(newValue, ordering: .relaxed) }
    }

    func stop() { _ = shutdown(listener, Int32(SHUT_RDWR)) }

    private func acceptConnections() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else {
                _ = close(listener)
                return
            }
            let server = UnixSocket.make()
            if UnixSocket.withAddress(target, { connect(server, $0, $1) }) == 0 {
                let connection = ProxyConnection(client: client, server: server)
                for (source, destination) in [(client, server), (server, client)] {
                    Thread.detachNewThread { [self] in
                        forward(from: source, to: destination)
                        connection.end()
                    }
                }
            } else {
                _ = close(client)
                _ = close(server)
            }
        }
    }

    /// Forwards bytes until one side closes its connection or a fault cuts it.
    private func forward(from source: Int32, to destination: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            let fault = causesFaults ? random.withLock { Fault.byFrequency.randomElement(using: &$0) } : nil
            switch fault {
            case .delay: usleep(random.withLock { .random(in: 1_000...150_000, using: &$0) })
            case .truncation:
                _ = send(destination, buffer, count / 2, Int32(MSG_NOSIGNAL))
                return
            case .cut: return
            case .pass, nil: break
            }
            var sent = 0
            while sent < count {
                let written = buffer.withUnsafeBytes { bytes in
                    send(destination, bytes.baseAddress?.advanced(by: sent), count - sent, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else { return }
                sent += written
            }
        }
    }

    /// What happens to a piece of at most 4 KB. Most pieces pass.
    private enum Fault {
        case pass, delay, truncation, cut

        static let byFrequency: [Fault] = Array(repeating: .pass, count: 40) + [.delay, .delay, .truncation, .cut]
    }
}

/// The two sockets of a connection, which are closed when both directions have ended.
private final class ProxyConnection: Sendable {
    private let client: Int32
    private let server: Int32
    private let endedDirectionCount = Atomic(0)

    init(client: Int32, server: Int32) {
        self.client = client
        self.server = server
    }

    func end() {
        _ = shutdown(client, Int32(SHUT_RDWR))
        _ = shutdown(server, Int32(SHUT_RDWR))
        guard endedDirectionCount.add(1, ordering: .acquiringAndReleasing).newValue == 2 else { return }
        _ = close(client)
        _ = close(server)
    }
}

private enum UnixSocket {
    static func make() -> Int32 { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }

    /// Calls a function with the address of a path. Returns −1 if the path is too long: on Linux, 108 bytes or more.
    static func withAddress(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return -1 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
#endif
