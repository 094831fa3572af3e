import Foundation
import SeekSQLite
import SeekTestHelpers

/// The files of a disk store.
extension TemporaryFolder {
    var database: URL { file("entries-1.sqlite") }
    var wal: URL { file("entries-1.sqlite-wal") }
    var quarantine: URL { file("corrupt-1.sqlite") }

    /// The files of large values.
    func valueFiles() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: file("values-1"), includingPropertiesForKeys: nil)
    }

    /// Opens a connection to the database, in addition to those of the store.
    func connection(busyTimeout: Int32 = 1_000) throws -> SQLiteConnection {
        try SQLiteConnection(path: database.path, busyTimeout: busyTimeout, maximumRowSize: 1 << 30)
    }

    /// Runs an SQL statement on the database.
    func execute(_ sql: String) throws {
        let connection = try connection()
        defer { connection.close() }
        try connection.execute(sql)
    }

    func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    func mode(_ url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}

/// Changes the bytes of a file in place, so that open descriptors see the change.
func modify(_ url: URL, _ change: (inout Data) -> Void) throws {
    var data = try Data(contentsOf: url)
    change(&data)
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: data)
}
