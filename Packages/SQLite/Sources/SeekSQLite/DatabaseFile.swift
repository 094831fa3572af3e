import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A database file that several processes share. It is created when it is missing, and moved aside and recreated when
/// it is corrupt, both under an inter-process lock. Files have mode 0600, created folders 0700.
public struct DatabaseFile: Sendable {
    /// The path of the database. Its WAL is in the same folder.
    public let path: String
    /// The folder of the database.
    public let folder: String
    private let subfolderPath: String?
    private let lockPath: String
    private let quarantinePath: String
    let busyTimeout: Int32
    private let maximumRowSize: Int32
    private let prepare: @Sendable (SQLiteConnection) throws(SQLiteError) -> Void

    /// Creates the description of a database without accessing the disk.
    ///
    /// - Parameters:
    ///   - folder: The folder of all files, which is created if necessary.
    ///   - subfolder: The name of a subfolder, created if necessary, for other files of the caller. A file of this
    ///     name is removed.
    ///   - name: The name of the database in the folder.
    ///   - lock: The name of the lock file, which is locked while the database is opened, moved aside or removed.
    ///   - quarantine: The new name of a corrupt database that is moved aside. A database that was moved aside earlier
    ///     is replaced.
    ///   - busyTimeout: The maximum time to wait for other connections and processes, in milliseconds.
    ///   - maximumRowSize: The maximum size of a row in bytes. No memory is allocated for a larger row, which is
    ///     reported as corruption.
    ///   - prepare: Configures a new connection, and creates the tables in an empty file. Must throw
    ///     ``SQLiteError/schemaMismatch`` if the file contains other tables.
    public init(
        folder: String,
        subfolder: String? = nil,
        name: String,
        lock: String,
        quarantine: String,
        busyTimeout: Int32,
        maximumRowSize: Int32,
        prepare: @escaping @Sendable (SQLiteConnection) throws(SQLiteError) -> Void
    ) {
        self.folder = folder
        path = "\(folder)/\(name)"
        subfolderPath = subfolder.map { "\(folder)/\($0)" }
        lockPath = "\(folder)/\(lock)"
        quarantinePath = "\(folder)/\(quarantine)"
        self.busyTimeout = busyTimeout
        self.maximumRowSize = maximumRowSize
        self.prepare = prepare
    }

    /// Creates the folder if necessary, and checks that it is writable. The folder, the subfolder and the files of the
    /// database must belong to this user or root, and no other user may be able to write to them.
    public func prepareFolder() throws(DatabaseFailure) {
        do throws(FileError) {
            guard !folder.isEmpty, !folder.utf8.contains(0) else { throw FileError.missing }
            try FileSystem.makeFolder(folder)
            if access(folder, W_OK | X_OK) != 0 { throw FileError.last }
        } catch {
            throw DatabaseFailure(folder: error)
        }
        do throws(PrivateFileError) {
            try PrivateFolder.check(folder)
            if let subfolderPath, FileSystem.isFolder(subfolderPath) { try PrivateFolder.check(subfolderPath) }
            for file in Self.suffixes.map({ path + $0 }) + [lockPath] where !FileSystem.isNotRegularFile(file) {
                try PrivateFile(file).check()
            }
        } catch {
            // Without a remedy, the failure does not concern the owner or the permissions.
            let reason = error.description
            throw error.remedy == nil ? .folderUnusable(reason: reason) : .untrusted(reason: reason)
        }
    }

    /// Opens the database, and creates it if it is missing or corrupt.
    public func open() throws(DatabaseFailure) -> SQLiteConnection {
        try prepareFolder()
        return try locked { () throws(DatabaseFailure) in try openOrRebuild() }
    }

    /// Moves a corrupt database aside, and opens a new one. If it was already replaced, for example by another process,
    /// the replacement is opened.
    ///
    /// - Parameter connection: The connection to the corrupt database. The connection is closed.
    public func replace(_ connection: SQLiteConnection) throws(DatabaseFailure) -> SQLiteConnection {
        try prepareFolder()
        return try locked { () throws(DatabaseFailure) in
            let isCurrent = !connection.hasMoved
            connection.close()
            if isCurrent { try moveAside() }
            return try openOrRebuild()
        }
    }

