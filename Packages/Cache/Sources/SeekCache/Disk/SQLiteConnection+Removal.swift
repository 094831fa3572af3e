import SeekSQLite

/// A row that was removed, and what is left to do about it.
struct DiskRemoval: Sendable {
    var id: Int64
    var version: Int64
    /// Nil where the row held no size.
    var size: Int?
    var hasFile: Bool
    var tags: [UInt8]?
}

/// What the entries add up to.
struct DiskTotal: Sendable, Hashable {
    var count = 0
    var bytes = 0
}

extension DiskTotal {
    /// The sums in the first columns of a row; nil where they cannot be sums.
    init?(_ row: SQLiteStatement) {
        guard let count = row.sum(at: 0), let bytes = row.sum(at: 1) else { return nil }
        self.init(count: count, bytes: bytes)
    }
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
            change.bytes -= row.size ?? 0
            if let tags = row.tags { try untag(row.id, tags) }
        }
        // What such a row added to the sums is unknown.
        if removed.contains(where: { $0.size == nil }) { return try recount() }
        let update = try statement("UPDATE total SET count = count + ?1, bytes = bytes + ?2 RETURNING count, bytes")
        defer { update.reset() }
        try update.bind(Int64(change.count), at: 1)
        try update.bind(Int64(change.bytes), at: 2)
        let total = try update.step() ? DiskTotal(update) : nil
        while try update.step() {}
        if let total { return total }
        return try recount()
    }

    /// The sums as they are stored; nil where there are none.
    func total() throws(SQLiteError) -> DiskTotal? {
        let select = try statement("SELECT count, bytes FROM total")
        defer { select.reset() }
        return try select.step() ? DiskTotal(select) : nil
    }

    /// Counts the entries, and writes the sums anew.
    func recount() throws(SQLiteError) -> DiskTotal {
        let select = try statement(
            "SELECT count(*), total(size) FILTER (WHERE typeof(size) = 'integer' AND size BETWEEN 0 AND ?1) FROM entry"
        )
        try select.bind(Int64(DiskOptions.longestValue), at: 1)
        var total = DiskTotal()
        if try select.step() {
            total.count = Int(clamping: select.int(at: 0))
            total.bytes = Int(select.double(at: 1))
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
