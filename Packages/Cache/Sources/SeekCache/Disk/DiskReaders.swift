import SeekSQLite
import Synchronization

/// Connections for short reads on callers' threads, so that a hit needs no hop to the worker and readers do not wait for
/// one another, nor for a writer.
///
/// They do the plain case alone. Whatever else there is — no connection free, a lock, damage, a file that was moved — is
/// left to the worker, whose engine knows what to do.
final class DiskReaders: Sendable {
    private final class Slot: Sendable {
        let connection = Mutex<SQLiteConnection?>(nil)
    }

    private let slots: [Slot]
    private let isReady = Atomic(false)
    private let path: String
    private let longestRow: Int32

    /// - Parameter count: How many may read at once.
    init(path: String, longestRow: Int32, count: Int) {
        self.path = path
        self.longestRow = longestRow
        slots = (0..<count).map { _ in Slot() }
    }

    /// The database stands, and was found to be this cache's.
    func begin() { isReady.store(true, ordering: .releasing) }

    /// Closes the connections, each as soon as nobody reads.
    func end() {
        isReady.store(false, ordering: .releasing)
        for slot in slots {
            slot.connection.withLock { connection in
                connection?.close()
                connection = nil
            }
        }
    }

    /// Runs a body on a connection of its own; nil where it cannot.
    func read<Value: Sendable>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) -> Value? {
        guard isReady.load(ordering: .acquiring) else { return nil }
        for slot in slots {
            let result: Value?? = slot.connection.withLockIfAvailable { connection -> Value? in
                do throws(SQLiteError) {
                    let open: SQLiteConnection = if let connection { connection } else { try open() }
                    connection = open
                    if !open.hasMoved { return try body(open) }
                } catch {
                    // The worker comes upon the same, and knows what to do.
                }
                connection?.close()
                connection = nil
                return nil
            }
            if let result { return result }
        }
        return nil
    }

    private func open() throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, busyTimeout: 0, longestRow: longestRow)
        do throws(SQLiteError) {
            try connection.execute("PRAGMA query_only = ON")
            try connection.execute("PRAGMA cell_size_check = ON")
            return connection
        } catch {
            connection.close()
            throw error
        }
    }
}
