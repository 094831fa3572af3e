import Foundation
import SeekTestHelpers
import Testing

@Suite("TemporaryFolder")
struct TemporaryFolderTests {
    @Test("a temporary folder is removed when it is deallocated")
    func life() throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let file = try #require(try folder?.write("a", to: "deep/er/file.txt"))
        #expect(file.path == folder?.path(of: "deep/er/file.txt"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "a")
        let path = try #require(folder?.url.path)
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("remove() deletes the folder and can be called twice")
    func removal() throws {
        let folder = try TemporaryFolder()
        try folder.write("a", to: "deep/file.txt")
        folder.remove()
        #expect(!FileManager.default.fileExists(atPath: folder.url.path))
        folder.remove()
    }

    @Test("an error names the file that cannot be written")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let inFile = try #require(throws: FixtureError.self) { try folder.write("", to: "file/below") }
        #expect("\(inFile)".contains("\(folder.path(of: "file")) cannot be written: "))
        let overFolder = try #require(throws: FixtureError.self) { try folder.write("", to: "") }
        #expect("\(overFolder)".contains("cannot be written"))
    }
}
