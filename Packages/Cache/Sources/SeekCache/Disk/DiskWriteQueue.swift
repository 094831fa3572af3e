import SeekBasics

/// A put that waits for its transaction.
struct DiskPut: Sendable {
    var key: KeyBytes
    var hash: Int64
    var row: DiskRow
    var condition: PutCondition
    /// The value, also when it is stored in a file.
    var value: Data
}

/// The queue of puts. Those that arrive while a transaction is written share the next one.
///
/// The first put of a batch waits until there are as many as in the previous batch, but only for a short time, so that
/// concurrent callers share a transaction again.
final class DiskWriteQueue: Sendable {
    /// Receives whether the condition of the put held.
    typealias Continuation = CheckedContinuation<Result<Bool, CacheError>, Never>

    struct Waiter: Sendable {
        var put: DiskPut
        var continuation: Continuation
    }

    /// When the caller must schedule the worker, which writes the next batch.
    enum Schedule {
        case now, delayed
        /// The worker is already scheduled.
        case none
    }

    private struct State {
        var waiters: [Waiter] = []
        /// The number of puts in the previous batch.
        var previousCount = 1
        /// Whether the worker is scheduled immediately.
        var isScheduled = false
        /// Whether the worker is scheduled after a delay.
        var isDelayed = false
    }

    private let state = Mutex(State())
    private let options: DiskOptions

    init(_ options: DiskOptions) { self.options = options }

    func add(_ put: DiskPut, _ continuation: Continuation) -> Schedule {
        state.withLock { state in
            state.waiters.append(Waiter(put: put, continuation: continuation))
            if state.isScheduled { return .none }
            if state.waiters.count >= state.previousCount {
                state.isScheduled = true
                return .now
            }
            defer { state.isDelayed = true }
            return state.isDelayed ? .none : .delayed
        }
    }

    /// Removes the puts of the next transaction from the queue. If `hasMore` is true, the worker must call this method
    /// again: no later put schedules it.
    func takeBatch() -> (batch: [Waiter], hasMore: Bool) {
        state.withLock { state in
            var size = 0
            let batch = Array(
                state.waiters.prefix(options.batchCount).prefix { waiter in
                    defer { size += waiter.put.row.size }
                    return size < options.batchBytes
                }
            )
            state.waiters.removeFirst(batch.count)
            if !batch.isEmpty { state.previousCount = batch.count }
            state.isScheduled = !state.waiters.isEmpty
            state.isDelayed = false
            return (batch, state.isScheduled)
        }
    }
}
