import SeekSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension DiskEngine {
    /// Removes everything. Other processes find no entry from the first step on, also those that still have the old file open.
    func removeAll() throws(CacheError) {
        do throws(CacheError) {
            try run("remove everything") { connection throws(SQLiteError) in
                try connection.transaction { () throws(SQLiteError) in
                    for table in ["entry", "tag"] { try connection.statement("DELETE FROM \(table)").run() }
                    _ = try connection.recount()
                }
            }
        } catch {
            // Removing takes room too, in the log, and may fail in other ways; removing the files takes none.
            if case .busy = error { throw error }
        }
        // Unused pages and the log still hold the bytes of what was removed.
        try beginAnew()
        sweep(olderThan: 0)
        for path in layout.companionPaths { FileSystem.remove(path) }
        guard let rest = layout.companionPaths.first(where: FileSystem.exists) else { return }
        throw .failed(operation: "remove everything", path: rest, reason: "it is still there")
    }

    /// Removes what was decided on, except for what was put anew since it was listed.
    func remove(_ items: [DiskItem]) throws(CacheError) -> Set<Int64> {
        let removed = try run("clean") { connection throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                var removed: [DiskRemoval] = []
                for item in items.sorted(by: { $0.id < $1.id }) {
                    removed += try connection.delete(where: "id = ?1 AND version = ?2") { delete throws(SQLiteError) in
                        try delete.bind(item.id, at: 1)
                        try delete.bind(item.version, at: 2)
                    }
                }
                if !removed.isEmpty { try connection.account(for: removed) }
                return removed
            }
        }
        removeFiles(of: removed)
        sweep(olderThan: options.orphanAge)
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
            let select = try connection.statement("SELECT 1 FROM entry WHERE version = ?1 AND inFile = 1")
            defer { select.reset() }
            try select.bind(version, at: 1)
            return try select.step()
        }
    }

    /// Shortens the database by a part of what is no longer used, where that is more than half of it: less will be used
    /// again. A disk that stays full is no reason to fail what was asked for.
    ///
    /// - Returns: Whether there is more to do.
    func giveSpaceBack() -> Bool {
        let isShorter = attempt { connection throws(SQLiteError) in
            let free = try connection.number("PRAGMA freelist_count")
            guard free > 64, try free > connection.number("PRAGMA page_count") / 2 else { return false }
            try connection.execute("PRAGMA incremental_vacuum(1024)")
            return try connection.number("PRAGMA freelist_count") < free
        }
        if isShorter == true { return true }
        shortenLog()
        return false
    }
}
