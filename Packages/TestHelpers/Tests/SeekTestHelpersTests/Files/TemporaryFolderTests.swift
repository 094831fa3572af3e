import Foundation
import SeekTestHelpers
import Testing

@Suite("A temporary folder")
struct TemporaryFolderTests {
    @Test("keeps what is written until it is let go of")
    func life() throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let file = try #require(try folder?.write("a", to: "deep/er/file.txt"))
        #expect(file.path == folder?.path(of: "deep/er/file.txt"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "a")
        let path = try #require(folder?.url.path)
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("goes when it is told to, and telling it twice does nothing")
    func removal() throws {
        let folder = try TemporaryFolder()
        try folder.write("a", to: "deep/file.txt")
        folder.remove()
        #expect(!FileManager.default.fileExists(atPath: folder.url.path))
        folder.remove()
    }

    @Test("names the file that cannot be written")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let below = try #require(throws: FixtureError.self) { try folder.write("", to: "file/below") }
        #expect("\(below)".contains("\(folder.path(of: "file")) cannot be written: "))
        let onto = try #require(throws: FixtureError.self) { try folder.write("", to: "") }
        #expect("\(onto)".contains("cannot be written"))
    }
}
