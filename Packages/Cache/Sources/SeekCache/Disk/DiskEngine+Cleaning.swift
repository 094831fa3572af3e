import SeekBasics
import SeekSQLite

extension DiskEngine {
    /// Removes all entries in a transaction, so that another process that has the database open finds none, and then
    /// removes the files.
    func removeAll() throws(CacheError) {
        do throws(CacheError) {
            try write("remove everything") { connection throws(SQLiteError) in
                try connection.statement("DELETE FROM entry").run()
                _ = try connection.recount()
            }
        } catch {
            // Other errors, such as a full disk, are ignored: removing the files below needs no transaction.
            if case .busy = error { throw error }
        }
        // Free pages and the WAL still contain the removed entries.
        try CacheError.translating(in: layout.folder) { () throws(DatabaseFailure) in try database.remove() }
        let unmovedCompanions = layout.companionPaths.filter { !moveToOrphans($0) }
        for path in unmovedCompanions { FileSystem.remove(path) }
        let paths = unmovedCompanions + removeOrphans()
        guard let remaining = paths.first(where: FileSystem.exists) else { return }
        throw .failed(operation: "remove everything", path: layout.folder, reason: "'\(remaining)' is still there")
    }

    /// Moves a companion (a file or folder that is derived from the entries, such as an index) to the folder of value
    /// files, from which ``removeOrphans(olderThan:)`` removes it. If another process creates the companion again in
    /// the meantime, the new one is not removed.
    ///
    /// - Returns: Whether the companion was moved or did not exist.
    private func moveToOrphans(_ path: String) -> Bool {
        do throws(FileError) {
            try FileSystem.makeFolder(layout.valuesPath)
            try FileSystem.move(path, to: "\(layout.valuesPath)/companion-\(UInt64.random(in: 0 ... .max))")
            return true
        } catch {
            return error == .missing
        }
    }

    /// Removes items, except for those that were put again since they were listed, and returns the versions of the
    /// removed rows. Also removes value files without an entry that are older than `options.orphanAge`.
    func remove(_ items: [DiskItem]) throws(CacheError) -> Set<Int64> {
        let removed = try remove(during: "clean") { connection throws(SQLiteError) in
            var removed: [RemovedRow] = []
            for item in items.sorted(by: { $0.id < $1.id }) {
                removed += try connection.delete(where: "id = ?1 AND version = ?2") { delete throws(SQLiteError) in
                    try delete.bind(item.id, at: 1)
                    try delete.bind(item.version, at: 2)
                }
            }
            return removed
        }
        removeOrphans(olderThan: options.orphanAge)
        return Set(removed.map(\.version))
    }

    /// Removes value files without an entry: a process can end between writing the file and the entry.
    ///
    /// - Parameter age: The minimum age of the files in seconds. If nil, files of any age are removed, even if their
    ///   modification time is in the future or the lookup of their entry fails.
    /// - Returns: The paths of the files, including those that could not be removed.
    @discardableResult
    private func removeOrphans(olderThan age: Int? = nil) -> [String] {
        var paths: [String] = []
        // The system's clock, by which files are dated.
        let now = Int(Date().timeIntervalSince1970)
        for name in FileSystem.names(in: layout.valuesPath) {
            let path = "\(layout.valuesPath)/\(name)"
            if let age, FileSystem.modificationTime(path).map({ $0 > now - age }) ?? true { continue }
            do throws(CacheError) {
                if let version = DiskLayout.version(ofValueNamed: name), try isInUse(version) { continue }
            } catch {
                if age != nil { continue }
            }
            FileSystem.remove(path)
            paths.append(path)
        }
        return paths
    }

    /// Returns whether an entry has its value in the file with this version.
    private func isInUse(_ version: Int64) throws(CacheError) -> Bool {
        try run("look for orphaned files") { connection throws(SQLiteError) in
            let select = try connection.statement("SELECT 1 FROM entry WHERE version = ?1 AND inFile = 1")
            defer { select.reset() }
            try select.bind(version, at: 1)
            return try select.step()
        }
    }

