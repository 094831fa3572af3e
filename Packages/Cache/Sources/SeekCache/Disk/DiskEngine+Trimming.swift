import SeekSQLite

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Removal by limits. Examines only the entries to remove, in the order of an index, except for a maximum age, which
/// has no index.
extension DiskEngine {
    /// Applies limits, and returns the removed items.
    func trim(to limits: CacheLimits) throws(CacheError) -> CleanupResult {
        let now = seconds(now())
        let (removed, items, total) = try run("trim") { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                var items: [CacheItem] = []
                var removed: [RemovedRow] = []
                func visit(_ row: SQLiteStatement) {
                    if let item = row.removedItem(at: now) { items.append(item) }
                }
                func remove(_ ids: [Int64]) throws(SQLiteError) {
                    for id in ids.sorted() { removed += try connection.delete(id, visit: visit) }
                }
                try remove(connection.expired(at: now, atMost: .max))
                if let maxAge = limits.maxAge { try remove(connection.stored(before: now - maxAge.seconds)) }
                var total = try connection.updateTotals(removing: removed)
                let limits = entryLimits(limits, entryBytes: total.bytes)
                try evict(from: &total, to: limits, on: connection, visit: visit) { removed += $0 }
                return (removed, items, total)
            }
        }
        removeFiles(of: removed)
        return CleanupResult(removed: items, remainingCount: total.count, remainingBytes: total.bytes)
    }

    /// Removes the least recently used entries until the rest is within limits, in a transaction.
    ///
    /// - Parameter visit: Called for each removed row.
    func evict(
        from total: inout EntryTotals,
        to limits: CacheLimits,
        on connection: SQLiteConnection,
        visit: (SQLiteStatement) -> Void = { _ in },
        removed: ([RemovedRow]) -> Void
    ) throws(SQLiteError) {
        var count = 16
        while !limits.allow(count: total.count, bytes: total.bytes) {
            let candidates = try connection.leastRecentlyUsed(count)
            count = min(count * 2, 512)
            // The stored totals are too large, because another program changed them.
            if candidates.isEmpty {
                total = try connection.recount()
                return
            }
            // Pending access times change the order, so that the candidates are selected again.
            if try writeAccesses(of: candidates, on: connection) { continue }
            var remaining = total
            var ids: [Int64] = []
            for candidate in candidates where !limits.allow(count: remaining.count, bytes: remaining.bytes) {
                ids.append(candidate.id)
                remaining.count -= 1
                remaining.bytes -= candidate.size
            }
            var evicted: [RemovedRow] = []
            // In the order of the rows, so that rows of the same page are removed together.
            for id in ids.sorted() { evicted += try connection.delete(id, visit: visit) }
            // The index contains rows that the table does not.
            if evicted.isEmpty { throw .schemaMismatch }
            total = try connection.updateTotals(removing: evicted)
            removed(evicted)
        }
    }

    /// Writes the pending access times of candidates, and returns whether there were any.
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

/// A row that may be evicted next.
private struct Candidate {
    var id: Int64
    var accessed: Double
    var size: Int
    var hash: Int64
}

extension SQLiteConnection {
    /// Removes the row with an id. The transaction must also call ``updateTotals(removing:adding:)``.
    func delete(
        _ id: Int64,
        visit: (SQLiteStatement) -> Void = { _ in }
    ) throws(SQLiteError) -> [RemovedRow] {
        let bind = { (delete: SQLiteStatement) throws(SQLiteError) in try delete.bind(id, at: 1) }
        return try delete(where: "id = ?1", bind, visit: visit)
    }

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

    /// Returns the ids of expired rows.
    func expired(at time: Double, atMost count: Int) throws(SQLiteError) -> [Int64] {
        try ids("SELECT id FROM entry WHERE expires <= ?1 LIMIT ?2", time, count)
    }

    fileprivate func stored(before time: Double) throws(SQLiteError) -> [Int64] {
        try ids("SELECT id FROM entry WHERE stored <= ?1 LIMIT ?2", time, .max)
    }

    private func ids(_ sql: String, _ time: Double, _ count: Int) throws(SQLiteError) -> [Int64] {
        let select = try statement(sql)
        defer { select.reset() }
        try select.bind(time, at: 1)
        try select.bind(Int64(count), at: 2)
        var ids: [Int64] = []
        while try select.step() { ids.append(select.int(at: 0)) }
        return ids
    }
}

extension SQLiteStatement {
    /// Returns the item of a removed row; nil if the key is not valid UTF-8.
    fileprivate func removedItem(at now: Double) -> CacheItem? {
        withBytes(at: 5) { String(validating: $0, as: UTF8.self) }.map { key in
            CacheItem(
                key: key,
                age: Duration(clampingSeconds: now - double(at: 6)),
                size: size(at: 2) ?? 0,
                idle: Duration(clampingSeconds: now - double(at: 7)),
                expiresIn: isNull(at: 8) ? nil : Duration(clampingSeconds: double(at: 8) - now),
                tags: isNull(at: 4) ? [] : withBytes(at: 4, CacheTags.decode) ?? []
            )
        }
    }
}
