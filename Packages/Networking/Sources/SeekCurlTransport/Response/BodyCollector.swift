#if os(Linux)
import SeekBasics
import SeekNetworking

/// Collects the body of a response in a pooled buffer, up to a maximum size.
final class BodyCollector {
    /// The maximum size in bytes, after content decoding.
    let limit: Int
    private(set) var isOverLimit = false
    private let pool: BodyPool
    private var buffer: BodyPool.Buffer?
    private(set) var count = 0

    /// The initial capacity for a body of unknown size. Most API responses are smaller.
    private static let initialCapacity = 64 * 1024
    /// The maximum capacity reserved because of a `Content-Length` field.
    private static let maximumReservation = 16 * 1024 * 1024

    init(limit: Int, pool: BodyPool) {
        self.limit = limit
        self.pool = pool
    }

    deinit {
        if let buffer { pool.release(buffer) }
    }

    /// Reserves memory for a body whose size is declared. Returns false, to stop the transfer, if the declared size is
    /// too large.
    func prepare(for status: HTTPResponse.Status, _ fields: HTTPFields, method: HTTPRequest.Method) -> Bool {
        guard let length = fields.plainBodyLength(of: status, to: method) else { return true }
        isOverLimit = length > limit
        if !isOverLimit, length > 0 { reserve(min(Int(length), Self.maximumReservation)) }
        return !isOverLimit
    }

    /// Records that the body is too large. Returns false, to stop the transfer.
    func exceedLimit() -> Bool {
        isOverLimit = true
        return false
    }

    /// Appends decoded bytes. Returns false, to stop the transfer, if the body becomes too large.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limit - count else { return exceedLimit() }
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
        let buffer = reserve(max(count + bytes.count, buffer == nil ? Self.initialCapacity : 0))
        (buffer.bytes + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
        return true
    }

    func takeBody() -> Data {
        guard let collected = buffer else { return Data() }
        buffer = nil
        return pool.data(collected, count: count)
    }

    /// Returns the buffer, enlarged if its capacity is too small.
    @discardableResult
    private func reserve(_ capacity: Int) -> BodyPool.Buffer {
        if let buffer, buffer.capacity >= capacity { return buffer }
        let larger = pool.take(buffer.map { max(capacity, 2 * $0.capacity) } ?? capacity)
        if let buffer {
            larger.bytes.copyMemory(from: buffer.bytes, byteCount: count)
            pool.release(buffer)
        }
        buffer = larger
        return larger
    }
}
#endif
