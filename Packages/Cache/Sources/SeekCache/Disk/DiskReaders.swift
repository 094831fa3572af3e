import Dispatch
import SeekBasics
import SeekSQLite

/// Connections for short reads on callers' threads, so that a hit needs no hop to the worker and readers do not wait for
/// one another, nor for a writer.
///
/// They do the plain case alone. Whatever else there is — no connection free, a lock, damage, a file that was moved — is
/// left to the worker, whose engine knows what to do.
///
/// A reader that is busy keeps its snapshot from one read to the next while nobody commits, for a moment at a time: taking
/// the locks of a read is a third of it, and all readers of a process wait for one another there.
final class DiskReaders: Sendable {
    private struct Reader {
        let connection: SQLiteConnection
        /// When it was last seen that the file stands under its name.
        var seenAt: ContinuousClock.Instant
        var burst: ReadBurst
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
    private let options: DiskOptions
    /// Whether somebody is to look after readers that hold a snapshot.
    private let isWatched = Atomic(false)

    init(path: String, options: DiskOptions) {
        self.path = path
        self.options = options
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
        var known: Reader = if let reader { reader } else { try open(at: now) }
        defer { reader = known }
        let connection = known.connection
        if now - known.seenAt >= options.moveInterval {
            known.seenAt = now
            guard !connection.hasMoved else { return nil }
        }
        let (isHeld, isCurrent) = (connection.holdsSnapshot, connection.isSnapshotCurrent)
        switch known.burst.step(at: now, isHeld: isHeld, isCurrent: isCurrent) {
        case .read: break
        case .release: connection.releaseSnapshot()
        case .hold:
            try connection.holdSnapshot()
            watch()
        }
        return connection
    }

    private func open(at now: ContinuousClock.Instant) throws(SQLiteError) -> Reader {
        let connection = try SQLiteConnection(path: path, busyTimeout: 0, longestRow: options.longestRow)
        do throws(SQLiteError) {
            try connection.execute("PRAGMA query_only = ON")
            try connection.execute("PRAGMA cell_size_check = ON")
            // It may have been moved before it was opened.
            return Reader(connection: connection, seenAt: now - options.moveInterval, burst: ReadBurst(options))
        } catch {
            connection.close()
            throw error
        }
    }

    // MARK: Letting go

    /// Has those readers let go of their snapshots that do not read just now.
    func release() { release { _ in true } }

    /// Looks after readers that stop reading while they hold a snapshot.
    private func watch() {
        guard !isWatched.exchange(true, ordering: .sequentiallyConsistent) else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(options.holdingTime)) { [weak self] in
            guard let self else { return }
            // First of all: who holds from now on has a watch of its own.
            isWatched.store(false, ordering: .sequentiallyConsistent)
            let now = ContinuousClock.now
            if !release(where: { $0.isOver(at: now) }) { watch() }
        }
    }

    /// - Returns: Whether none is held any more.
    @discardableResult
    private func release(where isDue: (ReadBurst) -> Bool) -> Bool {
        var isDone = true
        for slot in slots {
            guard !slot.isTaken.exchange(true, ordering: .acquiring) else {
                isDone = false
                continue
            }
            defer { slot.isTaken.store(false, ordering: .releasing) }
            slot.reader.withLock { reader in
                guard let known = reader, known.connection.holdsSnapshot else { return }
                guard isDue(known.burst) else {
                    isDone = false
                    return
                }
                known.connection.releaseSnapshot()
                reader?.burst.pause(at: .now)
            }
        }
        return isDone
    }
}
