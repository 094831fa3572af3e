import SeekBasics
import SeekSQLite

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
