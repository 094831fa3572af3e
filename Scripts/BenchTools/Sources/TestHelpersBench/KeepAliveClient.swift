import BenchKit
import Dispatch
package import Foundation
import SeekTestHelpers
import Synchronization

/// A minimal client that sends the same request over persistent connections. It does little work, so that the
/// server takes most of the time.
package struct KeepAliveClient: Sendable {
    private let port: UInt16
    private let request: [UInt8]
    private let variesInSize: Bool

    /// - Parameter variesInSize: Whether responses may differ in size. If so, the header of each response is parsed,
    /// otherwise only that of the first response of each connection.
    package init(_ url: URL, target: String, variesInSize: Bool = false) throws {
        guard let port = url.port.flatMap(UInt16.init(exactly:)) else {
            throw BenchFailure(description: "\(url): no port")
        }
        (self.port, self.variesInSize) = (port, variesInSize)
        request = Array("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
    }

    /// Sends requests over concurrent connections and returns the rate. `count`, the number of requests over all
    /// connections, is rounded down to a multiple of `connections`.
    package func requestsPerSecond(_ count: Int, connections: Int) throws -> Double {
        let failed = Atomic<Int>(0)
        let share = count / connections
        let start = ContinuousClock.now
        DispatchQueue.concurrentPerform(iterations: connections) { _ in
            if !sendRequests(share) { failed.add(1, ordering: .relaxed) }
        }
        let time = ContinuousClock.now - start
        guard failed.load(ordering: .relaxed) == 0 else {
            throw BenchFailure(description: "port \(port) could not be reached or returned an unexpected response")
        }
        return Double(share * connections) / (time / .seconds(1))
    }

    /// Sends requests over one connection and returns whether all responses were complete and had the status 200.
    /// Unless ``variesInSize`` is set, all responses must have the size of the first.
    private func sendRequests(_ count: Int) -> Bool {
        guard let client = try? RawClient(port: port) else { return false }
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        var size = 0
        for _ in 0..<count {
            guard client.send(request) else { return false }
            var received = 0
            if variesInSize { size = 0 }
            repeat {
                let read = buffer.withUnsafeMutableBytes { bytes in
                    client.receive(into: UnsafeMutableRawBufferPointer(rebasing: bytes[received...]))
                }
                guard read > 0 else { return false }
                received += read
                if size == 0 { size = Self.size(of: buffer[..<received]) ?? 0 }
            } while size == 0 || received < size
            guard received == size, buffer.starts(with: "HTTP/1.1 200 ".utf8) else { return false }
        }
        return true
    }

    /// Returns the size of the response in bytes, or nil if its head is incomplete or has no Content-Length.
    private static func size(of bytes: ArraySlice<UInt8>) -> Int? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
        guard let length = head.firstRange(of: "content-length: ") else { return nil }
        return Int(head[length.upperBound...].prefix { $0.isNumber }).map { end.upperBound + $0 }
    }
}
