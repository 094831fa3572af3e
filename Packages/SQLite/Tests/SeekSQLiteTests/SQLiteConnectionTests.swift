import Foundation
import Testing

@testable import SeekSQLite

@Suite("A connection")
struct SQLiteConnectionTests {
    private func withConnection(_ body: (SQLiteConnection) throws -> Void) throws {
        try withFolder { folder in
            try FileSystem.ensureFile("\(folder)/a.sqlite")
            let connection = try SQLiteConnection(path: "\(folder)/a.sqlite", busyTimeout: 0, maximumRowSize: 1_000)
            try connection.execute("CREATE TABLE row(id INTEGER PRIMARY KEY, number REAL, bytes BLOB)")
            try body(connection)
        }
    }

    @Test("binds integers, floating-point numbers, blobs and NULL, and reads values of every type")
    func values() throws {
        try withConnection { connection in
            let insert = try connection.statement("INSERT INTO row VALUES(?1, ?2, ?3)")
            for (id, number, bytes) in [(Int64.max, 1.5, [1, 0, 2]), (1, nil, []), (2, nil, nil)]
                as [(Int64, Double?, [UInt8]?)]
            {
                try insert.bind(id, at: 1)
                try insert.bind(number, at: 2)
                try insert.bind(bytes, at: 3)
                try insert.run()
            }
            let select = try connection.statement("SELECT id, number, bytes, 'téxt' FROM row ORDER BY id DESC")
            #expect(try select.step())
            #expect(select.int(at: 0) == .max)
            #expect(select.double(at: 1) == 1.5)
            #expect(select.data(at: 2) == Data([1, 0, 2]))
            #expect(select.text(at: 3) == "téxt")
            #expect(select.text(at: 1) == "1.5")
            #expect(try select.step())
            #expect(select.isNull(at: 2))
            #expect(select.text(at: 2) == nil)
            #expect(select.data(at: 2).isEmpty)
            #expect(try select.step())
            #expect(select.isNull(at: 1))
            #expect(!select.isNull(at: 2))
            #expect(try !select.step())
            select.reset()
        }
    }

    @Test("the number of a query without a row is 0")
    func numberWithoutRow() throws {
        try withConnection { connection in
            let number = try connection.number("SELECT id FROM row")
            #expect(number == 0)
        }
    }

    @Test("rolls back a transaction that throws")
    func transactions() throws {
        try withConnection { connection in
            #expect(throws: SQLiteError.self) {
                try connection.transaction { () throws(SQLiteError) in
                    try connection.execute("INSERT INTO row(id) VALUES(1)")
                    try connection.execute("INSERT INTO row(id) VALUES(1)")
                }
            }
            let count = try connection.number("SELECT count(*) FROM row")
            #expect(count == 0)
        }
    }

    @Test("a read transaction throws the error of its body")
    func readTransactions() throws {
        try withConnection { connection in
            try connection.readTransaction { () throws(SQLiteError) in _ = try connection.number("SELECT 1") }
            #expect(throws: SQLiteError.self) {
                try connection.readTransaction { () throws(SQLiteError) in try connection.execute("SELECT nothing") }
            }
        }
    }

    @Test("reports a row longer than the limit as corruption")
    func maximumRowSize() throws {
        try withConnection { connection in
            let error = #expect(throws: SQLiteError.self) {
                try connection.execute("INSERT INTO row(bytes) VALUES(zeroblob(2000))")
            }
            #expect(error?.category == .corrupt)
        }
    }
}

@Suite("The installed SQLite")
struct SQLiteVersionTests {
    @Test(
        "is rejected, if too old, with an error that contains its version and the required one",
        arguments: [(3_036_099, "3.36.99"), (3_008_011, "3.8.11")]
    )
    func tooOld(number: Int32, name: String) {
        let error = #expect(throws: SQLiteError.self) { try SQLiteVersion.check(number) }
        #expect(error?.category == .unsupported)
        #expect(error?.message == "SQLite \(name) is installed, but 3.37.0 or later is required")
    }

    @Test("is accepted if it is the required version or later", arguments: [SQLiteVersion.minimum, 3_050_002])
    func recent(number: Int32) throws {
        try SQLiteVersion.check(number)
    }

    @Test("is rejected when it lacks a required module")
    func module() throws {
        try withFolder { folder in
            try FileSystem.ensureFile("\(folder)/a")
            let connection = try SQLiteConnection(path: "\(folder)/a", busyTimeout: 0, maximumRowSize: 1_000)
            try connection.requireModule("fts5")
            let error = #expect(throws: SQLiteError.self) { try connection.requireModule("fts99") }
            #expect(error?.category == .unsupported)
            #expect(error?.message == "the installed SQLite was built without fts99, which is required")
        }
    }
}
