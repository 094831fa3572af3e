import SeekBasics
import SeekSQLite

/// The synchronous implementation of ``DiskStore``. A ``SerialWorker`` owns the engine and calls it on a queue.
final class DiskEngine {
    let layout: DiskLayout
    let options: DiskOptions
    let limits: CacheLimits
    let usage: UsageTracker
    let now: @Sendable () -> Date
    let database: RecoveringDatabase

    init(
        layout: DiskLayout,
        options: DiskOptions,
        limits: CacheLimits,
        usage: UsageTracker,
        readers: DiskReaders,
        now: @escaping @Sendable () -> Date
    ) {
        self.layout = layout
        self.options = options
        self.limits = limits
        self.usage = usage
        self.now = now
        database = RecoveringDatabase(DatabaseFile(layout, options)) { event in
            switch event {
            case .opened: readers.open()
            case .closing: readers.close()
            case .replacing(let isCorrupt):
                readers.close()
                // The access times belong to the entries of the old database.
                _ = usage.takeAccesses()
                if isCorrupt { usage.count { $0.corrupt += 1 } }
            }
        }
    }

    deinit { close() }

    /// Writes pending access times and returns unused space to the disk. The next operation opens the database again.
    func close() {
        writeAccesses(usage.takeAccesses())
        // Each call releases a part of the free pages.
        while incrementalVacuum() {}
        database.close()
    }

    /// Runs a body on the open database, as ``RecoveringDatabase/run(_:_:)`` does.
    func run<Result>(
        _ operation: String,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Result
    ) throws(CacheError) -> Result {
        try CacheError.translating(in: layout.folder) { () throws(DatabaseFailure) in
            try database.run(operation, body)
        }
    }

    /// Runs a body in a write transaction.
    func write<Result>(
        _ operation: String,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Result
    ) throws(CacheError) -> Result {
        try run(operation) { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in try body(connection) }
        }
    }

    /// Removes the rows that a body deletes from the table of entries, and everything that belongs to them.
    @discardableResult
    func remove(
        during operation: String,
        _ delete: (SQLiteConnection) throws(SQLiteError) -> [RemovedRow]
    ) throws(CacheError) -> [RemovedRow] {
        let removed = try write(operation) { connection throws(SQLiteError) in
            let removed = try delete(connection)
            if !removed.isEmpty { try connection.updateTotals(removing: removed) }
            return removed
        }
        removeFiles(of: removed)
        return removed
    }

    /// Writes access times. They are a hint: those that cannot be written without waiting are dropped.
    func writeAccesses(_ accesses: [UsageTracker.Access]) {
        guard !accesses.isEmpty else { return }
        database.attempt { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                for access in accesses { try connection.recordAccess(of: access.hash, at: access.time) }
            }
        }
    }
}

extension SQLiteConnection {
    /// Updates the access time of each row with a hash, unless the row has a later access time. Returns whether a row
    /// was updated.
    @discardableResult
    func recordAccess(of hash: Int64, at time: Double) throws(SQLiteError) -> Bool {
        let update = try statement("UPDATE entry SET accessed = ?2 WHERE hash = ?1 AND accessed < ?2")
        try update.bind(hash, at: 1)
        try update.bind(time, at: 2)
        try update.run()
        return changeCount > 0
    }
}