    /// Releases up to 1,024 free pages to the disk when more than 64 pages and more than half of the database are free;
    /// otherwise they are left for reuse. Truncates the WAL when no page was released.
    ///
    /// - Returns: Whether pages were released, so that another call may release more.
    func incrementalVacuum() -> Bool {
        let hasReleasedPages = database.attempt { connection throws(SQLiteError) in
            let freePageCount = try connection.number("PRAGMA freelist_count")
            guard freePageCount > 64, try freePageCount > connection.number("PRAGMA page_count") / 2 else {
                return false
            }
            try connection.execute("PRAGMA incremental_vacuum(1024)")
            return try connection.number("PRAGMA freelist_count") < freePageCount
        }
        if hasReleasedPages == true { return true }
        database.truncateWAL()
        return false
    }
}

/// Trimming to limits. The least recently used entries are found with an index. If there is a maximum age, or if the
/// total size exceeds its limit, the whole table is scanned.
extension DiskEngine {
    /// Removes expired entries and those that exceed limits.
    ///
    /// - Returns: The removed items, except for those whose keys are not valid UTF-8, and the totals of the remaining
    ///   entries.
    func trim(to limits: CacheLimits) throws(CacheError) -> CleanupResult {
        let time = secondsSince2001(now())
        let (removed, items, total) = try write("trim") { connection throws(SQLiteError) in
            var items: [CacheItem] = []
            func visit(_ row: SQLiteStatement) {
                if let item = row.item(at: time) { items.append(item) }
            }
            var ids = try connection.ids(where: "expires", isAtOrBefore: time)
            if let maxAge = limits.maxAge {
                ids += try connection.ids(where: "stored", isAtOrBefore: time - maxAge.seconds)
            }
            var removed = try connection.delete(ids, visit: visit)
            var total = try connection.updateTotals(removing: removed)
            // Reduced by the size of the store's other files.
            let entryLimits = removeOtherFiles(ifExceeding: limits, entryBytes: total.bytes)
            if let maxSize = entryLimits.maxSize, total.bytes > maxSize {
                // If an entry larger than the limit was used recently, `evict` would first remove all entries that
                // were used before it.
                let oversized = try connection.delete(
                    where: "size > ?1",
                    { delete throws(SQLiteError) in try delete.bind(Int64(maxSize), at: 1) },
                    visit: visit
                )
                total = try connection.updateTotals(removing: oversized)
                removed += oversized
            }
            removed += try evict(from: &total, to: entryLimits, on: connection, visit: visit)
            return (removed, items, total)
        }
        removeFiles(of: removed)
        return CleanupResult(removed: items, remainingCount: total.count, remainingBytes: total.bytes)
    }

    /// Removes the least recently used entries until the rest is within limits, updates the totals, calls `visit` for
    /// each removed row, and returns these rows. Must be called in a transaction.
    func evict(
        from total: inout EntryTotals,
        to limits: CacheLimits,
        on connection: SQLiteConnection,
        visit: (SQLiteStatement) -> Void = { _ in }
    ) throws(SQLiteError) -> [RemovedRow] {
        var removed: [RemovedRow] = []
        // Few entries must be removed in most cases.
        var batchSize = 16
        while !limits.allow(count: total.count, bytes: total.bytes) {
            let candidates = try connection.leastRecentlyUsed(batchSize)
            batchSize = min(batchSize * 2, 512)
            if candidates.isEmpty {
                // No entry is left, so the stored totals are too large: another program changed them.
                total = try connection.recount()
                return removed
            }
            if try writeAccesses(of: candidates, on: connection) {
                // The written access times change the order, so the candidates are selected again.
                continue
            }
            var remaining = total
            var ids: [Int64] = []
            for candidate in candidates where !limits.allow(count: remaining.count, bytes: remaining.bytes) {
                ids.append(candidate.id)
                remaining.count -= 1
                remaining.bytes -= candidate.size
            }
            let evicted = try connection.delete(ids, visit: visit)
            if evicted.isEmpty {
                // The index contains rows that the table does not. The error has the code of a corrupt database, so the
                // database is replaced; otherwise the same candidates would be selected forever.
                throw .schemaMismatch
            }
            total = try connection.updateTotals(removing: evicted)
            removed += evicted
        }
        return removed
    }

