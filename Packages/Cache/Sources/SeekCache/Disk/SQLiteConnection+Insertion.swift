extension SQLiteConnection {
    /// Where a key's row is, or is to be, and the row that writing there replaces.
    func place(for key: KeyBytes, in bucket: ClosedRange<Int64>) throws(SQLiteError) -> (id: Int64, old: DiskRemoval?) {
        let select = try statement(
            "SELECT id, version, size, inFile, tags, key = ?3 FROM entry WHERE id BETWEEN ?1 AND ?2 ORDER BY id"
        )
        defer { select.reset() }
        try select.bind(bucket.lowerBound, at: 1)
        try select.bind(bucket.upperBound, at: 2)
        try select.bind(key, at: 3)
        var free = bucket.lowerBound
        var first: DiskRemoval?
        while try select.step() {
            let row = DiskRemoval(select)
            if select.int(at: 5) != 0 { return (row.id, row) }
            if row.id == free { free += 1 }
            first = first ?? row
        }
        // Nine keys with one hash do not happen by accident. The store may forget: the first one makes room.
        if let first, free > bucket.upperBound { return (first.id, first) }
        return (free, nil)
    }

    /// Writes a row, in place of the one with its id.
    func insert(_ put: DiskPut, at id: Int64) throws(SQLiteError) {
        let insert = try statement(
            "INSERT OR REPLACE INTO entry(id, version, stored, accessed, expires, size, checksum, inFile, tags, key, value) "
                + "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
        )
        let row = put.row
        try insert.bind(id, at: 1)
        try insert.bind(row.version, at: 2)
        try insert.bind(row.stored, at: 3)
        try insert.bind(row.accessed, at: 4)
        try insert.bind(row.expires, at: 5)
        try insert.bind(Int64(row.size), at: 6)
        try insert.bind(Int64(bitPattern: row.checksum), at: 7)
        try insert.bind(row.hasFile ? 1 : 0, at: 8)
        try insert.bind(row.tags, at: 9)
        try insert.bind(put.key, at: 10)
        if let value = row.value { try insert.bind(value, at: 11) }
        try insert.run()
    }
}

extension DiskRemoval {
    /// The row whose `id, version, size, inFile, tags` a statement stands at.
    init(_ select: SQLiteStatement) {
        id = select.int(at: 0)
        version = select.int(at: 1)
        size = Int(select.int(at: 2))
        hasFile = select.int(at: 3) != 0
        tags = select.isNull(at: 4) ? nil : select.withBytes(at: 4) { Array($0) }
    }
}
