import SeekSQLite

/// The tables of a disk store.
///
/// - `entry`: the entries in the order of insertion, so that entries that are put together share pages. A row is looked
///   up by the hash of its key, and the whole key is compared. `version` is a random number for each put; it is the
///   name of the value file when `inFile` is 1. `value` is the last column, so that reading the others does not load
///   its pages. Times are seconds since 2001. The indexes `entry_use` and `entry_expiry` find the entries to remove
///   without examining the others, and `entry_file` finds the entry of a value file.
/// - `total`: one row with the number and total size of the entries, updated in each transaction that changes them.
enum DiskSchema {
    static let statements = [
        "CREATE TABLE entry(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, stored REAL NOT NULL, "
            + "accessed REAL NOT NULL, expires REAL, size INTEGER NOT NULL, checksum INTEGER NOT NULL, "
            + "inFile INTEGER NOT NULL, key BLOB NOT NULL, value BLOB)",
        "CREATE INDEX entry_hash ON entry(hash)",
        "CREATE INDEX entry_use ON entry(accessed, size DESC)",
        "CREATE INDEX entry_expiry ON entry(expires) WHERE expires IS NOT NULL",
        "CREATE INDEX entry_file ON entry(version) WHERE inFile = 1",
        "CREATE TABLE total(count INTEGER NOT NULL, bytes INTEGER NOT NULL)",
    ]

    /// Configures a new connection, and creates the tables in an empty file.
    ///
    /// - Returns: Whether the tables were created.
    /// - Throws: ``SQLiteError/schemaMismatch`` when the file contains other tables.
    static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        // Has an effect only in an empty file, before WAL mode writes the first page. In other files, SQLite would
        // write that page at each opening.
        if try connection.number("PRAGMA page_count") == 0 {
            try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        }
        try connection.setUpForSharing()
        if try storedStatements(connection) == statements { return false }
        return try connection.transaction { () throws(SQLiteError) in
            let existing = try storedStatements(connection)
            if existing == statements { return false }
            guard existing.isEmpty else { throw .schemaMismatch }
            for statement in statements { try connection.execute(statement) }
            try connection.execute("INSERT INTO total VALUES(0, 0)")
            return true
        }
    }

    private static func storedStatements(_ connection: SQLiteConnection) throws(SQLiteError) -> [String] {
        let statement = try connection.statement("SELECT sql FROM sqlite_schema ORDER BY rowid")
        defer { statement.reset() }
        var result: [String] = []
        while try statement.step() { result.append(statement.text(at: 0) ?? "") }
        return result
    }
}
