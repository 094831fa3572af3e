import SeekSQLite

extension DatabaseFile {
    /// Creates the description of the database of a disk store.
    init(_ layout: DiskLayout, _ options: DiskOptions) {
        self.init(
            folder: layout.folder,
            subfolder: DiskLayout.valuesName,
            name: DiskLayout.databaseName,
            lock: DiskLayout.lockName,
            quarantine: DiskLayout.quarantineName,
            busyTimeout: options.busyTimeout,
            longestRow: options.longestRow
        ) { connection throws(SQLiteError) in
            // The value files do not belong to a new database.
            if try DiskSchema.prepare(connection) {
                for name in FileSystem.names(in: layout.values) { FileSystem.remove("\(layout.values)/\(name)") }
            }
        }
    }
}

extension CacheError {
    /// Creates the error of a store for an error of SQLite.
    init(_ error: SQLiteError, during operation: String, in folder: String) {
        switch error.meaning {
        case .full: self = .diskFull(path: folder)
        case .busy: self = .busy(path: folder)
        case .unsupported: self = .sqliteUnsupported(reason: error.message)
        case .corrupt, .other:
            self = .failed(operation: operation, path: folder, reason: "\(error.message) (SQLite \(error.code))")
        }
    }

    /// Creates the error of a store for an error of a file.
    init(_ error: FileError, during operation: String, in folder: String) {
        self =
            error.isFull
            ? .diskFull(path: folder) : .failed(operation: operation, path: folder, reason: error.reason)
    }

    /// Creates the error of a store for a failure of its database.
    init(_ failure: DatabaseFailure, in folder: String) {
        switch failure {
        case .folder(let error) where error.isFull: self = .diskFull(path: folder)
        case .folder(let error): self = .folderUnusable(path: folder, reason: error.reason)
        case .untrusted(let reason): self = .untrusted(reason: reason)
        case .file(let error, let operation): self.init(error, during: operation, in: folder)
        case .database(let error, let operation): self.init(error, during: operation, in: folder)
        case .busy: self = .busy(path: folder)
        }
    }

    /// Runs a body, and throws its failure as the error of a store.
    static func translating<Result>(
        in folder: String,
        _ body: () throws(DatabaseFailure) -> Result
    ) throws(CacheError) -> Result {
        do throws(DatabaseFailure) {
            return try body()
        } catch {
            throw CacheError(error, in: folder)
        }
    }
}
