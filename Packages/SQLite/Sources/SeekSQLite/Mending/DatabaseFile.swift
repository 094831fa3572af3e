import SeekBasics

/// A database that several processes share and nobody has to repair: begun anew where it is missing, set aside where it is damaged,
/// both under a lock. Files have the mode 0600, folders that are made 0700.
public struct DatabaseFile: Sendable {
    /// The database. Its log lies beside it.
    public let path: String
    /// The folder of the database.
    public let folder: String
    private let lock: String
    private let quarantine: String
    private let busyTimeout: Int32
    private let longestRow: Int32
    private let prepare: @Sendable (SQLiteConnection) throws(SQLiteError) -> Void

    /// Makes the description of a database; nothing is touched.
    ///
    /// - Parameters:
    ///   - folder: where everything is; made where it is missing.
    ///   - name: the database's name in the folder.
    ///   - lock: the name of the file that is held while the database is opened or set aside.
    ///   - quarantine: the name under which the last damaged database is kept, until the next one is.
    ///   - busyTimeout: how long to wait for others, in milliseconds.
    ///   - longestRow: a row with more bytes than this is an error: a damaged length asks for no memory.
    ///   - prepare: sets a fresh connection up, makes the tables in an empty file, and refuses a file with any others by an error
    ///     that means damage.
    public init(
        folder: String,
        name: String,
        lock: String,
        quarantine: String,
        busyTimeout: Int32,
        longestRow: Int32,
        prepare: @escaping @Sendable (SQLiteConnection) throws(SQLiteError) -> Void
    ) {
        self.folder = folder
        path = "\(folder)/\(name)"
        self.lock = "\(folder)/\(lock)"
        self.quarantine = "\(folder)/\(quarantine)"
        self.busyTimeout = busyTimeout
        self.longestRow = longestRow
        self.prepare = prepare
    }

    /// Makes the folder where it is missing, and checks that it can be used and that no other user can have prepared what is in it.
    public func prepareFolder() throws(DatabaseFailure) {
        do throws(FileError) {
            guard !folder.isEmpty, !folder.utf8.contains(0) else { throw FileError.missing }
            try FileSystem.makeFolder(folder)
            try FileSystem.checkWritable(folder)
        } catch {
            throw .folder(error)
        }
        do throws(PrivateFileError) {
            try PrivateFolder.check(folder)
            for file in Self.suffixes.map({ path + $0 }) + [lock] where !FileSystem.isForeign(file) {
                try PrivateFile(file).check()
            }
        } catch {
            throw .untrusted(error.description)
        }
    }

    /// Opens the database, begun anew where it is missing or damaged.
    public func open() throws(DatabaseFailure) -> SQLiteConnection {
        try prepareFolder()
        return try locked { () throws(DatabaseFailure) in try openOrRebuild() }
    }

    /// Puts a database in which damage was found out of the way, and opens a new one.
    ///
    /// - Parameters:
    ///   - connection: the connection that came upon the damage; it is closed.
    ///   - keepsOld: whether the old one stays, moved aside; else it is removed, and one that was moved aside before as well.
    public func replace(_ connection: SQLiteConnection, keepsOld: Bool = true) throws(DatabaseFailure)
        -> SQLiteConnection
    {
        try prepareFolder()
        return try locked { () throws(DatabaseFailure) in
            // Another process may have been faster; what stands there now is its new one.
            let isOurs = !connection.hasMoved
            connection.close()
            if !keepsOld { removeQuarantine() }
            if isOurs {
                if keepsOld { try moveAside() } else { for name in Self.suffixes { FileSystem.remove(path + name) } }
            }
            return try openOrRebuild()
        }
    }

    /// The bytes of the corrupt database that was moved aside last.
    public var quarantineSize: Int { Self.suffixes.reduce(0) { $0 + FileSystem.size(of: quarantine + $1) } }

    /// Removes the corrupt database that was moved aside last, if there is one.
    public func removeQuarantine() { for name in Self.suffixes { FileSystem.remove(quarantine + name) } }

    /// What SQLite adds to a database's name for the files beside it, and nothing for the database.
    private static let suffixes = ["", "-wal", "-shm"]

    private func locked<Result>(_ body: () throws(DatabaseFailure) -> Result) throws(DatabaseFailure) -> Result {
        if FileSystem.isFolder(lock) { FileSystem.remove(lock) }
        let result = try FileLock.withLock(at: lock, timeout: busyTimeout, opening: { .folder($0) }, body)
        guard let result else { throw .busy }
        return result
    }

    private func openOrRebuild() throws(DatabaseFailure) -> SQLiteConnection {
        // SQLite can use no folder, link or pipe, and makes none.
        for companion in ["-wal", "-shm"] where FileSystem.isForeign(path + companion) {
            FileSystem.remove(path + companion)
        }
        if !FileSystem.isForeign(path) {
            do throws(SQLiteError) {
                try SQLiteVersion.check()
                return try openFile()
            } catch {
                guard error.meaning == .corrupt else { throw .database(error, during: "open the database") }
            }
        }
        try moveAside()
        do throws(SQLiteError) {
            return try openFile()
        } catch {
            throw .database(error, during: "begin a new database")
        }
    }

    private func openFile() throws(SQLiteError) -> SQLiteConnection {
        do throws(FileError) {
            // Made here and not by SQLite, for the mode's sake. SQLite gives its companions the same.
            try FileSystem.ensureFile(path)
        } catch {
            throw SQLiteError(opening: error)
        }
        let connection = try SQLiteConnection(path: path, busyTimeout: busyTimeout, longestRow: longestRow)
        do throws(SQLiteError) {
            // Else each write would fail as on a read-only disk.
            if connection.isOfLaterFormat { throw SQLiteError.schemaMismatch }
            try prepare(connection)
            return connection
        } catch {
            connection.close()
            throw error
        }
    }

    /// Moves the database to the one place kept for damaged ones.
    private func moveAside() throws(DatabaseFailure) {
        for companion in ["", "-wal"] {
            FileSystem.remove(quarantine + companion)
            do throws(FileError) {
                try FileSystem.move(path + companion, to: quarantine + companion)
            } catch {
                if companion.isEmpty, FileSystem.exists(path) {
                    throw .file(error, during: "set a damaged database aside")
                }
                FileSystem.remove(path + companion)
            }
        }
        FileSystem.remove(path + "-shm")
    }
}

/// What kept a database from being opened. It is for the owner of the database to tell it in its own words.
public enum DatabaseFailure: Error, Hashable {
    /// The folder cannot be made, is no folder, or may not be written to.
    case folder(FileError)
    /// The folder or a file in it belongs to another user, or others can write to it: which, and the command that corrects it.
    case untrusted(String)
    /// A file could not be moved.
    case file(FileError, during: String)
    /// SQLite failed, and not for damage.
    case database(SQLiteError, during: String)
    /// Another process held the lock for too long.
    case busy
}
