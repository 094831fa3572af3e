import SeekSQLite

extension SQLiteConnection {
    /// Returns the row that a put replaces; nil if there is none.
    func existingRow(for key: KeyBytes, hash: Int64) throws(SQLiteError) -> DiskRemoval? {
        let select = try statement("SELECT id, version, size, inFile, tags FROM entry WHERE hash = ?1 AND key = ?2")
        defer { select.reset() }
        try select.bind(hash, at: 1)
        try select.bind(key, at: 2)
        return try select.step() ? DiskRemoval(select) : nil
    }

    /// Inserts a row at the end, or replaces an old one.
    ///
    /// - Returns: The id of the row.
    func insert(_ put: DiskPut, replacing old: DiskRemoval?) throws(SQLiteError) -> Int64 {
        let insert = try statement(
            "INSERT OR REPLACE INTO entry(id, hash, version, stored, accessed, expires, size, checksum, inFile, tags, key, "
                + "value) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
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
        try insert.bind(row.tags, at: 10)
        try insert.bind(put.key, at: 11)
        if let value = row.value { try insert.bind(value, at: 12) }
        try insert.run()
        return old?.id ?? lastInsertedID
    }
}

extension DiskRemoval {
    /// Creates a value from the columns `id, version, size, inFile, tags` of the current row.
    init(_ select: SQLiteStatement) {
        id = select.int(at: 0)
        version = select.int(at: 1)
        size = select.size(at: 2)
        hasFile = select.int(at: 3) != 0
        tags = select.isNull(at: 4) ? nil : select.withBytes(at: 4) { Array($0) }
    }
}
