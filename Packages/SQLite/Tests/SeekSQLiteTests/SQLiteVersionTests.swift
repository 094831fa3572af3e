import Testing

@testable import SeekSQLite

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