    /// Removes the database, and a database that was moved aside earlier. This needs no space on the disk.
    public func remove() throws(DatabaseFailure) {
        try prepareFolder()
        try locked { () throws(DatabaseFailure) in
            removeQuarantine()
            remove(path)
        }
    }

    /// The size in bytes of the database with its WAL and wal-index; 0 if there is none.
    public var size: Int { size(of: path) }

    /// The size in bytes of the corrupt database that was moved aside last; 0 if there is none.
    public var quarantineSize: Int { size(of: quarantinePath) }

    private func size(of database: String) -> Int {
        Self.suffixes.reduce(0) { $0 + FileSystem.size(of: database + $1) }
    }

    /// Removes the corrupt database that was moved aside last.
    public func removeQuarantine() { remove(quarantinePath) }

    private func remove(_ database: String) { for suffix in Self.suffixes { FileSystem.remove(database + suffix) } }

    /// The suffixes of the database, its WAL and its wal-index.
    private static let suffixes = ["", "-wal", "-shm"]

    /// Calls a body while holding the lock of the lock file, which is created if necessary. The lock also excludes
    /// other callers in this process, and the system releases it when the process ends.
    func locked<Result>(_ body: () throws(DatabaseFailure) -> Result) throws(DatabaseFailure) -> Result {
        if FileSystem.isFolder(lockPath) { FileSystem.remove(lockPath) }
        let descriptor: Int32
        do throws(FileError) {
            descriptor = try FileSystem.openOrCreate(lockPath)
        } catch {
            throw DatabaseFailure(folder: error)
        }
        defer { close(descriptor) }
        var waitedMilliseconds: Int32 = 0
        while !PrivateFile.tryLock(descriptor) {
            guard waitedMilliseconds < busyTimeout else { throw .busy }
            usleep(2_000)
            waitedMilliseconds += 2
        }
        return try body()
    }

    private func openOrRebuild() throws(DatabaseFailure) -> SQLiteConnection {
        // SQLite cannot use a folder, link or pipe with these names.
        for suffix in ["-wal", "-shm"] where FileSystem.isNotRegularFile(path + suffix) {
            FileSystem.remove(path + suffix)
        }
        if !FileSystem.isNotRegularFile(path) {
            do throws(SQLiteError) {
                try SQLiteVersion.check()
                return try openFile()
            } catch {
                guard error.category == .corrupt else { throw DatabaseFailure(error, during: "open the database") }
            }
        }
        try moveAside()
        do throws(SQLiteError) {
            return try openFile()
        } catch {
            throw DatabaseFailure(error, during: "create a new database")
        }
    }

    private func openFile() throws(SQLiteError) -> SQLiteConnection {
        do throws(FileError) {
            // Created here for its mode, which SQLite also uses for the WAL.
            try FileSystem.ensureFile(path)
            if let subfolderPath, !FileSystem.isFolder(subfolderPath) {
                FileSystem.remove(subfolderPath)
                try FileSystem.makeFolder(subfolderPath)
            }
        } catch {
            throw SQLiteError(error)
        }
        let connection = try SQLiteConnection(path: path, busyTimeout: busyTimeout, maximumRowSize: maximumRowSize)
        // If an error is thrown, the connection is released, and thereby closed, before the file is moved aside.
        // Each write to a newer format would fail as if the disk were read-only.
        if connection.hasNewerFormat { throw .schemaMismatch }
        try prepare(connection)
        return connection
    }

    /// Moves the database and its WAL to their quarantine paths, and removes the wal-index.
    private func moveAside() throws(DatabaseFailure) {
        for suffix in ["", "-wal"] {
            FileSystem.remove(quarantinePath + suffix)
            do throws(FileError) {
                try FileSystem.move(path + suffix, to: quarantinePath + suffix)
            } catch {
                if suffix.isEmpty, FileSystem.exists(path) {
                    throw DatabaseFailure(error, during: "move a corrupt database aside")
                }
                FileSystem.remove(path + suffix)
            }
        }
        FileSystem.remove(path + "-shm")
    }
}
