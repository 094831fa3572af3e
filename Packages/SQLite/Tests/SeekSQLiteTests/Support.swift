import Foundation
import SeekSQLite

/// Calls a body with a temporary folder.
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
