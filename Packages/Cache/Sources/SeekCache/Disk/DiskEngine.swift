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

extension DiskEngine {
    /// Returns the entry of a key; called when ``DiskStore`` could not read it on the caller's thread. Returns nil and
    /// counts a miss if there is no entry, or if it has expired or is corrupt.
    func value(for key: KeyBytes, hash: Int64) throws(CacheError) -> CacheEntry? {
        let now = now()
        var previous: DiskRow?
        while true {
            let row = try run("read") { connection throws(SQLiteError) in try connection.row(of: key, hash: hash) }
            guard let row, !row.isExpired(at: now, limits) else { break }
            if let data = try value(of: row), let entry = row.entry(data, key: key, limits, now: now) {
                writeAccesses(usage.record(row.access(of: hash, at: secondsSince2001(now)), hits: 1))
                return entry
            }
            // Another process may have replaced the entry and removed its file since the row was read. The row is
            // corrupt if a second read returns the same version.
            if previous?.version == row.version {
                removeCorruptRows([row.id])
                break
            }
            previous = row
        }
        usage.count { $0.misses += 1 }
        return nil
    }

    /// Returns the value of a row; nil if its file is missing or has a different size.
    private func value(of row: DiskRow) throws(CacheError) -> Data? {
        if let value = row.value { return value }
        do throws(FileError) {
            return try FileSystem.read(layout.valuePath(version: row.version), size: row.size)
        } catch {
            throw CacheError(DatabaseFailure(error, during: "read a value"), in: layout.folder)
        }
    }

    func statistics() throws(CacheError) -> CacheStatistics {
        var statistics = usage.counts
        let total = try run("count the entries") { connection throws(SQLiteError) in
            if let total = try connection.totals() { return total }
            return try connection.transaction { () throws(SQLiteError) in try connection.recount() }
        }
        statistics.count = total.count
        statistics.bytes = total.bytes
        return statistics
    }

    /// Returns all items. Removes corrupt rows (with invalid columns or a wrong hash), and recomputes the totals if
    /// their count is wrong.
    func items() throws(CacheError) -> [DiskItem] {
        let now = secondsSince2001(now())
        let accesses = usage.accesses
        var corruptRows: [Int64] = []
        var hasWrongTotal = false
        let items = try run("list the entries") { connection throws(SQLiteError) in
            corruptRows = []
            // The rows and the totals are read from the same state of the database.
            return try connection.readTransaction { () throws(SQLiteError) in
                var items: [DiskItem] = []
                let select = try connection.statement("SELECT \(SQLiteStatement.itemColumns), hash FROM entry")
                defer { select.reset() }
                while try select.step() {
                    if let item = item(of: select, at: now, accesses) {
                        items.append(item)
                    } else {
                        corruptRows.append(select.int(at: 0))
                    }
                }
                let total = try connection.totals()
                hasWrongTotal = total?.count != items.count + corruptRows.count
                return items
            }
        }
        removeCorruptRows(corruptRows)
        if hasWrongTotal {
            try write("count the entries") { connection throws(SQLiteError) in _ = try connection.recount() }
        }
        return items
    }

    private func item(of select: SQLiteStatement, at now: Double, _ accesses: [Int64: UsageTracker.Access]) -> DiskItem?
    {
        // The columns are `itemColumns`, followed by the hash.
        let hash = select.int(at: 8)
        guard let item = select.item(at: now, lastAccess: accesses[hash]?.time),
            options.hash(of: item.keyBytes) == hash,
            select.size(at: 2) != nil, select.isNumber(at: 5), select.isNumber(at: 6)
        else { return nil }
        return DiskItem(id: select.int(at: 0), version: select.int(at: 1), item: item)
    }
}

/// The internal parameters of a disk store. Only tests change them.
struct DiskOptions: Sendable {
    /// The maximum size of a value in the database, in bytes; a larger one is stored in a file.
    ///
    /// Small values are written faster to SQLite than to files (https://sqlite.org/fasterthanfs.html), but SQLite
    /// writes each value twice: to the WAL and to the database.
    var inlineLimit = 32 << 10
    /// The maximum time to wait for the lock of another connection or process, in milliseconds.
    var busyTimeout: Int32 = 5_000
    /// The minimum age in seconds at which a value file without an entry is removed. Another process may be about to
    /// add the entry of a newer file.
    var orphanAge = 3_600
    /// The number of access times that are collected before they are written.
    var accessBatchCount = 1_024
    /// The minimum time in seconds between the stored access time and a later one that is written. Without it, a
    /// program that reads a few values and exits would wait for the disk.
    var accessResolution = 60.0
    /// The number of connections for reads on callers' threads.
    var readerCount = min(max(ProcessInfo.processInfo.activeProcessorCount, 2), 8)
    /// The maximum size of a value file that is read on the caller's thread, in bytes; the worker reads larger ones.
    var directReadLimit = 128 << 10
    /// The maximum number of concurrent puts that share a transaction.
    var batchCount = 64
    /// No more puts are added to a transaction once its values have this total size in bytes.
    var batchBytes = 4 << 20
    /// The maximum time that the first put of a batch waits for others, in microseconds.
    var batchDelay = 500
    /// The hash by which the row of a key is looked up.
    var hashFunction: @Sendable (UnsafeRawBufferPointer) -> UInt64 = { XXHash64.hash($0) }

    /// The maximum size of a value: 1 GiB. A row with a larger size is corrupt, and no memory is allocated for it.
    static let maximumValueSize = 1 << 30

    /// The maximum size of a row in bytes.
    var maximumRowSize: Int32 { Int32(CacheError.keyLimit + inlineLimit + 4_096) }

    func hash(of key: KeyBytes) -> Int64 { Int64(bitPattern: key.withBytes(hashFunction)) }
}
