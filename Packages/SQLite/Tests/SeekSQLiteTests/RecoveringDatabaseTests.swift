import CSQLite
import Foundation
import Testing

@testable import SeekSQLite

@Suite("A recovering database")
struct RecoveringDatabaseTests {
    private final class Log {
        var events: [RecoveringDatabase.Event] = []
    }

    private func withDatabase(_ body: (RecoveringDatabase, Log) throws -> Void) throws {
        try withFolder { folder in
            let file = databaseFile(in: folder, subfolder: "values") { connection throws(SQLiteError) in
                try connection.setUpForSharing()
                try connection.execute("CREATE TABLE IF NOT EXISTS note(text TEXT)")
            }
            let log = Log()
            let database = RecoveringDatabase(file) { log.events.append($0) }
            try body(database, log)
        }
    }

    private func add(to database: RecoveringDatabase) throws {
        try database.run("add") { connection throws(SQLiteError) in
            try connection.execute("INSERT INTO note VALUES('a')")
        }
    }

    private func count(in database: RecoveringDatabase) throws -> Int64 {
        try database.run("count") { connection throws(SQLiteError) in
            try connection.number("SELECT count(*) FROM note")
        }
    }

    @Test("opens the file at the first use, and again after it was closed")
    func lifetime() throws {
        try withDatabase { database, log in
            #expect(log.events == [])
            #expect(database.attempt { $0.changeCount } == nil)
            try add(to: database)
            database.close()
            database.close()
            #expect(try count(in: database) == 1)
            #expect(log.events == [.opened, .closing, .opened])
            #expect(FileSystem.isFolder("\(database.file.folder)/values"))
        }
    }

    @Test("runs a body again on a new database after corruption")
    func corruption() throws {
        try withDatabase { database, log in
            try add(to: database)
            var runCount = 0
            let count = try database.run("read") { connection throws(SQLiteError) in
                runCount += 1
                // Classified as corruption.
                if runCount == 1 { throw .schemaMismatch }
                return try connection.number("SELECT count(*) FROM note")
            }
            #expect(runCount == 2)
            #expect(count == 0)
            #expect(database.rebuildCount == 1)
            #expect(log.events == [.opened, .replacing(isCorrupt: true), .opened])
            #expect(database.file.quarantineSize > 0)
        }
    }

    @Test("runs a body again on a new connection after an SQL error; a second error is thrown")
    func otherError() throws {
        try withDatabase { database, log in
            try add(to: database)
            var runCount = 0
            let failure = #expect(throws: DatabaseFailure.self) {
                try database.run("read") { connection throws(SQLiteError) in
                    runCount += 1
                    try connection.execute("SELECT price")
                }
            }
            #expect(runCount == 2)
            #expect(log.events == [.opened, .closing, .opened])
            guard case .failed(operation: "read", let reason) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(reason.contains("price"))
            #expect(try count(in: database) == 1)
            #expect(database.rebuildCount == 0)
        }
    }

    @Test("runs a body only once if the database is locked")
    func locked() throws {
        try withDatabase { database, _ in
            var runCount = 0
            #expect(throws: DatabaseFailure.self) {
                try database.run("write") { _ throws(SQLiteError) in
                    runCount += 1
                    throw SQLiteError(code: 5, message: "database is locked")  // SQLITE_BUSY
                }
            }
            #expect(runCount == 1)
        }
    }

    @Test("creates a new file if other code removed the file while the database was open")
    func removedFile() throws {
        try withDatabase { database, log in
            try add(to: database)
            FileSystem.remove(database.file.path)
            #expect(database.attempt { $0.changeCount } == nil)
            #expect(try count(in: database) == 0)
            #expect(log.events == [.opened, .replacing(isCorrupt: false), .opened])
        }
    }

    @Test("is created again, empty, after a call of remove")
    func remove() throws {
        try withDatabase { database, log in
            try add(to: database)
            try database.remove()
            #expect(!FileSystem.exists(database.file.path))
            #expect(try count(in: database) == 0)
            #expect(log.events == [.opened, .replacing(isCorrupt: false), .opened])
        }
    }

    @Test("is removed together with a corrupt file that was moved aside")
    func removeQuarantine() throws {
        try withDatabase { database, _ in
            var runCount = 0
            try database.run("corrupt") { _ throws(SQLiteError) in
                runCount += 1
                if runCount == 1 { throw .schemaMismatch }
            }
            #expect(database.file.quarantineSize > 0)
            try database.remove()
            #expect(database.file.quarantineSize == 0)
        }
    }

    @Test("truncates the WAL")
    func truncation() throws {
        try withDatabase { database, _ in
            try add(to: database)
            #expect(FileSystem.size(of: database.file.path + "-wal") > 0)
            #expect(database.truncateWAL())
            #expect(FileSystem.size(of: database.file.path + "-wal") == 0)
        }
    }
}

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
