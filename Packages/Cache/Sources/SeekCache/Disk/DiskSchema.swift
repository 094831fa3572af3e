import CSQLite

/// The tables of the disk store, and what opens a database for them.
///
/// `id` is the key's hash with the low three bits free: a bucket of eight neighbouring rows. One look-up walks the bucket
/// and compares whole keys, so that keys with one hash live side by side, without a second index. `version` is drawn anew
/// for each put, and names the value's file where the value is not in the row. `value` comes last: reading the columns
/// before it leaves its pages alone. Times are seconds since 2001, the reference date of `Date`.
enum DiskSchema {
    static let statements = [
        "CREATE TABLE entry(id INTEGER PRIMARY KEY, version INTEGER NOT NULL, stored REAL NOT NULL, "
            + "accessed REAL NOT NULL, expires REAL, size INTEGER NOT NULL, checksum INTEGER NOT NULL, "
            + "key BLOB NOT NULL, value BLOB)",
        "CREATE INDEX entry_use ON entry(accessed, size)",
        "CREATE INDEX entry_file ON entry(version) WHERE value IS NULL",
    ]

    /// The rows of a bucket.
    static func bucket(of hash: UInt64) -> ClosedRange<Int64> {
        let first = Int64(bitPattern: hash & ~7)
        return first...(first | 7)
    }

    /// Sets a fresh connection up, makes the tables in an empty file, and refuses a file with any others.
    ///
    /// - Returns: Whether the tables were made.
    static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        // Heeded in an empty file only, and only before WAL mode writes its first page.
        try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute("PRAGMA synchronous = NORMAL")
        try connection.execute("PRAGMA cell_size_check = ON")
        try connection.execute("PRAGMA journal_size_limit = 4194304")
        if try storedStatements(connection) == statements { return false }
        return try connection.transaction { () throws(SQLiteError) in
            let stored = try storedStatements(connection)
            if stored == statements { return false }
            guard stored.isEmpty else {
                throw SQLiteError(code: SQLITE_CORRUPT, message: "the tables are not this cache's")
            }
            for statement in statements { try connection.execute(statement) }
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
