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
    /// The value, also when it is stored in a file.
    var value: Data
}

/// The queue of puts. Those that arrive while a transaction is written share the next one.
///
/// The first put waits a short time for as many as the previous transaction had, so that concurrent callers share a transaction again.
final class DiskWriteQueue: Sendable {
    typealias Continuation = CheckedContinuation<Result<Void, CacheError>, Never>

    struct Group: Sendable {
        var puts: [DiskPut] = []
        var continuations: [Continuation] = []
    }

    /// When the caller must schedule the worker.
    enum Schedule {
        case now, soon
        /// It is scheduled already.
        case none
    }

    private struct State {
        var waiting = Group()
        /// The number of puts in the last group.
        var expected = 1
        /// Whether the worker is scheduled immediately.
        var isScheduled = false
        /// Whether the worker is scheduled after a delay.
        var isDelayed = false
    }

    private let state = Mutex(State())
    private let count: Int
    private let bytes: Int

    init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }

    /// Adds a put, and returns when to schedule the worker.
    func add(_ put: DiskPut, _ continuation: Continuation) -> Schedule {
        state.withLock { state in
            state.waiting.puts.append(put)
            state.waiting.continuations.append(continuation)
            if state.isScheduled { return .none }
            if state.waiting.puts.count >= state.expected {
                state.isScheduled = true
                return .now
            }
            defer { state.isDelayed = true }
            return state.isDelayed ? .none : .soon
        }
    }

    /// Removes and returns the puts of the next transaction, and whether there are more.
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
            state.isScheduled = !state.waiting.puts.isEmpty
            state.isDelayed = false
            return (group, state.isScheduled)
        }
    }
}
