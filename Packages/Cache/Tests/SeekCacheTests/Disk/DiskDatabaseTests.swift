import Foundation
import SeekSQLite
import Testing

@testable import SeekCache

@Suite("An error of the database")
struct DiskDatabaseTests {
    @Test("reaches the caller as an error of the cache, with the folder")
    func cacheError() {
        let database = DiskDatabase(layout: DiskLayout(folder: "/cache"), options: DiskOptions())
        let other = SQLiteError(code: 7, message: "out of memory")
        #expect(
            database.cacheError(other, during: "read")
                == .failed(operation: "read", path: "/cache", reason: "out of memory (SQLite 7)")
        )
        let full = SQLiteError(code: 13, message: "")
        #expect(database.cacheError(full, during: "read") == .diskFull(path: "/cache"))
        #expect(database.cacheError(FileError(code: ENOSPC), during: "move") == .diskFull(path: "/cache"))
        #expect(
            database.cacheError(FileError(code: EACCES), during: "move")
                == .failed(operation: "move", path: "/cache", reason: "Permission denied")
        )
    }
}
