#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension DiskEngine {
    func removeAll() throws(CacheError) {
        try run("remove everything") { connection throws(SQLiteError) in
            try connection.execute("DELETE FROM entry")
        }
        sweep(olderThan: 0)
        giveSpaceBack()
    }

    /// Removes what was decided on, except for what was put anew since it was listed.
    func remove(_ items: [DiskItem]) throws(CacheError) -> Set<Int64> {
        let removed = try run("clean") { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                let delete = try connection.statement(
                    "DELETE FROM entry WHERE id = ?1 AND version = ?2 RETURNING value IS NULL"
                )
                var removed: [(version: Int64, hasFile: Bool)] = []
                for item in items {
                    defer { delete.reset() }
                    try delete.bind(item.id, at: 1)
                    try delete.bind(item.version, at: 2)
                    while try delete.step() { removed.append((item.version, delete.int(at: 0) != 0)) }
                }
                return removed
            }
        }
        for row in removed where row.hasFile { FileSystem.remove(layout.valueFile(row.version)) }
        sweep(olderThan: options.orphanAge)
        if !removed.isEmpty { giveSpaceBack() }
        return Set(removed.map(\.version))
    }

    /// Removes the value files that no entry names: left by a process that ended between writing one and naming it.
    private func sweep(olderThan age: Int) {
        let latest = time(nil) - age
        for name in FileSystem.names(in: layout.values) {
            let path = "\(layout.values)/\(name)"
            guard let changed = FileSystem.modificationTime(path), changed <= latest else { continue }
            if let version = DiskLayout.number(of: name), (try? isNamed(version)) != false { continue }
            FileSystem.remove(path)
        }
    }

    private func isNamed(_ version: Int64) throws(CacheError) -> Bool {
        try run("look for orphans") { connection throws(SQLiteError) in
            let select = try connection.statement("SELECT 1 FROM entry WHERE version = ?1 AND value IS NULL")
            defer { select.reset() }
            try select.bind(version, at: 1)
            return try select.step()
        }
    }

    /// Shortens the files by what is no longer used. A disk that stays full is no reason to fail what was asked for.
    private func giveSpaceBack() {
        try? run("give space back") { connection throws(SQLiteError) in
            try connection.execute("PRAGMA incremental_vacuum")
            connection.setBusyTimeout(0)
            defer { connection.setBusyTimeout(options.busyTimeout) }
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}
