import SeekBasics
import SeekSQLite

/// The database of a disk store, which is recreated when it is corrupt.
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

    /// Creates the folder if necessary, and checks that it is writable and that no other user can have written its files.
    func prepareFolder() throws(CacheError) {
        try translated { () throws(DatabaseFailure) in
            try file.prepareFolder()
            guard FileSystem.isFolder(layout.values) else { return }
            do throws(PrivateFileError) { try PrivateFolder.check(layout.values) } catch {
                throw .untrusted(error.description)
            }
        }
    }

    /// Opens the database, and creates it if it is missing or corrupt.
    func open() throws(CacheError) -> SQLiteConnection {
        try prepareFolder()
        return try translated { () throws(DatabaseFailure) in try file.open() }
    }

    /// Replaces the database by a new one.
    ///
    /// - Parameter keepsOld: Whether the old database is moved aside; otherwise it is removed.
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

    /// Returns the public error for an error of SQLite or of a file.
    func cacheError(_ error: SQLiteError, during operation: String) -> CacheError {
        switch error.meaning {
        case .full: .diskFull(path: layout.folder)
        case .busy: .busy(path: layout.folder)
        case .unsupported: .sqliteUnsupported(reason: error.message)
        case .corrupt, .other:
            .failed(operation: operation, path: layout.folder, reason: "\(error.message) (SQLite \(error.code))")
        }
    }

    /// Returns the public error for an error of SQLite or of a file.
    func cacheError(_ error: FileError, during operation: String) -> CacheError {
        error.isFull
            ? .diskFull(path: layout.folder)
            : .failed(operation: operation, path: layout.folder, reason: error.reason)
    }

    /// Removes all value files, which do not belong to a new database.
    private static func removeValueFiles(below layout: DiskLayout) {
        for name in FileSystem.names(in: layout.values) {
            FileSystem.remove("\(layout.values)/\(name)")
        }
    }
}
