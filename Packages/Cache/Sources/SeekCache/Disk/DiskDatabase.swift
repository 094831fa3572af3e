import SeekBasics
import SeekSQLite

/// Opens the database of a disk store, and sets a damaged one aside.
struct DiskDatabase {
    let layout: DiskLayout
    let options: DiskOptions

    var file: DatabaseFile {
        DatabaseFile(
            folder: layout.folder,
            name: DiskLayout.databaseName,
            lock: DiskLayout.lockName,
            quarantine: DiskLayout.quarantineName,
            busyTimeout: options.busyTimeout,
            longestRow: options.longestRow
        ) { [layout] connection throws(SQLiteError) in
            do throws(FileError) {
                if !FileSystem.isFolder(layout.values) {
                    FileSystem.remove(layout.values)
                    try FileSystem.makeFolder(layout.values)
                }
            } catch {
                throw SQLiteError(opening: error)
            }
            if try DiskSchema.prepare(connection) { Self.removeValueFiles(below: layout) }
        }
    }

    /// Makes the folder where it is missing, and checks that it can be used and that no other user can have prepared what is in it.
    func prepareFolder() throws(CacheError) {
        try translated { () throws(DatabaseFailure) in
            try file.prepareFolder()
            guard FileSystem.isFolder(layout.values) else { return }
            do throws(PrivateFileError) { try PrivateFolder.check(layout.values) } catch {
                throw .untrusted(error.description)
            }
        }
    }

    /// Opens the database, begun anew where it is missing or damaged.
    func open() throws(CacheError) -> SQLiteConnection {
        try prepareFolder()
        return try translated { () throws(DatabaseFailure) in try file.open() }
    }

    /// Puts a database in which damage was found out of the way, and opens a new one.
    ///
    /// - Parameter keepsOld: Whether the old one stays, set aside.
    func replace(_ connection: SQLiteConnection, keepsOld: Bool = true) throws(CacheError) -> SQLiteConnection {
        try translated { () throws(DatabaseFailure) in try file.replace(connection, keepsOld: keepsOld) }
    }

    private func translated<Result>(_ body: () throws(DatabaseFailure) -> Result) throws(CacheError) -> Result {
        do throws(DatabaseFailure) {
            return try body()
        } catch {
            throw cacheError(error)
        }
    }

    private func cacheError(_ failure: DatabaseFailure) -> CacheError {
        switch failure {
        case .folder(let error) where error.isFull: .diskFull(path: layout.folder)
        case .folder(let error): .folderUnusable(path: layout.folder, reason: error.reason)
        case .untrusted(let reason): .untrusted(reason: reason)
        case .file(let error, let operation): cacheError(error, during: operation)
        case .database(let error, let operation): cacheError(error, during: operation)
        case .busy: .busy(path: layout.folder)
        }
    }

    /// The error for a caller of the store.
    func cacheError(_ error: SQLiteError, during operation: String) -> CacheError {
        switch error.meaning {
        case .full: .diskFull(path: layout.folder)
        case .busy: .busy(path: layout.folder)
        case .unsupported: .sqliteUnsupported(reason: error.message)
        case .corrupt, .other:
            .failed(operation: operation, path: layout.folder, reason: "\(error.message) (SQLite \(error.code))")
        }
    }

    /// The error for a caller of the store.
    func cacheError(_ error: FileError, during operation: String) -> CacheError {
        error.isFull
            ? .diskFull(path: layout.folder)
            : .failed(operation: operation, path: layout.folder, reason: error.reason)
    }

    /// A new database names no files; those that are there have nobody left to name them.
    private static func removeValueFiles(below layout: DiskLayout) {
        for name in FileSystem.names(in: layout.values) {
            FileSystem.remove("\(layout.values)/\(name)")
        }
    }
}
