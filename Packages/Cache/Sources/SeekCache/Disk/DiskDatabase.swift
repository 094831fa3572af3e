import CSQLite

/// Opens the database of a disk store, and sets a damaged one aside.
struct DiskDatabase {
    let layout: DiskLayout
    let options: DiskOptions

    /// Makes the folder where it is missing, and sees whether it can be used.
    func prepareFolder() throws(CacheError) {
        do throws(FileError) {
            guard !layout.folder.isEmpty, !layout.folder.utf8.contains(0) else { throw FileError.missing }
            try FileSystem.makeFolder(layout.folder)
            try FileSystem.checkWritable(layout.folder)
        } catch {
            throw folderError(error)
        }
    }

    /// Opens the database, begun anew where it is missing or damaged.
    func open() throws(CacheError) -> SQLiteConnection {
        try prepareFolder()
        return try locked { () throws(CacheError) in try openOrRebuild() }
    }

    /// Puts a database in which damage was found out of the way, and opens a new one.
    ///
    /// - Parameter keepsOld: Whether the old one stays, set aside.
    func replace(_ connection: SQLiteConnection, keepsOld: Bool = true) throws(CacheError) -> SQLiteConnection {
        try prepareFolder()
        return try locked { () throws(CacheError) in
            // Another process may have been faster; what stands there now is its new one.
            let isOurs = !connection.hasMoved
            connection.close()
            if isOurs { try moveAside() }
            if !keepsOld { for name in ["", "-wal"] { FileSystem.remove(layout.setAside + name) } }
            return try openOrRebuild()
        }
    }

    /// The error for a caller of the store.
    func cacheError(_ error: SQLiteError, during operation: String) -> CacheError {
        switch error.meaning {
        case .full: .diskFull(path: layout.folder)
        case .busy: .busy(path: layout.folder)
        case .damaged, .other:
            .failed(operation: operation, path: layout.folder, reason: "\(error.message) (SQLite \(error.code))")
        }
    }

    /// The error for a caller of the store.
    func cacheError(_ error: FileError, during operation: String) -> CacheError {
        error.isFull
            ? .diskFull(path: layout.folder)
            : .failed(operation: operation, path: layout.folder, reason: error.reason)
    }

    private func folderError(_ error: FileError) -> CacheError {
        error.isFull ? .diskFull(path: layout.folder) : .folderUnusable(path: layout.folder, reason: error.reason)
    }

    private func locked<Result>(_ body: () throws(CacheError) -> Result) throws(CacheError) -> Result {
        if FileSystem.isFolder(layout.lock) { FileSystem.remove(layout.lock) }
        let result = try FileLock.withLock(
            at: layout.lock,
            timeout: options.busyTimeout,
            opening: { folderError($0) },
            body
        )
        guard let result else { throw .busy(path: layout.folder) }
        return result
    }

    private func openOrRebuild() throws(CacheError) -> SQLiteConnection {
        do throws(SQLiteError) {
            return try openFile()
        } catch {
            guard error.meaning == .damaged else { throw cacheError(error, during: "open the database") }
        }
        try moveAside()
        do throws(SQLiteError) {
            return try openFile()
        } catch {
            throw cacheError(error, during: "begin a new database")
        }
    }

    private func openFile() throws(SQLiteError) -> SQLiteConnection {
        do throws(FileError) {
            if !FileSystem.isFolder(layout.values) {
                FileSystem.remove(layout.values)
                try FileSystem.makeFolder(layout.values)
            }
            // Made here and not by SQLite, for the mode's sake. SQLite gives its companions the same.
            try FileSystem.ensureFile(layout.database)
        } catch {
            // Where this file cannot be opened, the reason tells `meaning` whether the file or the system is at fault.
            throw SQLiteError(code: SQLITE_CANTOPEN, systemCode: error.code, message: error.reason)
        }
        let connection = try SQLiteConnection(
            path: layout.database,
            busyTimeout: options.busyTimeout,
            longestRow: options.longestRow
        )
        do throws(SQLiteError) {
            if try DiskSchema.prepare(connection) { removeValueFiles() }
            return connection
        } catch {
            connection.close()
            throw error
        }
    }

    /// Moves the database to the one place kept for damaged ones.
    private func moveAside() throws(CacheError) {
        for companion in ["", "-wal"] {
            FileSystem.remove(layout.setAside + companion)
            do throws(FileError) {
                try FileSystem.move(layout.database + companion, to: layout.setAside + companion)
            } catch {
                if companion.isEmpty, FileSystem.exists(layout.database) {
                    throw cacheError(error, during: "set a damaged database aside")
                }
                FileSystem.remove(layout.database + companion)
            }
        }
        FileSystem.remove(layout.database + "-shm")
    }

    /// A new database names no files; those that are there have nobody left to name them.
    private func removeValueFiles() {
        for name in FileSystem.names(in: layout.values) {
            FileSystem.remove("\(layout.values)/\(name)")
        }
    }
}
