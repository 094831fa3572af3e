/// A connection to a port of 127.0.0.1 for tests of servers: sends raw bytes and returns the received ones.
///
/// ```swift
/// let response = try RawClient(port: server.port).exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
/// ```
/// Its calls block the thread. The connection is closed when the client is deallocated.
public final class RawClient {
    /// A failed connection.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason, on one line.
        public let description: String
    }

    /// The bytes that were received until the connection ended.
    public struct Response: Sendable, Hashable {
        /// The received bytes as text; invalid UTF-8 is replaced.
        public let text: String
        /// Whether the connection was reset rather than closed.
        public let isReset: Bool

        /// The bodies of the responses that have a `Content-Length`.
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

    /// Connects to a port of 127.0.0.1.
    public init(port: UInt16) throws(Failure) {
        socket = try Socket.connected(to: port)
    }

    init(path: String) throws(Failure) {
        socket = try Socket.connected(toPath: path)
    }

    deinit { close() }

    /// Closes the connection. Further calls have no effect.
    public func close() {
        if isOpen { socket.close() }
        isOpen = false
    }

    /// Sends a string. Returns false if the connection is broken.
    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends bytes. Returns false if the connection is broken.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool { isOpen && socket.write(bytes) }

    /// Waits until bytes are available, and reads them. Returns their number; 0 if the connection was closed, -1 if it
    /// was reset.
    public func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard isOpen else { return 0 }
        return socket.receive(into: buffer)
    }

    /// Sends a string, and returns the bytes received until the connection ends.
    public func exchange(_ text: String) -> Response {
        send(text)
        let (bytes, isReset) = receive { _ in 65_536 }
        return Response(text: String(decoding: bytes, as: UTF8.self), isReset: isReset)
    }

    /// Returns the received text up to and including a string, or up to the end of the connection.
    public func read(until end: String) -> String {
        let (bytes, _) = receive { $0.suffix(end.utf8.count).elementsEqual(end.utf8) ? 0 : 1 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the given number of bytes, or fewer if the connection ends.
    func read(_ count: Int) -> [UInt8] { receive { count - $0.count }.bytes }

    /// Reads until the connection ends or no more bytes are wanted.
    ///
    /// - Parameter wanted: Returns the maximum number of bytes of the next read, given the bytes received so far; 0 to
    ///   stop reading.
    private func receive(atMost wanted: ([UInt8]) -> Int) -> (bytes: [UInt8], isReset: Bool) {
        var received: [UInt8] = []
        while true {
            var buffer = [UInt8](repeating: 0, count: wanted(received))
            guard !buffer.isEmpty else { return (received, false) }
            let count = buffer.withUnsafeMutableBytes { receive(into: $0) }
            guard count > 0 else { return (received, count < 0) }
            received += buffer[..<count]
        }
    }
}
