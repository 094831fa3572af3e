import CSQLite
import Foundation
import SeekSQLite
import Testing

@Suite("An error of SQLite's")
struct SQLiteErrorTests {
    private static let meanings: [(code: Int32, system: Int32, meaning: SQLiteError.Meaning)] = [
        (SQLITE_CORRUPT, 0, .damaged), (SQLITE_NOTADB, 0, .damaged), (SQLITE_CORRUPT | 3 << 8, 0, .damaged),
        (SQLITE_ERROR, 0, .damaged), (SQLITE_TOOBIG, 0, .damaged), (SQLITE_CONSTRAINT | 5 << 8, 0, .damaged),
        (SQLITE_IOERR | 2 << 8, 0, .damaged), (SQLITE_IOERR | 1 << 8, EIO, .damaged),
        (SQLITE_IOERR | 33 << 8, 0, .damaged),
        (SQLITE_IOERR | 3 << 8, EIO, .other), (SQLITE_IOERR | 3 << 8, ENOSPC, .full), (SQLITE_IOERR, EFBIG, .full),
        (SQLITE_FULL, 0, .full), (SQLITE_BUSY, 0, .busy), (SQLITE_BUSY | 2 << 8, 0, .busy), (SQLITE_LOCKED, 0, .busy),
        (SQLITE_CANTOPEN, EISDIR, .damaged), (SQLITE_READONLY, 0, .damaged), (SQLITE_CANTOPEN, EMFILE, .other),
        (SQLITE_CANTOPEN, ENFILE, .other), (SQLITE_NOMEM, 0, .other), (SQLITE_MISUSE, 0, .other),
    ]

    @Test("says what is to be done", arguments: meanings)
    func meaning(_ code: Int32, _ system: Int32, _ meaning: SQLiteError.Meaning) {
        #expect(SQLiteError(code: code, systemCode: system, message: "").meaning == meaning)
    }

    @Test("carries SQLite's words and code, from a connection and without one")
    func words() throws {
        try withFolder { folder in
            let path = "\(folder)/a.sqlite"
            let missing = #expect(throws: SQLiteError.self) {
                try SQLiteConnection(path: path, busyTimeout: 0, longestRow: 1_000)
            }
            #expect(missing?.code == SQLITE_CANTOPEN)
            #expect(missing?.systemCode == ENOENT)
            try FileSystem.ensureFile(path)
            let connection = try SQLiteConnection(path: path, busyTimeout: 0, longestRow: 1_000)
            let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT price") }
            #expect(error?.message == "no such column: price")
            #expect(error?.systemCode == 0)
            #expect(SQLiteError(code: SQLITE_NOTADB, of: nil).message == "file is not a database")
            #expect(SQLiteError(FileError(code: EACCES)).meaning == .other)
            #expect(SQLiteError(opening: FileError(code: EACCES)).meaning == .damaged)
        }
    }
}
