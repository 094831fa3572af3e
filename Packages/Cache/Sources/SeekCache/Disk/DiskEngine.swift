import SeekSQLite

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The synchronous implementation of ``DiskStore``. A ``SerialWorker`` owns it and calls it on its own queue.
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

    /// Writes pending access times and closes the database. The next operation opens it again.
    func close() {
        write(usage.takeAccesses())
        while incrementalVacuum() {}
        readers.end()
        connection?.close()
        connection = nil
    }

    /// Runs a body on the open database.
    ///
    /// When the body fails for another reason than a lock or a full disk, it runs a second time: on a new database when this one is
    /// corrupt, otherwise on a new connection, whose opening checks the tables.
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
                // The WAL can contain a page many times; truncating it may free enough space.
                guard error.meaning == .full, truncateLog() else { throw error }
                return try body(first)
            }
        } catch {
            isCorrupt = error.meaning == .corrupt
            guard isCorrupt || error.meaning == .other else { throw files.cacheError(error, during: operation) }
        }
        if isCorrupt { usage.countCorruption(1) }
        let second = try isCorrupt ? replaced(first) : reopened()
        do throws(SQLiteError) {
            return try body(second)
        } catch {
            throw files.cacheError(error, during: operation)
        }
    }

    /// Replaces the database by a new one.
    private func replaced(_ old: SQLiteConnection, keepsOld: Bool = true) throws(CacheError) -> SQLiteConnection {
        _ = usage.takeAccesses()
        readers.end()
        connection = nil
        let new = try files.replace(old, keepsOld: keepsOld)
        connection = new
        readers.begin()
        return new
    }

    /// Opens the database again.
    private func reopened() throws(CacheError) -> SQLiteConnection {
        readers.end()
        connection?.close()
        connection = nil
        return try opened()
    }

    /// Writes the pages of the WAL to the database, and truncates it.
    ///
    /// - Returns: Whether the WAL is empty.
    @discardableResult
    func truncateLog() -> Bool {
        return attempt { connection throws(SQLiteError) in
            // The result is 0 unless another connection prevented it.
            try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0
        } ?? false
    }

    /// Removes the database with all entries, and creates a new one.
    func recreate() throws(CacheError) { _ = try replaced(try opened(), keepsOld: false) }

    private func opened() throws(CacheError) -> SQLiteConnection {
        if let connection {
            if !connection.hasMoved { return connection }
            // Another process moved the file aside, or the folder was removed.
            _ = usage.takeAccesses()
            return try reopened()
        }
        let connection = try files.open()
        self.connection = connection
        readers.begin()
        return connection
    }

    /// Runs a body if the database is open, without waiting for locks. Errors are ignored; for optional work only.
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
    /// Updates the access time of the rows with a hash unless they have a later one.
    ///
    /// - Returns: Whether a row was updated.
    @discardableResult
    func recordAccess(of hash: Int64, at moment: Double) throws(SQLiteError) -> Bool {
        let update = try statement("UPDATE entry SET accessed = ?2 WHERE hash = ?1 AND accessed < ?2")
        try update.bind(hash, at: 1)
        try update.bind(moment, at: 2)
        try update.run()
        return changes > 0
    }
}
