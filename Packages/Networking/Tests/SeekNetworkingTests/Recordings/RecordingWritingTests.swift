import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekNetworking

@Suite("A recording's file")
struct RecordingWritingTests {
    private let recording = Recording([
        .init(request: request("https://h.example/private"), response: HTTPResponse(body: Data("private".utf8)))
    ])
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func permissions(of file: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int)
    }

    private func fileNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    @Test("can be read by its owner only")
    func ownerOnly() throws {
        let file = folder.file("deep/a.har")
        try recording.write(to: file)
        #expect(try permissions(of: file) == 0o600)
        #expect(try Data(contentsOf: file) == recording.har)
    }

    @Test("that others could read is replaced by a private one")
    func replaced() throws {
        let file = try folder.write("old", to: "a.har")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        try recording.write(to: file)
        #expect(try permissions(of: file) == 0o600)
        #expect(try Data(contentsOf: file) == recording.har)
        #expect(try fileNames() == ["a.har"])
    }

    @Test("that is a link remains a link, and its target is replaced")
    func link() throws {
        let file = try folder.write("old", to: "a.har")
        let link = folder.file("link.har")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        try recording.write(to: link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
        #expect(try permissions(of: file) == 0o600)
        #expect(try Data(contentsOf: file) == recording.har)
    }

    @Test("that cannot be written causes an error with the path of the problem and leaves nothing behind")
    func unwritable() throws {
        try folder.write("", to: "file")
        try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: true)
        #expect(throws: PrivateFileError.notAFile(path: folder.file("folder").path)) {
            try recording.write(to: folder.file("folder"))
        }
        #expect(throws: PrivateFileError.notAFolder(path: folder.file("file").path)) {
            try recording.write(to: folder.file("file/a"))
        }
        #expect(try fileNames() == ["file", "folder"])
    }
}
