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

/// Reuses the memory of bodies. A body is collected on the loop's thread and released on another, for which malloc is
/// slow; see the README's *Design notes*.
final class BodyPool: Sendable {
    /// A block of memory.
    ///
    /// `@unchecked Sendable` because it has one owner at a time: a collector, a body, or the pool. The pool takes over
    /// and hands out buffers while it holds the lock `free`.
    final class Buffer: @unchecked Sendable {
        let bytes: UnsafeMutableRawPointer
        let capacity: Int

        init(capacity: Int) {
            self.capacity = capacity
            bytes = .allocate(byteCount: capacity, alignment: 16)
        }

        deinit { bytes.deallocate() }
    }

    /// Unused buffers, in the order in which they were released.
    private let free = Mutex<[Buffer]>([])

    /// The maximum number of unused buffers.
    static let countLimit = 16
    /// The maximum capacity of an unused buffer in bytes: the pool holds 4 MiB at most.
    static let sizeLimit = 256 * 1024
    private static let pageSize = 4_096

    /// The number of unused buffers. For tests.
    var freeCount: Int { free.withLock(\.count) }

    /// Returns a buffer whose capacity is at least `count`, and at most a quarter or a page more, whichever is larger.
    func take(_ count: Int) -> Buffer {
        let maximum = Self.maximumCapacity(for: count)
        let reused = free.withLock { free in
            free.lastIndex { count...maximum ~= $0.capacity }.map { free.remove(at: $0) }
        }
        return reused ?? Buffer(capacity: (count + Self.pageSize - 1) / Self.pageSize * Self.pageSize)
    }

    /// Returns a buffer to the pool. A buffer larger than ``sizeLimit`` is freed instead. If the pool is full, its
    /// oldest buffer is freed.
    func release(_ buffer: Buffer) {
        guard buffer.capacity <= Self.sizeLimit else { return }
        // The removed buffer is deallocated after the lock is released.
        _ = free.withLock { free in
            free.append(buffer)
            return free.count > Self.countLimit ? free.removeFirst() : nil
        }
    }

    /// Returns the first bytes of a buffer as data. If they are more than a page and nearly fill the buffer, they are
    /// not copied, and the buffer returns to the pool when the data is released.
    func data(_ buffer: Buffer, count: Int) -> Data {
        if count <= Self.pageSize {
            defer { release(buffer) }
            return Data(bytes: buffer.bytes, count: count)
        }
        guard buffer.capacity <= Self.maximumCapacity(for: count) else {
            let smaller = take(count)
            smaller.bytes.copyMemory(from: buffer.bytes, byteCount: count)
            release(buffer)
            return data(smaller, count: count)
        }
        return Data(bytesNoCopy: buffer.bytes, count: count, deallocator: .custom { [self] _, _ in release(buffer) })
    }

    private static func maximumCapacity(for count: Int) -> Int { count + max(count / 4, pageSize) }
}
#endif
