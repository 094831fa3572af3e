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