    /// Writes the pending access times of candidates, and returns whether a row was changed.
    private func writeAccesses(
        of candidates: [Candidate],
        on connection: SQLiteConnection
    ) throws(SQLiteError) -> Bool {
        var isChanged = false
        for candidate in candidates {
            guard let time = usage.lastAccess(of: candidate.hash), time > candidate.accessed else { continue }
            if try connection.recordAccess(of: candidate.hash, at: time) { isChanged = true }
        }
        return isChanged
    }
}

private struct Candidate {
    var id: Int64
    var accessed: Double
    var size: Int
    var hash: Int64
}

extension SQLiteConnection {
    /// Removes the rows with the given ids, as ``delete(where:_:visit:)`` does.
    func delete(_ ids: [Int64], visit: (SQLiteStatement) -> Void = { _ in }) throws(SQLiteError) -> [RemovedRow] {
        var removed: [RemovedRow] = []
        // In the order of the rows, so that rows of the same page are removed together.
        for id in ids.sorted() {
            let bind = { (statement: SQLiteStatement) throws(SQLiteError) in try statement.bind(id, at: 1) }
            removed += try delete(where: "id = ?1", bind, visit: visit)
        }
        return removed
    }

    /// Returns the rows that were used the longest time ago; of rows used at the same time, the largest first.
    fileprivate func leastRecentlyUsed(_ count: Int) throws(SQLiteError) -> [Candidate] {
        let select = try statement("SELECT id, accessed, size, hash FROM entry ORDER BY accessed, size DESC LIMIT ?1")
        defer { select.reset() }
        try select.bind(Int64(count), at: 1)
        var rows: [Candidate] = []
        while try select.step() {
            rows.append(
                Candidate(
                    id: select.int(at: 0),
                    accessed: select.double(at: 1),
                    size: select.size(at: 2) ?? 0,
                    hash: select.int(at: 3)
                )
            )
        }
        return rows
    }

    /// Returns the ids of at most `count` rows with a time in `column` at or before `time`.
    func ids(where column: String, isAtOrBefore time: Double, atMost count: Int = .max) throws(SQLiteError) -> [Int64] {
        let select = try statement("SELECT id FROM entry WHERE \(column) <= ?1 LIMIT ?2")
        defer { select.reset() }
        try select.bind(time, at: 1)
        try select.bind(Int64(count), at: 2)
        var ids: [Int64] = []
        while try select.step() { ids.append(select.int(at: 0)) }
        return ids
    }
}

/// The files of a store other than its entries: companions, which can be regenerated from the entries, and a corrupt
/// database that was moved aside.
extension DiskEngine {
    /// Removes all companions if together they take more than half of the maximum size (they can be regenerated), and
    /// the corrupt database if it does not fit beside the entries.
    ///
    /// - Parameter entryBytes: The total size of the values, in bytes.
    /// - Returns: The limits for the entries: their maximum size is reduced by the size of the remaining other files.
    func removeOtherFiles(ifExceeding limits: CacheLimits, entryBytes: Int) -> CacheLimits {
        guard let maxSize = limits.maxSize else { return limits }
        var quarantineBytes = database.file.quarantineSize
        var companionBytes = companionSize
        if companionBytes > maxSize / 2 {
            for path in layout.companionPaths { FileSystem.remove(path) }
            companionBytes = companionSize
        }
        if quarantineBytes > 0, entryBytes > maxSize - companionBytes - quarantineBytes {
            database.file.removeQuarantine()
            quarantineBytes = database.file.quarantineSize
        }
        var limits = limits
        limits.maxSize = max(0, maxSize - companionBytes - quarantineBytes)
        return limits
    }

    /// The total size of all files of the store in bytes.
    var diskSize: Int {
        database.file.size + FileSystem.size(of: layout.valuesPath) + database.file.quarantineSize + companionSize
    }

    private var companionSize: Int { layout.companionPaths.reduce(0) { $0 + FileSystem.size(of: $1) } }
}
