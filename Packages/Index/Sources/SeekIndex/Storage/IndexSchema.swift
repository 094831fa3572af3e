import SeekBasics
import SeekSQLite

/// The tables of an index.
///
/// - `entry`: the entries. They are looked up by a hash of their ids, because an index of the ids themselves is slower
///   to write.
/// - `source` and `link`: the sources, and the entries that each contains. Of several versions of an entry, the one of
///   the source with the greatest `detail`, then the latest `seen`, is stored. `stale` is 1 if a source must be put
///   again: one of its entries is stored in the version of another source that no longer contains the entry or is no
///   longer preferred.
/// - `words`: the tokens of title, subtitle, text and kind, indexed by FTS5. This table stores neither the texts
///   (`content=''`), which `entry` has, nor positions (`detail=column`) or lengths (`columnsize=0`), which the
///   ranking does not need. ``TokenList`` folds and splits the texts; FTS5's tokenizer only splits the result at its
///   spaces.
enum IndexSchema {
    static let statements = [
        "CREATE TABLE source(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, seen REAL NOT NULL, "
            + "detail INTEGER NOT NULL, stale INTEGER NOT NULL)",
        "CREATE TABLE entry(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, "
            + "date REAL, title TEXT NOT NULL, subtitle TEXT NOT NULL, text TEXT NOT NULL, payload BLOB NOT NULL)",
        "CREATE INDEX entry_hash ON entry(hash)",
        "CREATE TABLE link(source INTEGER NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY(source, entry)) WITHOUT ROWID",
        "CREATE INDEX link_entry ON link(entry)",
        "CREATE VIRTUAL TABLE words USING fts5(title, subtitle, text, kind, content='', columnsize=0, detail=column, "
            + "tokenize=\"ascii tokenchars '+#'\")",
    ]

    /// The columns of `words` that a search text is matched against.
    static let columns = ["title", "subtitle", "text"]

    /// The version of the rules by which texts (``TokenList``) and kinds become tokens. An index with another version
    /// is recreated.
    static let tokenVersion: Int64 = 4

    /// Returns the hash by which an entry is looked up: 64-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/).
    /// The id is compared as well.
    static func hash(of id: String) -> Int64 {
        Int64(bitPattern: FNV1a.hash(id.utf8))
    }

    /// The columns that FTS5 expects in its shadow tables, as parts of `SELECT` statements. FTS5 does not check that
    /// they exist.
    private static let shadowTableColumns = [
        "id, block FROM words_data", "segid, term, pgno FROM words_idx", "k, v FROM words_config",
    ]

    /// The version of FTS5's file format. For an unknown version, FTS5 reports an error that is not classified as
    /// corruption.
    private static let ftsVersion: Int64 = 4

    /// Configures a new connection, and creates the tables in an empty file.
    ///
    /// - Throws: ``SQLiteError/schemaMismatch`` when the file contains other tables or another version of the tokens or
    ///   of FTS5's format.
    static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.requireModule("fts5")
        try connection.setUpForSharing()
        // 16,000 KiB, allocated as needed: the index of the hashes does not fit into SQLite's default of 2 MB.
        try connection.execute("PRAGMA cache_size = -16000")
        if try hasExpectedSchema(connection) { return }
        try connection.transaction { () throws(SQLiteError) in
            if try hasExpectedSchema(connection) { return }
            guard try connection.number("SELECT count(*) FROM sqlite_schema") == 0 else { throw .schemaMismatch }
            for statement in statements { try connection.execute(statement) }
            // The number of segments that FTS5 merges into one. With more than the default of 4, each word is
            // rewritten less often.
            try connection.execute("INSERT INTO words(words, rank) VALUES('automerge', 16)")
            try connection.execute("PRAGMA user_version = \(tokenVersion)")
        }
    }

    private static func hasExpectedSchema(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        let select = try connection.statement(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'words\\_%' ESCAPE '\\' "
                + "ORDER BY rowid"
        )
        defer { select.reset() }
        var stored: [String] = []
        while try select.step() { stored.append(select.text(at: 0) ?? "") }
        guard stored == statements, try connection.number("PRAGMA user_version") == tokenVersion else { return false }
        // Preparing fails only when a table or a column is missing.
        guard shadowTableColumns.allSatisfy({ (try? connection.statement("SELECT \($0)")) != nil }) else {
            return false
        }
        return try connection.number("SELECT v FROM words_config WHERE k = 'version'") == ftsVersion
    }
}

extension SQLiteConnection {
    /// Runs a statement with these integers as its parameters.
    func run(_ sql: String, _ values: Int64...) throws(SQLiteError) {
        let statement = try statement(sql)
        for (index, value) in zip(Int32(1)..., values) { try statement.bind(value, at: index) }
        try statement.run()
    }
}

extension SQLiteStatement {
    /// Binds a string as a blob, so that a string with NUL characters is stored completely.
    func bind(_ text: String, at index: Int32) throws(SQLiteError) {
        var text = text
        try check(text.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index) })
    }

    func bind(_ date: Date?, at index: Int32) throws(SQLiteError) {
        try bind(date?.timeIntervalSinceReferenceDate, at: index)
    }

    /// The column was bound as a blob.
    func string(at column: Int32) -> String { withBytes(at: column) { String(decoding: $0, as: UTF8.self) } }

    func date(at column: Int32) -> Date? {
        isNull(at: column) ? nil : Date(timeIntervalSinceReferenceDate: double(at: column))
    }

    /// Runs and resets the statement, and returns the integer in the first column of the first row; nil when there is
    /// no row.
    func firstNumber() throws(SQLiteError) -> Int64? {
        defer { reset() }
        return try step() ? int(at: 0) : nil
    }
}
