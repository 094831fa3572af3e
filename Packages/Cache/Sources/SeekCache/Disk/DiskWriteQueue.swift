import SeekBasics

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
///
/// The first of many callers to put again must not have a transaction for itself while the others are about to: as many
/// as came together before are waited for, a moment long.
final class DiskWriteQueue: Sendable {
    typealias Continuation = CheckedContinuation<Result<Void, CacheError>, Never>

    struct Group: Sendable {
        var puts: [DiskPut] = []
        var continuations: [Continuation] = []
    }

    /// When the worker is to take what waits.
    enum Call {
        case now, soon
        /// It comes anyway.
        case none
    }

    private struct State {
        var waiting = Group()
        /// How many the last group had.
        var expected = 1
        /// Whether the worker comes at once, or in a moment.
        var isCalled = false
        var isAwaited = false
    }

    private let state = Mutex(State())
    private let count: Int
    private let bytes: Int

    init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }

    /// Adds a put, and tells when the worker is to be called.
    func add(_ put: DiskPut, _ continuation: Continuation) -> Call {
        state.withLock { state in
            state.waiting.puts.append(put)
            state.waiting.continuations.append(continuation)
            if state.isCalled { return .none }
            if state.waiting.puts.count >= state.expected {
                state.isCalled = true
                return .now
            }
            defer { state.isAwaited = true }
            return state.isAwaited ? .none : .soon
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
            if end > 0 { state.expected = end }
            state.isCalled = !state.waiting.puts.isEmpty
            state.isAwaited = false
            return (group, state.isCalled)
        }
    }
}
