import SeekBasics
import SeekSQLite

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
