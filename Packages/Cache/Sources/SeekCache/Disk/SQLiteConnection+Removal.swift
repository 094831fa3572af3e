import SeekBasics
import SeekSQLite

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
