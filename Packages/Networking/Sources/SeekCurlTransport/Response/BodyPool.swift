#if os(Linux)
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import SeekBasics

/// Memory for bodies, used again.
///
/// A body is collected on the loop's thread and dropped on another. malloc gives each thread an arena of its own and locks it
/// where another thread frees what came from there: with bodies of 35 KB, sixteen at a time, the loop waited for that lock, while pages
/// went back to the system which the next body asked for again, 1.6 a request.
final class BodyPool: Sendable {
    /// A piece of memory. Whoever took it has it alone until giving it back.
    final class Buffer: @unchecked Sendable {
        let bytes: UnsafeMutableRawPointer
        let capacity: Int

        init(capacity: Int) {
            self.capacity = capacity
            bytes = .allocate(byteCount: capacity, alignment: 16)
        }

        deinit { bytes.deallocate() }
    }

    /// What is kept for the next bodies, the last given back at the end.
    private let free = Mutex<[Buffer]>([])

    /// How many are kept, and the largest of them in bytes: no more than 4 MB altogether.
    static let countLimit = 16
    static let sizeLimit = 256 * 1024
    private static let pageSize = 4_096

    /// How many buffers wait for a body: for tests.
    var remainingCount: Int { free.withLock(\.count) }

    /// A buffer of at least so many bytes; of no more than a quarter more, or a page, so that a body may keep it for good.
    func take(_ count: Int) -> Buffer {
        let most = Self.most(for: count)
        let known = free.withLock { free in
            free.lastIndex { count...most ~= $0.capacity }.map { free.remove(at: $0) }
        }
        return known ?? Buffer(capacity: (count + Self.pageSize - 1) / Self.pageSize * Self.pageSize)
    }

    /// Takes a buffer back.
    func give(_ buffer: Buffer) {
        guard buffer.capacity <= Self.sizeLimit else { return }
        // Freed outside of the lock.
        _ = free.withLock { free in
            free.append(buffer)
            return free.count > Self.countLimit ? free.removeFirst() : nil
        }
    }

    /// The bytes a buffer begins with. They stay where they are if they nearly fill it; it comes back when they are dropped.
    func data(_ buffer: Buffer, count: Int) -> Data {
        if count <= Self.pageSize {
            defer { give(buffer) }
            return Data(bytes: buffer.bytes, count: count)
        }
        guard buffer.capacity <= Self.most(for: count) else {
            let fitting = take(count)
            fitting.bytes.copyMemory(from: buffer.bytes, byteCount: count)
            give(buffer)
            return data(fitting, count: count)
        }
        return Data(bytesNoCopy: buffer.bytes, count: count, deallocator: .custom { [self] _, _ in give(buffer) })
    }

    private static func most(for count: Int) -> Int { count + max(count / 4, pageSize) }
}
#endif
