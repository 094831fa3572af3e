/// A ``DatabaseFile`` that is opened at its first use and recovers from corruption. It must be used by one thread at a
/// time.
public final class RecoveringDatabase {
    /// A change of the connection.
    public enum Event: Sendable, Hashable {
        /// The database was opened.
        case opened
        /// The connection is about to be closed. The database remains.
        case closing
        /// The connection is about to be closed, because the database was or will be replaced or removed.
        /// `isCorrupt` is true if an operation found it corrupt.
        case replacing(isCorrupt: Bool)
    }

    /// The description of the database.
    public let file: DatabaseFile
    /// The number of times that ``run(_:_:)`` found the database corrupt. A database that is already corrupt when it is
    /// opened is recreated as well, but not counted.
    public private(set) var rebuildCount = 0
    private let observe: (Event) -> Void
    private var connection: SQLiteConnection?

    /// Creates an object without opening the database.
    ///
    /// - Parameters:
    ///   - file: The description of the database.
    ///   - observe: Called for each change of the connection.
    public init(_ file: DatabaseFile, observe: @escaping (Event) -> Void = { _ in }) {
        self.file = file
        self.observe = observe
    }

    deinit { close() }

    /// Closes the database. The next operation opens it again.
    public func close() { close(for: .closing) }

    private func close(for event: Event) {
        guard let connection else { return }
        observe(event)
        connection.close()
        self.connection = nil
    }

    /// Runs a body on the database, which is opened if necessary.
    ///
    /// If the body fails, the error determines what happens:
    ///
    /// - If the database is corrupt, the body runs again on a new database.
    /// - If the disk is full, the body runs again after the WAL was truncated, if that is possible.
    /// - If the database is locked or SQLite is unsupported, the body does not run again.
    /// - After any other error, the body runs again on a new connection, whose opening checks the tables.
    ///
    /// - Parameter operation: A description for ``DatabaseFailure/failed(operation:reason:)``.
    public func run<Result>(
        _ operation: String,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Result
    ) throws(DatabaseFailure) -> Result {
        let connection = try openIfNecessary()
        let isCorrupt: Bool
        do throws(SQLiteError) {
            do throws(SQLiteError) {
                return try body(connection)
            } catch {
                // The WAL can contain a page many times; truncating it may free enough space.
                guard error.category == .full, truncateWAL() else { throw error }
                return try body(connection)
            }
        } catch {
            isCorrupt = error.category == .corrupt
            guard isCorrupt || error.category == .other else { throw DatabaseFailure(error, during: operation) }
        }
        if isCorrupt { try rebuild(connection) } else { close() }
        let newConnection = try openIfNecessary()
        do throws(SQLiteError) {
            return try body(newConnection)
        } catch {
            throw DatabaseFailure(error, during: operation)
        }
    }

    /// Runs optional work if the database is open, without waiting for locks. Returns nil if the database is not open,
    /// if its file was moved or removed, or if the body fails.
    @discardableResult
    public func attempt<Result>(_ body: (SQLiteConnection) throws(SQLiteError) -> Result) -> Result? {
        guard let connection, !connection.hasMoved else { return nil }
        connection.setBusyTimeout(0)
        defer { connection.setBusyTimeout(file.busyTimeout) }
        return try? body(connection)
    }

    /// Writes the pages of the WAL to the database, and truncates the WAL.
    ///
    /// - Returns: Whether the WAL was truncated; false if, for example, the database is not open or another connection
    ///   uses the WAL.
    @discardableResult
    public func truncateWAL() -> Bool {
        // The first column is 0 unless another connection prevented the checkpoint.
        attempt { connection throws(SQLiteError) in
            try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0
        } ?? false
    }

    /// Removes the database, and a corrupt one that was moved aside. The next operation creates an empty database.
    public func remove() throws(DatabaseFailure) {
        close(for: .replacing(isCorrupt: false))
        try file.remove()
    }

    private func rebuild(_ old: SQLiteConnection) throws(DatabaseFailure) {
        rebuildCount += 1
        observe(.replacing(isCorrupt: true))
        connection = nil
        connection = try file.replace(old)
        observe(.opened)
    }

    private func openIfNecessary() throws(DatabaseFailure) -> SQLiteConnection {
        // The file may have been moved aside by another process, or removed with its folder.
        if let connection, connection.hasMoved { close(for: .replacing(isCorrupt: false)) }
        if let connection { return connection }
        let connection = try file.open()
        self.connection = connection
        observe(.opened)
        return connection
    }
}

/// The reason why an operation on a database file failed.
public enum DatabaseFailure: Error, Hashable {
    /// The folder cannot be created, examined or written to, or is not a folder. The same failure is thrown if a file
    /// in the folder cannot be examined, or the lock file cannot be opened.
    case folderUnusable(reason: String)
    /// The folder or a file in it belongs to another user, except root, or can be written by others; or a folder above
    /// it can be written by every user and has no sticky bit. The reason contains the path and the command that
    /// corrects the problem.
    case untrusted(reason: String)
    /// The disk is full, or a quota or a limit on the size of files is reached.
    case diskFull
    /// Another connection or process held the lock for longer than the timeout.
    case busy
    /// The installed SQLite is too old or lacks a required module.
    case sqliteUnsupported(reason: String)
    /// The system or SQLite reported another error. A corrupt database is replaced and the operation repeated, so this
    /// error describes corruption only if the last attempt finds the database corrupt.
    case failed(operation: String, reason: String)

    init(_ error: SQLiteError, during operation: String) {
        switch error.category {
        case .full: self = .diskFull
        case .busy: self = .busy
        case .unsupported: self = .sqliteUnsupported(reason: error.message)
        case .corrupt, .other:
            self = .failed(operation: operation, reason: "\(error.message) (SQLite \(error.code))")
        }
    }

    /// Creates a failure from a file error.
    public init(_ error: FileError, during operation: String) {
        self = error.isFull ? .diskFull : .failed(operation: operation, reason: error.reason)
    }

    init(folder error: FileError) {
        self = error.isFull ? .diskFull : .folderUnusable(reason: error.reason)
    }
}
