/// A connection to a port of 127.0.0.1 that sends bytes as they are and tells how it ended: what a server is tested with.
///
/// ```swift
/// let answer = try RawClient(port: server.port).exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
/// ```
/// Its calls block the thread. The connection is closed with the last reference to it.
public final class RawClient {
    /// Why there is no connection, in the system's words.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// One line.
        public let description: String
    }

    /// What arrived until the connection ended.
    public struct Ending: Sendable, Hashable {
        /// All of it; bytes that are no UTF-8 are replaced.
        public let text: String
        /// Whether the connection was reset rather than ended in order.
        public let isReset: Bool

        /// The bodies of the answers in it that tell their `Content-Length`.
        public var bodies: [String] {
            text.split(separator: "Content-Length: ", omittingEmptySubsequences: false).dropFirst().compactMap { part in
                let length = Int(part.prefix { $0.isNumber })
                guard let length, let end = part.firstRange(of: "\r\n\r\n") else { return nil }
                return String(decoding: part[end.upperBound...].utf8.prefix(length), as: UTF8.self)
            }
        }
    }

    private let socket: Socket
    private var isOpen = true

    /// Connects.
    public init(port: UInt16) throws(Failure) {
        socket = try Socket.connected(to: port)
    }

    deinit { close() }

    /// Ends the connection. Further calls do nothing.
    public func close() {
        if isOpen { socket.close() }
        isOpen = false
    }

    /// Sends a text. False where the connection is broken.
    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends bytes. False where the connection is broken.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool { isOpen && socket.write(bytes) }

    /// Takes what has arrived, waiting for the first byte: how many bytes; 0 at the end, -1 where the connection was reset.
    public func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard isOpen else { return 0 }
        return socket.receive(into: buffer)
    }

    /// Sends a text and takes what arrives until the connection ends.
    public func exchange(_ text: String) -> Ending {
        send(text)
        let (bytes, isReset) = receive { _ in true }
        return Ending(text: String(decoding: bytes, as: UTF8.self), isReset: isReset)
    }

    /// Takes what arrives up to a text, and nothing behind it.
    public func read(until end: String) -> String {
        let (bytes, _) = receive(atOnce: 1) { !$0.suffix(end.utf8.count).elementsEqual(end.utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Takes what arrives for as long as all that has come is not enough.
    private func receive(atOnce size: Int = 65_536, while isWanting: ([UInt8]) -> Bool) -> ([UInt8], isReset: Bool) {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: size)
        while true {
            let count = buffer.withUnsafeMutableBytes { receive(into: $0) }
            guard count > 0 else { return (received, count < 0) }
            received += buffer[..<count]
            guard isWanting(received) else { return (received, false) }
        }
    }
}
