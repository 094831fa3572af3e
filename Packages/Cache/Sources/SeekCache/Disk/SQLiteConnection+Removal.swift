import SeekSQLite

/// A row that was removed, and what is left to do about it.
struct DiskRemoval: Sendable {
    var id: Int64
    var version: Int64
    var size: Int
    var hasFile: Bool
    var tags: [UInt8]?
}

/// What the entries add up to.
struct DiskTotal: Sendable, Hashable {
    var count = 0
    var bytes = 0
}

extension SQLiteConnection {
    /// Removes the rows that SQL text names after `DELETE FROM entry WHERE`. Within a transaction, which is to account for
    /// them.
    ///
    /// - Parameter visit: Sees each row that goes.
    func delete(
        where condition: String,
        _ bind: (SQLiteStatement) throws(SQLiteError) -> Void,
        visit: (SQLiteStatement) -> Void = { _ in }
    ) throws(SQLiteError) -> [DiskRemoval] {
        let delete = try statement(
            "DELETE FROM entry WHERE \(condition) RETURNING id, version, size, inFile, tags, "
                + "key, stored, accessed, expires"
        )
        defer { delete.reset() }
        try bind(delete)
        var removed: [DiskRemoval] = []
        while try delete.step() {
            removed.append(DiskRemoval(delete))
            visit(delete)
        }
        return removed
    }

    /// Does what follows from removals: takes them out of the sums, and their tags away. Within the same transaction.
    @discardableResult
    func account(for removed: [DiskRemoval], adding added: DiskTotal = DiskTotal()) throws(SQLiteError) -> DiskTotal {
        var change = added
        for row in removed {
            change.count -= 1
            change.bytes -= row.size
            if let tags = row.tags { try untag(row.id, tags) }
        }
        let update = try statement("UPDATE total SET count = count + ?1, bytes = bytes + ?2 RETURNING count, bytes")
        defer { update.reset() }
        try update.bind(Int64(change.count), at: 1)
        try update.bind(Int64(change.bytes), at: 2)
        guard try update.step() else { return try recount() }
        let total = DiskTotal(count: Int(update.int(at: 0)), bytes: Int(update.int(at: 1)))
        _ = try update.step()
        return total
    }

    /// The sums as they stand; nil where there are none.
    func total() throws(SQLiteError) -> DiskTotal? {
        let select = try statement("SELECT count, bytes FROM total")
        defer { select.reset() }
        guard try select.step() else { return nil }
        return DiskTotal(count: Int(select.int(at: 0)), bytes: Int(select.int(at: 1)))
    }

    /// Counts the entries, and writes the sums anew.
    func recount() throws(SQLiteError) -> DiskTotal {
        let select = try statement("SELECT count(*), total(size) FROM entry")
        var total = DiskTotal()
        if try select.step() {
            total.count = Int(select.int(at: 0))
            total.bytes = Int(clamping: Int64(exactly: select.double(at: 1).rounded()) ?? 0)
        }
        select.reset()
        try statement("DELETE FROM total").run()
        let insert = try statement("INSERT INTO total VALUES(?1, ?2)")
        try insert.bind(Int64(total.count), at: 1)
        try insert.bind(Int64(total.bytes), at: 2)
        try insert.run()
        return total
    }

    /// Notes which tags an entry bears.
    func tag(_ id: Int64, _ tags: [UInt8]) throws(SQLiteError) {
        try forEachTag(tags, "INSERT OR IGNORE INTO tag VALUES(?1, ?2)", id)
    }

    /// Takes the note back.
    func untag(_ id: Int64, _ tags: [UInt8]) throws(SQLiteError) {
        try forEachTag(tags, "DELETE FROM tag WHERE name = ?1 AND entry = ?2", id)
    }

    private func forEachTag(_ tags: [UInt8], _ sql: String, _ id: Int64) throws(SQLiteError) {
        let change = try statement(sql)
        for tag in tags.withUnsafeBytes(CacheTags.decode) ?? [] {
            try change.bind(KeyBytes(tag), at: 1)
            try change.bind(id, at: 2)
            try change.run()
        }
    }
}
