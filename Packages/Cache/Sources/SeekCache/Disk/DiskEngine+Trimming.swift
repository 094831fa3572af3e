import SeekSQLite

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Removal by limits: along the indexes, from the end that is to go, so that its cost grows with what is removed.
extension DiskEngine {
    /// Applies limits, and tells what was removed.
    func trim(to limits: CacheLimits) throws(CacheError) -> CleanupResult {
        let now = seconds(now())
        let (removed, items, total) = try run("trim") { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                var items: [CacheItem] = []
                var removed: [DiskRemoval] = []
                func visit(_ row: SQLiteStatement) {
                    if let item = row.removedItem(at: now) { items.append(item) }
                }
                func remove(_ ids: [Int64]) throws(SQLiteError) {
                    for id in ids.sorted() { removed += try connection.delete(id, visit: visit) }
                }
                try remove(connection.expired(at: now, atMost: .max))
                if let maxAge = limits.maxAge { try remove(connection.stored(before: now - maxAge)) }
                var total = try connection.account(for: removed)
                let limits = limitsOfEntries(limits, holding: total.bytes)
                try evict(from: &total, to: limits, on: connection, visit: visit) { removed += $0 }
                return (removed, items, total)
            }
        }
        removeFiles(of: removed)
        return CleanupResult(removed: items, remainingCount: total.count, remainingBytes: total.bytes)
    }

    /// Removes the least recently used entries until the rest is within limits. Within a transaction.
    ///
    /// - Parameter visit: Sees each row that goes.
    func evict(
        from total: inout DiskTotal,
        to limits: CacheLimits,
        on connection: SQLiteConnection,
        visit: (SQLiteStatement) -> Void = { _ in },
        removed: ([DiskRemoval]) -> Void
    ) throws(SQLiteError) {
        var count = 16
        while !limits.allow(count: total.count, bytes: total.bytes) {
            let candidates = try connection.leastRecentlyUsed(count)
            count = min(count * 2, 512)
            // The sums are greater than what there is: they were changed.
            if candidates.isEmpty {
                total = try connection.recount()
                return
            }
            // What was used since it was written stands elsewhere in the order.
            if try noteUses(among: candidates, on: connection) { continue }
            var left = total
            var victims: [Int64] = []
            for candidate in candidates where !limits.allow(count: left.count, bytes: left.bytes) {
                victims.append(candidate.id)
                left.count -= 1
                left.bytes -= candidate.size
            }
            var gone: [DiskRemoval] = []
            // In the order they stand in, so that neighbours go together.
            for id in victims.sorted() {
                gone += try connection.delete(id, visit: visit)
            }
            // An index with rows that the table does not have.
            if gone.isEmpty { throw .schemaMismatch }
            total = try connection.account(for: gone)
            removed(gone)
        }
    }

    /// Writes what is known of the rows' use and the database does not know, and tells whether there was any.
    private func noteUses(
        among candidates: [Candidate],
        on connection: SQLiteConnection
    ) throws(SQLiteError) -> Bool {
        var isChanged = false
        for candidate in candidates {
            guard let moment = usage.lastAccess(of: candidate.hash), moment > candidate.accessed else { continue }
            if try connection.recordAccess(of: candidate.hash, at: moment) { isChanged = true }
        }
        return isChanged
    }
}

/// A row that is among the next to go.
private struct Candidate {
    var id: Int64
    var accessed: Double
    var size: Int
    var hash: Int64
}

extension SQLiteConnection {
    func delete(
        _ id: Int64,
        visit: (SQLiteStatement) -> Void = { _ in }
    ) throws(SQLiteError) -> [DiskRemoval] {
        let bind = { (delete: SQLiteStatement) throws(SQLiteError) in try delete.bind(id, at: 1) }
        return try delete(where: "id = ?1", bind, visit: visit)
    }

    fileprivate func leastRecentlyUsed(
        _ count: Int
    ) throws(SQLiteError) -> [Candidate] {
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

    func expired(at moment: Double, atMost count: Int) throws(SQLiteError) -> [Int64] {
        try ids("SELECT id FROM entry WHERE expires <= ?1 LIMIT ?2", moment, count)
    }

    fileprivate func stored(before moment: Double) throws(SQLiteError) -> [Int64] {
        try ids("SELECT id FROM entry WHERE stored <= ?1 LIMIT ?2", moment, .max)
    }

    private func ids(_ sql: String, _ moment: Double, _ count: Int) throws(SQLiteError) -> [Int64] {
        let select = try statement(sql)
        defer { select.reset() }
        try select.bind(moment, at: 1)
        try select.bind(Int64(count), at: 2)
        var ids: [Int64] = []
        while try select.step() { ids.append(select.int(at: 0)) }
        return ids
    }
}

extension SQLiteStatement {
    /// The item of a row that a removal has returned, as a report tells it.
    fileprivate func removedItem(at now: Double) -> CacheItem? {
        withBytes(at: 5) { String(validating: $0, as: UTF8.self) }.map { key in
            CacheItem(
                key: key,
                age: now - double(at: 6),
                size: size(at: 2) ?? 0,
                idle: now - double(at: 7),
                expiresIn: isNull(at: 8) ? nil : double(at: 8) - now,
                tags: isNull(at: 4) ? [] : withBytes(at: 4, CacheTags.decode) ?? []
            )
        }
    }
}
