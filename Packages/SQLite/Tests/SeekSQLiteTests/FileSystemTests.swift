import Foundation
import Testing

@testable import SeekSQLite

@Suite("The file system")
struct FileSystemTests {
    @Test("writes, reads, moves and removes files")
    func lifetime() throws {
        try withFolder { folder in
            let (path, other) = ("\(folder)/a", "\(folder)/b")
            try FileSystem.write(Data("hello".utf8), toNew: path)
            #expect(throws: FileError(code: EEXIST)) { try FileSystem.write(Data(), toNew: path) }
            #expect(try mode(of: path) == 0o600)
            #expect(try FileSystem.read(path, size: 5) == Data("hello".utf8))
            // A file of another size is not read.
            #expect(try FileSystem.read(path, size: 4) == nil)
            try FileSystem.move(path, to: other)
            #expect(throws: FileError.missing) { try FileSystem.move(path, to: other) }
            #expect(FileSystem.names(in: folder) == ["b"])
            #expect(try FileSystem.read(path, size: 5) == nil)
            let date = Date(timeIntervalSince1970: 1_000.5)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: other)
            #expect(FileSystem.modificationTime(other) == 1_000)
            FileSystem.remove(other)
            FileSystem.remove(other)
            #expect(!FileSystem.exists(other))
            #expect(FileSystem.modificationTime(other) == nil)
            #expect(FileSystem.names(in: other).isEmpty)
        }
    }

    @Test("does not open files through links, and does not create missing folders")
    func links() throws {
        try withFolder { folder in
            let link = "\(folder)/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
            #expect(FileSystem.exists(link))
            #expect(throws: FileError(code: ELOOP)) { try FileSystem.ensureFile(link) }
            #expect(throws: FileError(code: ELOOP)) { try FileSystem.openOrCreate(link) }
            #expect(throws: FileError.missing) { try FileSystem.ensureFile("\(folder)/none/a") }
        }
    }

    @Test(
        "classifies the errors of a full disk, an exceeded quota and an exceeded file size limit as a full disk",
        arguments: [(ENOSPC, true), (EDQUOT, true), (EFBIG, true), (EIO, false)]
    )
    func full(code: Int32, isFull: Bool) {
        #expect(FileError(code: code).isFull == isFull)
        #expect(!FileError(code: code).reason.isEmpty)
    }
}
