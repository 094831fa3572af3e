#if os(Linux)
import BenchKit
import Foundation

/// A hostile server in place of Redis, on a port of 127.0.0.1. It replies to what it receives without parsing it.
final class ScriptedRedis: Sendable {
    private let listener: Int32
    private let port: UInt16

    /// Starts a server, which runs until this process ends.
    ///
    /// - Parameters:
    ///   - time: The reply to whatever contains the command `TIME`, with which each connection begins.
    ///   - reply: The reply to anything else.
    ///   - isEndless: Whether `reply` is repeated until the client closes the connection.
    init(time: String, reply: String = "+OK\r\n", isEndless: Bool = false) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { throw BenchFailure(description: "the scripted server cannot listen") }
        (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread {
                    Self.serve(client, time: time, reply: reply, isEndless: isEndless)
                    _ = close(client)
                }
            }
        }
    }

    var url: String { "redis://127.0.0.1:\(port)" }

    private static func serve(_ client: Int32, time: String, reply: String, isEndless: Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            let isTime = String(decoding: buffer[..<count], as: UTF8.self).contains("TIME")
            repeat {
                let bytes = Array((isTime ? time : reply).utf8)
                guard send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 else { return }
            } while isEndless && !isTime
        }
    }
}
#endif
