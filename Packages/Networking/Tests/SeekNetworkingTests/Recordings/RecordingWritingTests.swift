import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

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

    @Test("can be read by its owner only")
    func ownerOnly() throws {
        let file = folder.file("deep/a.har")
        try recording.write(to: file)
        #expect(try permissions(of: file) == 0o600)
        #expect(try Data(contentsOf: file) == recording.har)
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
}
