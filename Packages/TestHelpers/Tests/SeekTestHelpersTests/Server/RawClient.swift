import Foundation

@testable import SeekTestHelpers

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A client that sends bytes as they are and tells how the connection ended: what the server is tested with.
final class RawClient {
    struct Failure: Error {
        let reason: String
    }

    /// What arrived until the connection ended, and whether it was reset.
    struct Ending {
        var text = ""
        var isReset = false

        /// The bodies of plain answers: what follows each `Content-Length`.
        var bodies: [String] {
            text.components(separatedBy: "Content-Length: ").dropFirst().compactMap { part in
                guard let end = part.range(of: "\r\n"), let length = Int(part[..<end.lowerBound]) else { return nil }
                return part.range(of: "\r\n\r\n").map { String(part[$0.upperBound...].prefix(length)) }
            }
        }
    }

    private let socket: Socket
    private var isOpen = true

    init(port: UInt16) throws {
        #if canImport(Glibc)
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #elseif canImport(Musl)
        let descriptor = Musl.socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(reason: Socket.lastError()) }
        socket = Socket(descriptor: descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let reason = Socket.lastError()
            socket.close()
            isOpen = false
            throw Failure(reason: reason)
        }
    }

    deinit {
        close()
    }

    func close() {
        if isOpen { socket.close() }
        isOpen = false
    }

    func send(_ text: String) {
        _ = socket.write(Array(text.utf8))
    }

    /// Sends bytes and reads until the connection ends.
    func exchange(_ text: String) -> Ending {
        send(text)
        var ending = Ending()
        var bytes: [UInt8] = []
        ending.isReset = !read { part in
            bytes += part
            return true
        }
        ending.text = String(decoding: bytes, as: UTF8.self)
        return ending
    }

    /// Reads until some text has arrived, byte by byte, so that nothing behind it is taken.
    func read(until end: String) -> String {
        var bytes: [UInt8] = []
        _ = read(size: 1) { part in
            bytes += part
            return !bytes.suffix(end.utf8.count).elementsEqual(end.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Hands over what arrives until `take` has enough. False where the connection was reset.
    private func read(size: Int = 65_536, _ take: ([UInt8]) -> Bool) -> Bool {
        var buffer = [UInt8](repeating: 0, count: size)
        while true {
            let count = recv(socket.descriptor, &buffer, size, 0)
            guard count > 0 else { return count == 0 }
            guard take(Array(buffer[..<count])) else { return true }
        }
    }
}
