import SeekSQLite

/// The tables of the disk store, and what opens a database for them.
///
/// `entry`: rows stand in the order they were put in, so that those put together are written, and removed, together. One is
/// found by its key's hash in `entry_hash`, and by comparing whole keys. `version` is drawn anew for each put, and names
/// the value's file where `inFile` is 1. `value` comes last: reading the columns before it leaves its pages alone. Times
/// are seconds since 2001, the reference date of `Date`. By `entry_use` and `entry_expiry` what is to go is found without
/// looking at the rest; the first has the larger of two used at one time first.
///
/// `tag`: which entries bear a tag, so that no others are looked at; an entry's `tags` tell which rows are its own.
///
/// `total`: one row, kept in the transaction that changes the entries, so that nobody has to count them.
enum DiskSchema {
    static let statements = [
        "CREATE TABLE entry(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, stored REAL NOT NULL, "
            + "accessed REAL NOT NULL, expires REAL, size INTEGER NOT NULL, checksum INTEGER NOT NULL, "
            + "inFile INTEGER NOT NULL, tags BLOB, key BLOB NOT NULL, value BLOB)",
        "CREATE INDEX entry_hash ON entry(hash)",
        "CREATE INDEX entry_use ON entry(accessed, size DESC)",
        "CREATE INDEX entry_expiry ON entry(expires) WHERE expires IS NOT NULL",
        "CREATE INDEX entry_file ON entry(version) WHERE inFile = 1",
        "CREATE TABLE tag(name BLOB NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY(name, entry)) WITHOUT ROWID",
        "CREATE TABLE total(count INTEGER NOT NULL, bytes INTEGER NOT NULL)",
    ]

    /// Sets a fresh connection up, makes the tables in an empty file, and refuses a file with any others.
    ///
    /// - Returns: Whether the tables were made.
    static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        // Heeded in an empty file only, and only before WAL mode writes its first page; elsewhere SQLite would write it down again
        // at each opening, and wait for the disk.
        if try connection.number("PRAGMA page_count") == 0 {
            try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        }
        try connection.setUpForSharing()
        if try storedStatements(connection) == statements { return false }
        return try connection.transaction { () throws(SQLiteError) in
            let stored = try storedStatements(connection)
            if stored == statements { return false }
            guard stored.isEmpty else {
                throw .schemaMismatch
            }
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
