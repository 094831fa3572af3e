import SeekSQLite

extension DatabaseFile {
    /// Describes the database of a disk store.
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
            // A new database has no entries that use the existing value files.
            if try DiskSchema.prepare(connection) {
                for name in FileSystem.names(in: layout.values) { FileSystem.remove("\(layout.values)/\(name)") }
            }
        }
    }
}

extension CacheError {
    /// Creates a cache error from an SQLite error.
    init(_ error: SQLiteError, during operation: String, in folder: String) {
        switch error.meaning {
        case .full: self = .diskFull(path: folder)
        case .busy: self = .busy(path: folder)
        case .unsupported: self = .sqliteUnsupported(reason: error.message)
        case .corrupt, .other:
            self = .failed(operation: operation, path: folder, reason: "\(error.message) (SQLite \(error.code))")
        }
    }

    /// Creates a cache error from a file error.
    init(_ error: FileError, during operation: String, in folder: String) {
        self =
            error.isFull
            ? .diskFull(path: folder) : .failed(operation: operation, path: folder, reason: error.reason)
    }

    /// Creates a cache error from a failure to open or use the database.
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

    /// Runs a body, and throws its failure as a cache error.
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
