import SeekBasics
import SeekSQLite

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
