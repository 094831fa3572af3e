import Foundation
import Testing

@testable import SeekSQLite

@Suite("A database file")
struct DatabaseFileTests {
    private func file(in folder: String) -> DatabaseFile {
        databaseFile(in: folder) { connection throws(SQLiteError) in
            try connection.execute("PRAGMA journal_mode = WAL")
            if try connection.number("SELECT count(*) FROM sqlite_schema") == 0 {
                try connection.execute("CREATE TABLE note(text TEXT)")
            } else if try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'note'") == 0 {
                throw .schemaMismatch
            }
        }
    }

    private func count(_ connection: SQLiteConnection) throws -> Int64 {
        try connection.number("SELECT count(*) FROM note")
    }

    @Test("is created with its folder, is readable by its owner only, and retains its content")
    func creation() throws {
        try withFolder { parent in
            let file = file(in: "\(parent)/x/y")
            let connection = try file.open()
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute("INSERT INTO note VALUES('a')")
            }
            #expect(connection.changeCount == 1)
            #expect(connection.lastInsertedID == 1)
            connection.close()
            #expect(try count(file.open()) == 1)
            #expect(try mode(of: "\(parent)/x") == 0o700)
            #expect(try mode(of: file.folder) == 0o700)
            #expect(try mode(of: file.path) == 0o600)
            #expect(try mode(of: "\(file.folder)/lock") == 0o600)
        }
    }

    @Test(
        "is moved aside and recreated when its content is corrupt or unexpected, or it is not a regular file",
        arguments: ["garbage", "other tables", "folder", "link", "newer format", "long row"]
    )
    func corruption(kind: String) throws {
        try withFolder { folder in
            let file = file(in: folder)
            switch kind {
            case "garbage":
                try FileSystem.write(Data(repeating: 7, count: 5_000), toNew: file.path)
            case "folder":
                try FileSystem.makeFolder(file.path)
            case "link":
                try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "nowhere")
            case "newer format":
                try file.open().close()
                var data = try Data(contentsOf: URL(filePath: file.path))
                data[18] = 3  // The write version; 2 is that of WAL mode.
                try data.write(to: URL(filePath: file.path))
            case "long row":
                // The schema has a row that is longer than the file permits.
                try FileSystem.ensureFile(file.path)
                let other = try SQLiteConnection(path: file.path, busyTimeout: 0, maximumRowSize: 1 << 20)
                try other.execute(
                    "CREATE TABLE note(text TEXT CHECK(text <> '\(String(repeating: "x", count: 20_000))'))"
                )
                other.close()
            default:
                try FileSystem.ensureFile(file.path)
                let other = try SQLiteConnection(path: file.path, busyTimeout: 0, maximumRowSize: 1_000)
                try other.execute("CREATE TABLE other(a)")
                other.close()
            }
            #expect(try count(file.open()) == 0)
            #expect(FileSystem.exists("\(folder)/corrupt.sqlite"))
        }
    }

    @Test("is moved aside once when two connections request it")
    func replacing() throws {
        try withFolder { folder in
            let file = file(in: folder)
            let (first, second) = (try file.open(), try file.open())
            try first.execute("INSERT INTO note VALUES('a')")
            let replaced = try file.replace(first)
            #expect(FileSystem.exists("\(folder)/corrupt.sqlite"))
            try replaced.execute("INSERT INTO note VALUES('b')")
            #expect(second.hasMoved)
            #expect(!replaced.hasMoved)
            #expect(try count(file.replace(second)) == 1)
        }
    }

    @Test("cannot be opened in a folder that cannot be created, is a file or has too long a path")
    func unusableFolder() throws {
        try withFolder { folder in
            try FileSystem.ensureFile("\(folder)/file")
            // The folder can be created, but the paths of its files have more than 4,095 bytes.
            var longPath = folder
            while longPath.utf8.count < 4_088 {
                longPath += "/" + String(repeating: "a", count: min(200, 4_087 - longPath.utf8.count))
            }
            for path in ["\(folder)/file", "\(folder)/file/below", "", "a\0b", longPath] {
                let error = #expect(throws: DatabaseFailure.self) { try file(in: path).open() }
                guard case .folderUnusable = error else {
                    Issue.record("\(path): \(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test("cannot be opened while it is locked")
    func locked() throws {
        try withFolder { folder in
            let database = file(in: folder)
            _ = try database.locked {
                #expect(throws: DatabaseFailure.busy) { try database.open() }
            }
        }
    }
}
