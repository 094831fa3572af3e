import SeekBasics
import SeekSQLite

extension SQLiteConnection {
    /// Returns the row of a key; nil if there is none.
    ///
    /// The key is compared here and not in SQL: binding it would allocate memory under a process-wide lock.
    func row(of key: KeyBytes, hash: Int64) throws(SQLiteError) -> DiskRow? {
        let select = try statement(
            "SELECT id, version, stored, accessed, expires, size, checksum, inFile, value, key FROM entry "
                + "WHERE hash = ?1"
        )
        defer { select.reset() }
        try select.bind(hash, at: 1)
        repeat {
            guard try select.step() else { return nil }
        } while !select.withBytes(at: 9, key.hasBytes)
        return DiskRow(
            id: select.int(at: 0),
            version: select.int(at: 1),
            stored: select.double(at: 2),
            accessed: select.double(at: 3),
            expires: select.isNull(at: 4) ? nil : select.double(at: 4),
            // No value has a negative size, so the row is classified as corrupt.
            size: select.size(at: 5) ?? -1,
            checksum: UInt64(bitPattern: select.int(at: 6)),
            hasFile: select.int(at: 7) != 0,
            value: select.isNull(at: 8) ? nil : select.data(at: 8)
        )
    }

    /// Returns the version of a row that has not expired; nil if there is none. Reads no value.
    func version(of key: KeyBytes, hash: Int64, at now: Double, _ limits: CacheLimits) throws(SQLiteError)
        -> CacheVersion?
    {
        let select = try statement("SELECT id, version, size, inFile, stored, expires, key FROM entry WHERE hash = ?1")
        defer { select.reset() }
        try select.bind(hash, at: 1)
        repeat {
            guard try select.step() else { return nil }
        } while !select.withBytes(at: 6, key.hasBytes)
        return select.isExpired(storedAt: 4, expiresAt: 5, now, limits) ? nil : CacheVersion(number: select.int(at: 1))
    }

    /// Returns the row that a put replaces, and whether it has expired; nil if there is none.
    func existingRow(for key: KeyBytes, hash: Int64, at now: Double, _ limits: CacheLimits) throws(SQLiteError)
        -> (row: RemovedRow, isExpired: Bool)?
    {
        let select = try statement(
            "SELECT id, version, size, inFile, stored, expires FROM entry WHERE hash = ?1 AND key = ?2"
        )
        defer { select.reset() }
        try select.bind(hash, at: 1)
        try select.bind(key, at: 2)
        guard try select.step() else { return nil }
        return (RemovedRow(select), select.isExpired(storedAt: 4, expiresAt: 5, now, limits))
    }

    /// Inserts a row, or replaces the old one under its id.
    func insert(_ put: DiskPut, replacing old: RemovedRow?) throws(SQLiteError) {
        let insert = try statement(
            "INSERT OR REPLACE INTO entry(id, hash, version, stored, accessed, expires, size, checksum, inFile, key, value) "
                + "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
        )
        let row = put.row
        if let old { try insert.bind(old.id, at: 1) }
        try insert.bind(put.hash, at: 2)
        try insert.bind(row.version, at: 3)
        try insert.bind(row.stored, at: 4)
        try insert.bind(row.accessed, at: 5)
        try insert.bind(row.expires, at: 6)
        try insert.bind(Int64(row.size), at: 7)
        try insert.bind(Int64(bitPattern: row.checksum), at: 8)
        try insert.bind(row.hasFile ? 1 : 0, at: 9)
        try insert.bind(put.key, at: 10)
        if let value = row.value { try insert.bind(value, at: 11) }
        try insert.run()
    }
}

extension RemovedRow {
    /// Creates a value from the columns `id, version, size, inFile` of the current row.
    init(_ select: SQLiteStatement) {
        id = select.int(at: 0)
        version = select.int(at: 1)
        size = select.size(at: 2)
        hasFile = select.int(at: 3) != 0
    }
}

extension SQLiteStatement {
    func bind(_ key: KeyBytes, at index: Int32) throws(SQLiteError) {
        try check(key.withBytes { bind($0, at: index) })
    }

    /// Returns the size of a value; nil if the column does not contain a possible size.
    func size(at column: Int32) -> Int? {
        int(at: column, in: 0...Int64(DiskOptions.maximumValueSize)).map { Int($0) }
    }

    /// Whether a row with these columns has expired.
    func isExpired(storedAt: Int32, expiresAt: Int32, _ now: Double, _ limits: CacheLimits) -> Bool {
        let expires = isNull(at: expiresAt) ? nil : Date(timeIntervalSinceReferenceDate: double(at: expiresAt))
        let storedAt = Date(timeIntervalSinceReferenceDate: double(at: storedAt))
        return limits.expiry(of: expires, storedAt: storedAt).map { $0.timeIntervalSinceReferenceDate <= now } ?? false
    }

