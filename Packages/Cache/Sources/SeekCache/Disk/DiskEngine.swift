import SeekSQLite

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The disk store's work, one operation after the other, each without waiting for anything but the disk and other
/// processes' locks. Owned by a ``SerialWorker``, which keeps it off everybody else's threads.
final class DiskEngine {
    let layout: DiskLayout
    let options: DiskOptions
    let limits: CacheLimits
    let usage: DiskUsage
    let now: @Sendable () -> Date
    let files: DiskDatabase
    private let readers: DiskReaders
    private var connection: SQLiteConnection?

    init(
        layout: DiskLayout,
        options: DiskOptions,
        limits: CacheLimits,
        usage: DiskUsage,
        readers: DiskReaders,
        now: @escaping @Sendable () -> Date
    ) {
        self.layout = layout
        self.options = options
        self.limits = limits
        self.usage = usage
        self.readers = readers
        self.now = now
        files = DiskDatabase(layout: layout, options: options)
    }

    deinit { close() }

    /// Writes what is pending and closes the database. The next operation opens it again.
    func close() {
        write(usage.takeAccesses())
        while giveSpaceBack() {}
        readers.end()
        connection?.close()
        connection = nil
    }

    /// Runs a body on the open database. Where it fails for another reason than a lock or a full disk, it is run again: on a new database
    /// where this one is corrupt, else on a new connection, whose opening checks the tables. So a body must do all of its work
    /// each time.
    func run<Result>(
        _ operation: String,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Result
    ) throws(CacheError) -> Result {
        let first = try opened()
        let isCorrupt: Bool
        do throws(SQLiteError) {
            do throws(SQLiteError) {
                return try body(first)
            } catch {
                // The log holds the same pages many times over: what it gives back may be room enough.
                guard error.meaning == .full, shortenLog() else { throw error }
                return try body(first)
            }
        } catch {
            isCorrupt = error.meaning == .corrupt
            guard isCorrupt || error.meaning == .other else { throw files.cacheError(error, during: operation) }
        }
        if isCorrupt { usage.countDamage(1) }
        let second = try isCorrupt ? replaced(first) : reopened()
        do throws(SQLiteError) {
            return try body(second)
        } catch {
            throw files.cacheError(error, during: operation)
        }
    }

    /// A new database in place of a corrupt one, which is moved aside.
    private func replaced(_ old: SQLiteConnection, keepsOld: Bool = true) throws(CacheError) -> SQLiteConnection {
        _ = usage.takeAccesses()
        readers.end()
        connection = nil
        let new = try files.replace(old, keepsOld: keepsOld)
        connection = new
        readers.begin()
        return new
    }

    /// The database, opened again. Times of use are still good where it is the same.
    private func reopened() throws(CacheError) -> SQLiteConnection {
        readers.end()
        connection?.close()
        connection = nil
        return try opened()
    }

    /// Writes the log's pages where they belong, and cuts it.
    ///
    /// - Returns: Whether that could be done.
    @discardableResult
    func shortenLog() -> Bool {
        return attempt { connection throws(SQLiteError) in
            // Its answer tells whether somebody was in the way.
            try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0
        } ?? false
    }

    /// Removes the database, entries and all, and begins a new one.
    func beginAnew() throws(CacheError) { _ = try replaced(try opened(), keepsOld: false) }

    private func opened() throws(CacheError) -> SQLiteConnection {
        if let connection {
            if !connection.hasMoved { return connection }
            // Another process moved the file aside, or the folder was removed: go on with what is there now.
            _ = usage.takeAccesses()
            return try reopened()
        }
        let connection = try files.open()
        self.connection = connection
        readers.begin()
        return connection
    }

    /// Runs a body where the database is open, without waiting for locks, and takes no failure for one: for work that can
    /// be left undone.
    func attempt<Result>(_ body: (SQLiteConnection) throws(SQLiteError) -> Result) -> Result? {
        guard let connection, !connection.hasMoved else { return nil }
        connection.setBusyTimeout(0)
        defer { connection.setBusyTimeout(options.busyTimeout) }
        return try? body(connection)
    }

    /// Writes access times. They are a hint: those that cannot be written without waiting are dropped.
    func write(_ accesses: [DiskUsage.Access]) {
        guard !accesses.isEmpty else { return }
        attempt { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                for access in accesses { try connection.recordAccess(of: access.hash, at: access.time) }
            }
        }
    }
}

extension SQLiteConnection {
    /// Writes when the row of a key's hash was last used, where it knows of no later use.
    ///
    /// - Returns: Whether it did not know.
    @discardableResult
    func recordAccess(of hash: Int64, at moment: Double) throws(SQLiteError) -> Bool {
        let update = try statement("UPDATE entry SET accessed = ?2 WHERE hash = ?1 AND accessed < ?2")
        try update.bind(hash, at: 1)
        try update.bind(moment, at: 2)
        try update.run()
        return changes > 0
    }
}
