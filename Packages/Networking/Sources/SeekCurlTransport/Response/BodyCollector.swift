#if os(Linux)
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import SeekNetworking

/// Collects a body up to a limit.
final class BodyCollector {
    /// The largest body to accept, in bytes after content decoding.
    let limit: Int
    private(set) var isOverLimit = false
    private let pool: BodyPool
    private var buffer: BodyPool.Buffer?
    private var count = 0

    private static let contentEncoding = HTTPField.Name("Content-Encoding")
    /// The room for a body that does not say how long it is: most answers of an API are no longer.
    private static let firstCapacity = 64 * 1024
    /// The most room made because a server says so; what comes beyond makes its own.
    private static let trustedLength = 16 * 1024 * 1024

    init(limit: Int, pool: BodyPool) {
        self.limit = limit
        self.pool = pool
    }

    deinit {
        if let buffer { pool.give(buffer) }
    }

    /// Looks at the header fields before the body comes: refuses one that says it is too large, makes room for one that
    /// says its size. A coded body's length says nothing about the decoded one. False: stop the transfer.
    func prepare(for status: HTTPResponse.Status, _ fields: HTTPFields, method: HTTPRequest.Method) -> Bool {
        let hasBody = method != .head && status.code != 204 && status.code != 304
        let isCoded = Self.contentEncoding.map { fields[$0] != nil } ?? false
        guard hasBody, !isCoded, let length = fields[values: .contentLength].first.flatMap(Int.init) else {
            return true
        }
        isOverLimit = length > limit
        if !isOverLimit, length > 0 { makeRoom(for: min(length, Self.trustedLength)) }
        return !isOverLimit
    }

    /// Takes in decoded bytes. False: the limit is exceeded, stop the transfer.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limit - count else {
            isOverLimit = true
            return false
        }
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
        let buffer = makeRoom(for: max(count + bytes.count, buffer == nil ? Self.firstCapacity : 0))
        (buffer.bytes + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
        return true
    }

    /// Hands the body over; the collector is empty then.
    func takeBody() -> Data {
        guard let full = buffer else { return Data() }
        buffer = nil
        return pool.data(full, count: count)
    }

    /// The buffer, with room for so many bytes.
    @discardableResult
    private func makeRoom(for needed: Int) -> BodyPool.Buffer {
        if let buffer, buffer.capacity >= needed { return buffer }
        let larger = pool.take(buffer.map { max(needed, 2 * $0.capacity) } ?? needed)
        if let buffer {
            larger.bytes.copyMemory(from: buffer.bytes, byteCount: count)
            pool.give(buffer)
        }
        buffer = larger
        return larger
    }
}
#endif
