#if os(Linux)
import Foundation
import SeekBasics

@testable import SeekTestHelpers

/// A hostile server on loopback, which replies to each command as a test determines.
final class FakeRedis: Sendable {
    enum Reply: Sendable {
        case text(String)
        /// Repeats the second text after the first until the client closes the connection.
        case endless(String, then: String)
    }

    private let listener: Socket
    private let sentByteCount = ByteCount()

    private final class ByteCount: Sendable { let value = Mutex(0) }

    /// - Parameter reply: Receives the name of each command.
    init(reply: @escaping @Sendable (String) -> Reply) throws {
        listener = try Socket.listening(on: 0)
        Thread.detachNewThread { [listener, sentByteCount] in
            while let client = listener.accept() {
                Thread.detachNewThread {
                    while let command = Self.command(from: client), Self.send(reply(command), to: client, sentByteCount)
                    {}
                    client.close()
                }
            }
        }
    }

    deinit { listener.shutDown() }

    var url: String { "redis://127.0.0.1:\(listener.localPort)" }

    /// The maximum number of bytes that were sent in an endless reply.
    var endlessByteCount: Int { sentByteCount.value.withLock { $0 } }

    private static func send(_ reply: Reply, to client: Socket, _ sentByteCount: ByteCount) -> Bool {
        switch reply {
        case .text(let text): return client.write(Array(text.utf8))
        case .endless(let start, let part):
            let block = Array(String(repeating: part, count: 1 + (1 << 16) / part.utf8.count).utf8)
            guard client.write(Array(start.utf8)) else { return false }
            var count = 0
            while client.write(block) {
                count += block.count
                sentByteCount.value.withLock { [count] in $0 = max($0, count) }
            }
            return false
        }
    }

    /// Reads a command, and returns its name; nil at the end of the connection.
    private static func command(from client: Socket) -> String? {
        guard let count = number(from: client) else { return nil }
        var name: String?
        for _ in 0..<count {
            guard let length = number(from: client), let argument = bytes(length + 2, from: client) else { return nil }
            name = name ?? String(decoding: argument.dropLast(2), as: UTF8.self)
        }
        return name
    }

    /// Reads a line such as `$12`, and returns its number.
    private static func number(from client: Socket) -> Int? {
        var line: [UInt8] = []
        while !line.ends(with: "\r\n".utf8) {
            guard let byte = bytes(1, from: client) else { return nil }
            line += byte
        }
        return Int(String(decoding: line.dropFirst().dropLast(2), as: UTF8.self))
    }

    private static func bytes(_ count: Int, from client: Socket) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let size = bytes.withUnsafeMutableBytes { buffer in
                client.receive(into: UnsafeMutableRawBufferPointer(rebasing: buffer[received...]))
            }
            guard size > 0 else { return nil }
            received += size
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate func ends(with suffix: some Collection<UInt8>) -> Bool {
        self.suffix(suffix.count).elementsEqual(suffix)
    }
}
#endif
