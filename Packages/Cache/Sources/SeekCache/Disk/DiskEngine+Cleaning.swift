import SeekBasics
import SeekSQLite

extension DiskEngine {
    /// Removes all entries in a transaction, so that another process that has the database open finds none, and then
    /// removes the files.
    func removeAll() throws(CacheError) {
        do throws(CacheError) {
            try write("remove everything") { connection throws(SQLiteError) in
                try connection.statement("DELETE FROM entry").run()
                _ = try connection.recount()
            }
        } catch {
            // Other errors, such as a full disk, are ignored: removing the files below needs no transaction.
            if case .busy = error { throw error }
        }
        // Free pages and the WAL still contain the removed entries.
        try CacheError.translating(in: layout.folder) { () throws(DatabaseFailure) in try database.remove() }
        let unmovedCompanions = layout.companionPaths.filter { !moveToOrphans($0) }
        for path in unmovedCompanions { FileSystem.remove(path) }
        let paths = unmovedCompanions + removeOrphans()
        guard let remaining = paths.first(where: FileSystem.exists) else { return }
        throw .failed(operation: "remove everything", path: layout.folder, reason: "'\(remaining)' is still there")
    }

    /// Moves a companion (a file or folder that is derived from the entries, such as an index) to the folder of value
    /// files, from which ``removeOrphans(olderThan:)`` removes it. If another process creates the companion again in
    /// the meantime, the new one is not removed.
    ///
    /// - Returns: Whether the companion was moved or did not exist.
    private func moveToOrphans(_ path: String) -> Bool {
        do throws(FileError) {
            try FileSystem.makeFolder(layout.valuesPath)
            try FileSystem.move(path, to: "\(layout.valuesPath)/companion-\(UInt64.random(in: 0 ... .max))")
            return true
        } catch {
            return error == .missing
        }
    }

    /// Removes items, except for those that were put again since they were listed, and returns the versions of the
    /// removed rows. Also removes value files without an entry that are older than `options.orphanAge`.
    func remove(_ items: [DiskItem]) throws(CacheError) -> Set<Int64> {
        let removed = try remove(during: "clean") { connection throws(SQLiteError) in
            var removed: [RemovedRow] = []
            for item in items.sorted(by: { $0.id < $1.id }) {
                removed += try connection.delete(where: "id = ?1 AND version = ?2") { delete throws(SQLiteError) in
                    try delete.bind(item.id, at: 1)
                    try delete.bind(item.version, at: 2)
                }
            }
            return removed
        }
        removeOrphans(olderThan: options.orphanAge)
        return Set(removed.map(\.version))
    }

    /// Removes value files without an entry: a process can end between writing the file and the entry.
    ///
    /// - Parameter age: The minimum age of the files in seconds. If nil, files of any age are removed, even if their
    ///   modification time is in the future or the lookup of their entry fails.
    /// - Returns: The paths of the files, including those that could not be removed.
    @discardableResult
    private func removeOrphans(olderThan age: Int? = nil) -> [String] {
        var paths: [String] = []
        // The system's clock, by which files are dated.
        let now = Int(Date().timeIntervalSince1970)
        for name in FileSystem.names(in: layout.valuesPath) {
            let path = "\(layout.valuesPath)/\(name)"
            if let age, FileSystem.modificationTime(path).map({ $0 > now - age }) ?? true { continue }
            do throws(CacheError) {
                if let version = DiskLayout.version(ofValueNamed: name), try isInUse(version) { continue }
            } catch {
                if age != nil { continue }
            }
            FileSystem.remove(path)
            paths.append(path)
        }
        return paths
    }

    /// Returns whether an entry has its value in the file with this version.
    private func isInUse(_ version: Int64) throws(CacheError) -> Bool {
        try run("look for orphaned files") { connection throws(SQLiteError) in
            let select = try connection.statement("SELECT 1 FROM entry WHERE version = ?1 AND inFile = 1")
            defer { select.reset() }
            try select.bind(version, at: 1)
            return try select.step()
        }
    }

    /// Releases up to 1,024 free pages to the disk when more than 64 pages and more than half of the database are free;
    /// otherwise they are left for reuse. Truncates the WAL when no page was released.
    ///
    /// - Returns: Whether pages were released, so that another call may release more.
    func incrementalVacuum() -> Bool {
        let hasReleasedPages = database.attempt { connection throws(SQLiteError) in
            let freePageCount = try connection.number("PRAGMA freelist_count")
            guard freePageCount > 64, try freePageCount > connection.number("PRAGMA page_count") / 2 else {
                return false
            }
            try connection.execute("PRAGMA incremental_vacuum(1024)")
            return try connection.number("PRAGMA freelist_count") < freePageCount
        }
        if hasReleasedPages == true { return true }
        database.truncateWAL()
        return false
    }
}
