import CSQLite
import Foundation
import Testing

@testable import SeekSQLite

@Suite("A database failure")
struct DatabaseFailureTests {
    @Test(
        "maps an SQLite error to the case of its category, or to .failed with the message and the code",
        arguments: [
            (SQLiteError(code: SQLITE_FULL, message: ""), .diskFull),
            (SQLiteError(code: SQLITE_IOERR, systemCode: ENOSPC, message: ""), .diskFull),
            (SQLiteError(code: SQLITE_BUSY, message: ""), .busy),
            (.unsupported("too old"), .sqliteUnsupported(reason: "too old")),
            (
                SQLiteError(code: SQLITE_NOMEM, message: "out of memory"),
                .failed(operation: "read", reason: "out of memory (SQLite 7)")
            ),
        ] as [(SQLiteError, DatabaseFailure)]
    )
    func sqliteError(error: SQLiteError, failure: DatabaseFailure) {
        #expect(DatabaseFailure(error, during: "read") == failure)
    }

    @Test("is .diskFull for the file error of a full disk, and contains the reason of any other file error")
    func fileError() {
        #expect(DatabaseFailure(FileError(code: ENOSPC), during: "move") == .diskFull)
        #expect(
            DatabaseFailure(FileError(code: EACCES), during: "move")
                == .failed(operation: "move", reason: "Permission denied")
        )
        #expect(DatabaseFailure(folder: FileError(code: ENOSPC)) == .diskFull)
        #expect(DatabaseFailure(folder: FileError(code: ENOTDIR)) == .folderUnusable(reason: "Not a directory"))
    }
}
