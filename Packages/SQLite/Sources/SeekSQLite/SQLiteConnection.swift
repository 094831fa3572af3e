import CSQLite

/// A connection to a database file, with a cache of prepared statements.
///
/// The file is opened without SQLite's mutex, so the connection must be used by one thread at a time.
public final class SQLiteConnection {
    let connection: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    private var isClosed = false

    /// Opens an existing file for reading and writing.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - busyTimeout: The maximum time to wait for the locks of other connections, in milliseconds.
    ///   - maximumRowSize: The maximum size of a row in bytes. No memory is allocated for a larger row, which is
    ///     reported as corruption.
    public init(path: String, busyTimeout: Int32, maximumRowSize: Int32) throws(SQLiteError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteError(code: code, of: opened)
            sqlite3_close_v2(opened)
            throw error
        }
        connection = opened
        sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, maximumRowSize)
        // Protects against hostile files, for example against a schema that calls unsafe SQL functions.
        seek_sqlite_harden(opened)
        setBusyTimeout(busyTimeout)
    }

    deinit { close() }

    /// Finalizes the statements and closes the file. The connection must not be used afterwards.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        for statement in statements.values { statement.finalize() }
        statements = [:]
        sqlite3_close_v2(connection)
    }

    /// The number of rows that the last completed `INSERT`, `UPDATE` or `DELETE` changed.
    public var changeCount: Int { Int(sqlite3_changes(connection)) }

    /// The row id of the last row that this connection inserted; 0 if it has inserted none.
    public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(connection) }

    /// Whether the file was renamed or removed since it was opened.
    public var hasMoved: Bool { seek_sqlite_has_moved(connection) != 0 }

    /// Whether the write version in the file's header is newer than that of WAL mode (2), the newest known version.
    var hasNewerFormat: Bool { seek_sqlite_write_version(connection) > 2 }

    /// Sets the maximum time to wait for the locks of other connections, in milliseconds.
    public func setBusyTimeout(_ milliseconds: Int32) { sqlite3_busy_timeout(connection, milliseconds) }

    /// Returns the prepared statement for an SQL string, and caches it.
    public func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let statement = try SQLiteStatement(sql, on: connection)
        statements[sql] = statement
        return statement
    }

    /// Runs an SQL statement without caching it.
    public func execute(_ sql: String) throws(SQLiteError) {
        let statement = try SQLiteStatement(sql, on: connection)
        defer { statement.finalize() }
        try statement.run()
    }

    /// Checks that a module for virtual tables is available.
    ///
    /// - Throws: An ``SQLiteError`` of the category `unsupported` if the module is not available.
    public func requireModule(_ name: String) throws(SQLiteError) {
        let select = try SQLiteStatement("SELECT 1 FROM pragma_module_list WHERE name = ?1", on: connection)
        defer { select.finalize() }
        try select.bindText(Array(name.utf8), at: 1)
        guard try !select.step() else { return }
        throw .unsupported("the installed SQLite was built without \(name), which is required")
    }

    /// Runs an SQL statement without caching it, and returns the integer in the first column of the first row; 0 if
    /// there is no row.
    public func number(_ sql: String) throws(SQLiteError) -> Int64 {
        let statement = try SQLiteStatement(sql, on: connection)
        defer { statement.finalize() }
        return try statement.step() ? statement.int(at: 0) : 0
    }

    /// Calls a body in a transaction, so that all its reads see the same state of the database.
    public func readTransaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try transaction("BEGIN", body)
    }

    /// Calls a body in a write transaction, which is rolled back if the body throws or the commit fails.
    public func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try transaction("BEGIN IMMEDIATE", body)
    }

    private func transaction<Result>(
        _ begin: String,
        _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try statement(begin).run()
        do throws(SQLiteError) {
            let result = try body()
            try statement("COMMIT").run()
            return result
        } catch {
            // Fails when SQLite has already rolled the transaction back.
            try? statement("ROLLBACK").run()
            throw error
        }
    }

    /// Configures a new connection to a file that several processes share: WAL mode, synced to the disk at checkpoints
    /// only.
    public func setUpForSharing() throws(SQLiteError) {
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = NORMAL")
        try execute("PRAGMA cell_size_check = ON")
        // Debian's SQLite overwrites deleted content with zeros by default, which takes most of the time of a deletion.
        try execute("PRAGMA secure_delete = FAST")
        // With fewer checkpoints, a page that changes repeatedly is written to the database less often. The WAL grows
        // to 16 MB.
        try execute("PRAGMA wal_autocheckpoint = 4000")
        try execute("PRAGMA journal_size_limit = 16777216")
    }
}

enum SQLiteVersion {
    /// The minimum version: 3.37.0. `RETURNING` requires 3.35, `SQLITE_OPEN_EXRESCODE` 3.37
    /// (https://sqlite.org/changes.html).
    static let minimum: Int32 = 3_037_000

    /// Checks a version number, by default that of the installed library.
    ///
    /// - Throws: An ``SQLiteError`` of the category `unsupported` if the version is older than ``minimum``.
    static func check(_ number: Int32 = sqlite3_libversion_number()) throws(SQLiteError) {
        guard number < minimum else { return }
        throw .unsupported("SQLite \(name(of: number)) is installed, but \(name(of: minimum)) or later is required")
    }

    /// Returns a version number as a string: 3037000 is `3.37.0`.
    private static func name(of number: Int32) -> String {
        "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
    }
}
