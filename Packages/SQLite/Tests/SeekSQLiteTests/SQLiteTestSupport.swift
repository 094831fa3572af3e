import Foundation
import SeekSQLite

/// Calls a body with a temporary folder, which is removed afterwards.
func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "seek-sqlite-\(UUID().uuidString)").path
    try FileSystem.makeFolder(folder)
    defer { FileSystem.remove(folder) }
    try body(folder)
}

/// Returns the permissions of a file.
func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return attributes[.posixPermissions] as? Int ?? 0
}

/// Returns the description of a database in a folder, with a short timeout.
func databaseFile(
    in folder: String,
    subfolder: String? = nil,
    prepare: @escaping @Sendable (SQLiteConnection) throws(SQLiteError) -> Void
) -> DatabaseFile {
    DatabaseFile(
        folder: folder,
        subfolder: subfolder,
        name: "a.sqlite",
        lock: "lock",
        quarantine: "corrupt.sqlite",
        busyTimeout: 50,
        maximumRowSize: 10_000,
        prepare: prepare
    )
}