    /// Returns a sum of sizes; nil if the column does not contain a possible sum.
    func sum(at column: Int32) -> Int? {
        // A limit below which additions cannot overflow.
        int(at: column, in: 0...(1 << 60)).map { Int(clamping: $0) }
    }
}

/// A removed or replaced row, with the data for removing its file and for updating the totals.
struct RemovedRow: Sendable {
    var id: Int64
    var version: Int64
    /// Nil if the row had no valid size.
    var size: Int?
    var hasFile: Bool
}

struct EntryTotals: Sendable, Hashable {
    var count = 0
    var bytes = 0
}

extension EntryTotals {
    /// Creates a value from the first two columns of a row; nil if they are not valid.
    init?(_ row: SQLiteStatement) {
        guard let count = row.sum(at: 0), let bytes = row.sum(at: 1) else { return nil }
        self.init(count: count, bytes: bytes)
    }
}

extension SQLiteConnection {
    /// Removes the rows that match an SQL condition. The transaction must also call ``updateTotals(removing:adding:)``.
    ///
    /// - Parameter visit: Called for each removed row.
    func delete(
        where condition: String,
        _ bind: (SQLiteStatement) throws(SQLiteError) -> Void,
        visit: (SQLiteStatement) -> Void = { _ in }
    ) throws(SQLiteError) -> [RemovedRow] {
        let deletion = try statement("DELETE FROM entry WHERE \(condition) RETURNING \(SQLiteStatement.itemColumns)")
        defer { deletion.reset() }
        try bind(deletion)
        var removed: [RemovedRow] = []
        while try deletion.step() {
            removed.append(RemovedRow(deletion))
            visit(deletion)
        }
        return removed
    }

    /// Updates and returns the totals. Must be called in the transaction of the removal.
    @discardableResult
    func updateTotals(removing removed: [RemovedRow], adding added: EntryTotals = EntryTotals()) throws(SQLiteError)
        -> EntryTotals
    {
        var change = added
        for row in removed {
            change.count -= 1
            change.bytes -= row.size ?? 0
        }
        // It is unknown what a row without a valid size added to the totals.
        if removed.contains(where: { $0.size == nil }) { return try recount() }
        let update = try statement("UPDATE total SET count = count + ?1, bytes = bytes + ?2 RETURNING count, bytes")
        defer { update.reset() }
        try update.bind(Int64(change.count), at: 1)
        try update.bind(Int64(change.bytes), at: 2)
        let total = try update.step() ? EntryTotals(update) : nil
        while try update.step() {}
        if let total { return total }
        return try recount()
    }

    /// Returns the stored totals; nil if there are none or they are not valid.
    func totals() throws(SQLiteError) -> EntryTotals? {
        let select = try statement("SELECT count, bytes FROM total")
        defer { select.reset() }
        return try select.step() ? EntryTotals(select) : nil
    }

    /// Computes, stores and returns the totals.
    func recount() throws(SQLiteError) -> EntryTotals {
        let select = try statement(
            "SELECT count(*), total(size) FILTER (WHERE typeof(size) = 'integer' AND size BETWEEN 0 AND ?1) FROM entry"
        )
        try select.bind(Int64(DiskOptions.maximumValueSize), at: 1)
        var total = EntryTotals()
        if try select.step() {
            total.count = Int(clamping: select.int(at: 0))
            total.bytes = Int(clamping: Int64(select.double(at: 1)))
        }
        select.reset()
        try statement("DELETE FROM total").run()
        let insert = try statement("INSERT INTO total VALUES(?1, ?2)")
        try insert.bind(Int64(total.count), at: 1)
        try insert.bind(Int64(total.bytes), at: 2)
        try insert.run()
        return total
    }
}

extension SQLiteStatement {
    /// The columns that ``item(at:lastAccess:)`` and ``RemovedRow`` read by their positions.
    static let itemColumns = "id, version, size, inFile, key, stored, accessed, expires"

    /// Returns the item of the current row, which begins with ``itemColumns``; nil if its key is not valid UTF-8.
    ///
    /// - Parameter lastAccess: The time of an access that may not be in the row yet; nil if there is none.
    func item(at now: Double, lastAccess: Double? = nil) -> CacheItem? {
        withBytes(at: 4) { String(validating: $0, as: UTF8.self) }.map { key in
            CacheItem(
                key: key,
                age: Duration(clampingSeconds: now - double(at: 5)),
                size: size(at: 2) ?? 0,
                idleTime: Duration(clampingSeconds: now - max(double(at: 6), lastAccess ?? -.infinity)),
                expiresIn: isNull(at: 7) ? nil : Duration(clampingSeconds: double(at: 7) - now)
            )
        }
    }
}
