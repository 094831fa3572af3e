import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A put that waits for its transaction.
struct DiskPut: Sendable {
    var key: KeyBytes
    var hash: Int64
    var row: DiskRow
    /// The value, wherever the row keeps it.
    var value: Data
}

/// Puts on their way to the worker. Those that come while one transaction is written share the next.
final class DiskWriteQueue: Sendable {
    typealias Continuation = CheckedContinuation<Result<Void, CacheError>, Never>

    struct Group: Sendable {
        var puts: [DiskPut] = []
        var continuations: [Continuation] = []
    }

    private struct State {
        var waiting = Group()
        var isExpected = false
    }

    private let state = Mutex(State())
    private let count: Int
    private let bytes: Int

    init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }

    /// Adds a put.
    ///
    /// - Returns: Whether the worker has to be told: it does not expect any.
    func add(_ put: DiskPut, _ continuation: Continuation) -> Bool {
        state.withLock { state in
            state.waiting.puts.append(put)
            state.waiting.continuations.append(continuation)
            defer { state.isExpected = true }
            return !state.isExpected
        }
    }

    /// Hands over the puts of the next transaction, and whether there are more.
    func take() -> (group: Group, hasMore: Bool) {
        state.withLock { state in
            var end = 0
            var size = 0
            while end < min(state.waiting.puts.count, count), size < bytes {
                size += state.waiting.puts[end].row.size
                end += 1
            }
            var group = Group()
            if end == state.waiting.puts.count {
                swap(&group, &state.waiting)
            } else {
                group.puts = Array(state.waiting.puts[..<end])
                group.continuations = Array(state.waiting.continuations[..<end])
                state.waiting.puts.removeFirst(end)
                state.waiting.continuations.removeFirst(end)
            }
            state.isExpected = !state.waiting.puts.isEmpty
            return (group, state.isExpected)
        }
    }
}
