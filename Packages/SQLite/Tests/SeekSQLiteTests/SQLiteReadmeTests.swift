import SeekSQLite
import Testing

@Suite("The README")
struct SQLiteReadmeTests {
    @Test("has a sample that works")
    func sample() throws {
        try withFolder { folder in
            let file = DatabaseFile(
                folder: folder,
                name: "notes.sqlite",
                lock: "lock",
                quarantine: "corrupt.sqlite",
                busyTimeout: 5_000,
                maximumRowSize: 100_000
            ) { connection throws(SQLiteError) in
                try connection.execute("PRAGMA journal_mode = WAL")
                try connection.execute("CREATE TABLE IF NOT EXISTS note(text TEXT)")
            }
            let connection = try file.open()
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute("INSERT INTO note VALUES('a')")
            }
            #expect(try connection.number("SELECT count(*) FROM note") == 1)
        }
    }
}
