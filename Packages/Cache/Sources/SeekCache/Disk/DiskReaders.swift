import SeekSQLite
import Synchronization

/// Connections for short reads on callers' threads, so that a hit needs no hop to the worker and readers do not wait for
/// one another, nor for a writer.
///
/// They do the plain case alone. Whatever else there is — no connection free, a lock, damage, a file that was moved — is
/// left to the worker, whose engine knows what to do.
final class DiskReaders: Sendable {
    private struct Reader {
        let connection: SQLiteConnection
        /// When it was last seen that the file stands under its name.
        let seenAt: ContinuousClock.Instant
    }

    private final class Slot: Sendable {
        /// Whether a read is under way. On Linux a mutex that is held is asked for in the kernel even where one only
        /// tries, and given back there: two readers made 1.7 such calls a read.
        let isTaken = Atomic(false)
        let reader = Mutex<Reader?>(nil)
    }

    private let slots: [Slot]
    private let isReady = Atomic(false)
    private let path: String
    private let longestRow: Int32
    private let moveInterval: Duration

    init(path: String, options: DiskOptions) {
        self.path = path
        longestRow = options.longestRow
        moveInterval = options.moveInterval
        slots = (0..<options.readers).map { _ in Slot() }
    }

    /// The database stands, and was found to be this cache's.
    func begin() { isReady.store(true, ordering: .releasing) }

    /// Closes the connections, each as soon as nobody reads.
    func end() {
        isReady.store(false, ordering: .releasing)
        for slot in slots {
            slot.reader.withLock { reader in
                reader?.connection.close()
                reader = nil
            }
        }
    }

    /// Runs a body on a connection of its own; nil where it cannot.
    func read<Value: Sendable>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) -> Value? {
        guard let slot = takeSlot() else { return nil }
        defer { slot.isTaken.store(false, ordering: .releasing) }
        return slot.reader.withLock { reader -> Value? in
            guard isReady.load(ordering: .acquiring) else { return nil }
            do throws(SQLiteError) {
                if let connection = try standing(&reader) { return try body(connection) }
            } catch {
                // The worker comes upon the same, and knows what to do.
            }
            reader?.connection.close()
            reader = nil
            return nil
        }
    }

    private func takeSlot() -> Slot? {
        let own = SQLiteConnection.processor % slots.count
        for offset in 0..<slots.count {
            let slot = slots[(own + offset) % slots.count]
            if !slot.isTaken.exchange(true, ordering: .acquiring) { return slot }
        }
        return nil
    }

    /// The connection of a reader, opened at its first use; nil where its file no longer stands under its name.
    private func standing(_ reader: inout Reader?) throws(SQLiteError) -> SQLiteConnection? {
        let now = ContinuousClock.now
        if let known = reader, now - known.seenAt < moveInterval { return known.connection }
        let connection: SQLiteConnection = if let reader { reader.connection } else { try open() }
        reader = Reader(connection: connection, seenAt: now)
        return connection.hasMoved ? nil : connection
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
