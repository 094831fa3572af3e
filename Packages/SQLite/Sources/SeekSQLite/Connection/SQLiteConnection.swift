import CSQLite

/// A connection to one database file, with its prepared statements.
///
/// Opened without SQLite's own mutex: whoever owns it uses it from one place at a time.
public final class SQLiteConnection {
    let connection: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    private var isClosed = false

    /// Opens an existing file for reading and writing.
    ///
    /// - Parameter busyTimeout: How long a statement waits for another connection's lock, in milliseconds.
    /// - Parameter longestRow: A row with more bytes than this is an error: a damaged length asks for no memory.
    public init(path: String, busyTimeout: Int32, longestRow: Int32) throws(SQLiteError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteError(code: code, of: opened)
            sqlite3_close_v2(opened)
            throw error
        }
        connection = opened
        sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, longestRow)
        seek_sqlite_distrust_file(opened)
        setBusyTimeout(busyTimeout)
    }

    deinit { close() }

    /// Finalizes the statements and closes the file. Nothing must be called afterwards.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        for statement in statements.values { statement.finalize() }
        statements = [:]
        sqlite3_close_v2(connection)
    }

    /// How many rows the last statement that ended changed.
    public var changes: Int { Int(sqlite3_changes(connection)) }

    /// The id of the row inserted last.
    public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(connection) }

    /// Whether the file no longer stands under its name: removed, or set aside by another process.
    public var hasMoved: Bool { seek_sqlite_has_moved(connection) != 0 }

    /// Whether the file is of a later format than this SQLite writes: it can be read at the most.
    var isOfLaterFormat: Bool { seek_sqlite_write_version(connection) > 2 }

    /// How long a statement waits for another connection's lock, in milliseconds.
    public func setBusyTimeout(_ milliseconds: Int32) {
        sqlite3_busy_timeout(connection, milliseconds)
    }

    /// The prepared statement of an SQL text, prepared at its first use.
    public func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let statement = try SQLiteStatement(sql, on: connection)
        statements[sql] = statement
        return statement
    }

    /// Runs SQL that is needed once.
    public func execute(_ sql: String) throws(SQLiteError) {
        let statement = try SQLiteStatement(sql, on: connection)
        defer { statement.finalize() }
        try statement.run()
    }

    /// Checks that a module for virtual tables is there.
    ///
    /// - Throws: ``SQLiteError/unsupported(_:)`` where it is not.
    public func requireModule(_ name: String) throws(SQLiteError) {
        let select = try SQLiteStatement("SELECT 1 FROM pragma_module_list WHERE name = ?1", on: connection)
        defer { select.finalize() }
        try select.bindText(Array(name.utf8), at: 1)
        guard try !select.step() else { return }
        throw .unsupported("the installed SQLite is built without \(name), which is needed")
    }

    /// Runs SQL that is needed once and gives one number; 0 where it gives none.
    public func number(_ sql: String) throws(SQLiteError) -> Int64 {
        let statement = try SQLiteStatement(sql, on: connection)
        defer { statement.finalize() }
        return try statement.step() ? statement.int(at: 0) : 0
    }

    /// Runs a body that only reads, on one state of the database.
    public func snapshot(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try statement("BEGIN").run()
        do throws(SQLiteError) {
            try body()
            try statement("COMMIT").run()
        } catch {
            try? statement("ROLLBACK").run()
            throw error
        }
    }

    /// Runs a body with the write lock held from the start, and takes back what it did where it throws.
    public func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try statement("BEGIN IMMEDIATE").run()
        do throws(SQLiteError) {
            let result = try body()
            try statement("COMMIT").run()
            return result
        } catch {
            // After some errors SQLite has rolled back by itself; a second time does no harm.
            try? statement("ROLLBACK").run()
            throw error
        }
    }
}

extension SQLiteConnection {
    /// Sets a fresh connection up for a file that several processes read and write: with a log, which is written at each
    /// transaction and synced at checkpoints.
    public func setUpForSharing() throws(SQLiteError) {
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = NORMAL")
        try execute("PRAGMA cell_size_check = ON")
        // Debian's SQLite writes zeros over each page that is freed, which takes most of the time of a removal.
        try execute("PRAGMA secure_delete = FAST")
        // Fewer checkpoints write a page that many writes changed fewer times; this one lets the log grow to 16 MB.
        try execute("PRAGMA wal_autocheckpoint = 4000")
        try execute("PRAGMA journal_size_limit = 16777216")
    }
}

/// The version of the SQLite library the process runs with.
enum SQLiteVersion {
    /// The first version with all that is used here: 3.37.0. `RETURNING` needs 3.35, `SQLITE_OPEN_EXRESCODE` 3.37
    /// (https://sqlite.org/changes.html).
    static let minimum: Int32 = 3_037_000

    /// - Throws: ``SQLiteError/unsupported(_:)`` where the version is older than ``minimum``.
    static func check(_ number: Int32 = sqlite3_libversion_number()) throws(SQLiteError) {
        guard number < minimum else { return }
        throw .unsupported("SQLite \(name(of: number)) is installed, and \(name(of: minimum)) or later is needed")
    }

    /// A version number as it is written: 3037000 is `3.37.0`.
    private static func name(of number: Int32) -> String {
        "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
    }
}
