import SeekBasics
import SeekSQLite

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

/// Connections for short reads on callers' threads, so that a hit does not switch to the worker or wait for a writer.
///
/// They handle the common case only. If no connection is free, or the database is locked, corrupt or moved, nothing is
/// read: the worker reads the entry and handles the problem.
final class DiskReaders: Sendable {
    /// The connection is opened at its first use.
    private final class Slot: Sendable { let connection = Mutex<SQLiteConnection?>(nil) }

    private let slots: [Slot]
    private let isOpen = Atomic(false)
    private let path: String
    private let maximumRowSize: Int32

    init(path: String, options: DiskOptions) {
        self.path = path
        maximumRowSize = options.maximumRowSize
        slots = (0..<options.readerCount).map { _ in Slot() }
    }

    /// Allows reads. Called after the database has been opened and its schema checked.
    func open() { isOpen.store(true, ordering: .releasing) }

    /// Closes the connections, each after the read that uses it.
    func close() {
        isOpen.store(false, ordering: .releasing)
        for slot in slots {
            slot.connection.withLock { connection in
                connection?.close()
                connection = nil
            }
        }
    }

    /// Runs a body on a free connection. Returns nil if no connection is free or the read fails.
    func read<Value: Sendable>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) -> Value? {
        for slot in slots {
            let result = slot.connection.withLockIfAvailable { connection -> Value? in
                guard isOpen.load(ordering: .acquiring) else { return nil }
                do throws(SQLiteError) {
                    let reader = if let connection { connection } else { try connect() }
                    connection = reader
                    if !reader.hasMoved { return try body(reader) }
                } catch {
                    // The worker encounters the same error and handles it.
                }
                connection?.close()
                connection = nil
                return nil
            }
            // Nil only if another thread uses the connection. A failed read is not retried on another connection.
            if let result { return result }
        }
        return nil
    }

    private func connect() throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, busyTimeout: 0, maximumRowSize: maximumRowSize)
        try connection.execute("PRAGMA query_only = ON")
        try connection.execute("PRAGMA cell_size_check = ON")
        return connection
    }
}
