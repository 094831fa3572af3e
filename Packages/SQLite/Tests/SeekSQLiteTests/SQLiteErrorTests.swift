import CSQLite
import Foundation
import Testing

@testable import SeekSQLite

@Suite("An SQLite error")
struct SQLiteErrorTests {
    private static let codes: [(code: Int32, system: Int32, category: SQLiteError.Category)] = [
        (SQLITE_IOERR | 3 << 8, ENOSPC, .full), (SQLITE_IOERR, EFBIG, .full), (SQLITE_FULL, 0, .full),
        (SQLITE_BUSY, 0, .busy), (SQLITE_BUSY | 2 << 8, 0, .busy), (SQLITE_LOCKED, 0, .busy),
    ]

    @Test("is classified as busy or full by its codes", arguments: codes)
    func category(_ code: Int32, _ system: Int32, _ category: SQLiteError.Category) {
        #expect(SQLiteError(code: code, systemCode: system, message: "").category == category)
    }

    @Test("is classified as corrupt only for SQLITE_CORRUPT and SQLITE_NOTADB", arguments: 1...101)
    func corruption(primary: Int) {
        // An extended code has the primary code in its low byte, and the detail above it.
        let errors = (0...40).flatMap { detail in
            [0, EACCES, EISDIR, EIO, EROFS, EMFILE].map {
                SQLiteError(code: Int32(primary | detail << 8), systemCode: $0, message: "")
            }
        }
        let isCorrupt = [Int(SQLITE_CORRUPT), Int(SQLITE_NOTADB)].contains(primary)
        #expect(errors.filter { $0.category == .corrupt } == (isCorrupt ? errors : []))
    }

    @Test("is classified as corrupt for unexpected tables")
    func schemaMismatch() {
        #expect(SQLiteError.schemaMismatch.category == .corrupt)
    }

    @Test("contains SQLite's message, and the value of errno if a system call failed")
    func message() throws {
        try withFolder { folder in
            let path = "\(folder)/a.sqlite"
            let openingError = #expect(throws: SQLiteError.self) {
                try SQLiteConnection(path: path, busyTimeout: 0, maximumRowSize: 1_000)
            }
            #expect(openingError?.code == SQLITE_CANTOPEN)
            #expect(openingError?.systemCode == ENOENT)
            try FileSystem.ensureFile(path)
            let connection = try SQLiteConnection(path: path, busyTimeout: 0, maximumRowSize: 1_000)
            let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT price") }
            #expect(error?.message == "no such column: price")
            #expect(error?.systemCode == 0)
            #expect(SQLiteError(code: SQLITE_NOTADB, of: nil).message == "file is not a database")
        }
    }

    @Test("is not classified as corrupt for a missing permission")
    func missingPermission() {
        #expect(SQLiteError(FileError(code: EACCES)).category == .other)
    }
}

@Suite("A single-line string")
struct OneLineTests {
    @Test(
        "escapes control characters and line separators",
        arguments: [
            ("", ""), ("/tmp/a b", "/tmp/a b"), ("a\nb\u{1B}[2J", "a\\nb\\u{1B}[2J"), ("\u{2028}é夜👩‍💻", "\\u{2028}é夜👩‍💻"),
        ]
    )
    func escaped(text: String, line: String) {
        #expect(text.onOneLine == line)
    }
}
