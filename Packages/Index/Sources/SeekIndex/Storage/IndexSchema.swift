import SeekSQLite

/// The tables of the index, and what opens a database for them.
///
/// `entry`: what was put in, each once, found by its id, of which the hash is looked up: the ids come in any order, so that each
/// transaction wrote most pages of an index of them again (a tenth of the time of writing). `source` and `link`: where it was seen; an
/// entry goes with its last source. A source that is to tell an entry, because the one that told it is gone, has `again`: what it says
/// of it is not here any more. `words`: the tokens of title, subtitle and text, by FTS5. It keeps neither the text (`content=''`), which
/// `entry` has, nor the places of words within a column (`detail=column`) nor the columns' lengths (`columnsize=0`): what is found is read
/// and weighed here, so that none of that is needed, and writing takes half the time. Its tokenizer only cuts at the spaces
/// ``TokenList`` puts between tokens.
enum IndexSchema {
    static let statements = [
        "CREATE TABLE source(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, seen REAL NOT NULL, detail INTEGER NOT NULL, "
            + "again INTEGER NOT NULL)",
        "CREATE TABLE entry(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, date REAL, "
            + "title TEXT NOT NULL, subtitle TEXT NOT NULL, text TEXT NOT NULL, payload BLOB NOT NULL)",
        "CREATE INDEX entry_hash ON entry(hash)",
        "CREATE TABLE link(source INTEGER NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY(source, entry)) WITHOUT ROWID",
        "CREATE INDEX link_entry ON link(entry)",
        "CREATE VIRTUAL TABLE words USING fts5(title, subtitle, text, kind, content='', columnsize=0, detail=column, "
            + "tokenize=\"ascii tokenchars '+#'\")",
    ]

    /// The columns that are searched.
    static let columns = ["title", "subtitle", "text"]

    /// How texts become tokens. An index that was written in another way is another index, and begun anew.
    static let tokenVersion: Int64 = 1

    /// What an entry's id is looked up by: FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/). Whoever finds by it compares
    /// the id.
    static func hash(of name: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }

    /// The columns of FTS5's own tables, which it reads without checking that they exist.
    private static let wordTables = [
        "id, block FROM words_data", "segid, term, pgno FROM words_idx", "k, v FROM words_config",
    ]

    /// The version of FTS5's own format. A table of another one is refused by an error that names no corruption.
    private static let wordVersion: Int64 = 4

    static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.requireModule("fts5")
        try connection.setUpForSharing()
        // In KiB, taken as it is needed. SQLite's own 2 MB do not hold the hashes of 100,000 entries, which come in any order, and
        // what is written.
        try connection.execute("PRAGMA cache_size = -16000")
        if try isOurs(connection) { return }
        try connection.transaction { () throws(SQLiteError) in
            if try isOurs(connection) { return }
            guard try connection.number("SELECT count(*) FROM sqlite_schema") == 0 else { throw .schemaMismatch }
            for statement in statements { try connection.execute(statement) }
            // How many parts of one size the words are in before FTS5 makes one of them; each word is written the fewer times.
            try connection.execute("INSERT INTO words(words, rank) VALUES('automerge', 16)")
            try connection.execute("PRAGMA user_version = \(tokenVersion)")
        }
    }

    private static func isOurs(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        let select = try connection.statement(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'words\\_%' ESCAPE '\\' ORDER BY rowid"
        )
        defer { select.reset() }
        var found: [String] = []
        while try select.step() { found.append(select.text(at: 0) ?? "") }
        guard found == statements, try connection.number("PRAGMA user_version") == tokenVersion else { return false }
        // The only error here is a table or a column that is not there.
        guard wordTables.allSatisfy({ (try? connection.statement("SELECT \($0)")) != nil }) else { return false }
        return try connection.number("SELECT v FROM words_config WHERE k = 'version'") == wordVersion
    }
}
