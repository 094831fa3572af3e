import Foundation
import SeekTestHelpers
import Testing

@Suite("TemporaryFolder")
struct TemporaryFolderTests {
    @Test("a temporary folder contains the written file, and is removed when it is deallocated")
    func lifetime() throws {
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

    @Test("an error contains the path of the file or folder that cannot be written")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let belowFile = try #require(throws: FixtureError.self) { try folder.write("", to: "file/below") }
        #expect("\(belowFile)".contains("\(folder.path(of: "file")) cannot be written: "))
        let overFolder = try #require(throws: FixtureError.self) { try folder.write("", to: "") }
        #expect("\(overFolder)".contains("cannot be written"))
    }

    #if os(macOS) || os(Linux)
    @Test("a script can be executed immediately after it is written, while other tasks start programs")
    func scripts() async throws {
        let folder = try TemporaryFolder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<32 {
                group.addTask {
                    let body = "# \(String(repeating: "x", count: 10_000))\nexit \"$1\""
                    let script = try folder.writeScript(body, to: "bin/\(number)")
                    let program = try Process.run(script, arguments: ["\(number)"])
                    program.waitUntilExit()
                    #expect(program.terminationStatus == number)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("a script has the given shell, and its content is not expanded")
    func scriptContent() throws {
        let folder = try TemporaryFolder()
        let script = try folder.writeScript("echo '%s' \"$HOME\" \\n", to: "a b", shell: "/bin/bash")
        #expect(try String(contentsOf: script, encoding: .utf8) == "#!/bin/bash\necho '%s' \"$HOME\" \\n\n")
    }

    @Test("an error names the script that cannot be written")
    func unwritableScript() throws {
        let folder = try TemporaryFolder()
        let error = try #require(throws: FixtureError.self) { try folder.writeScript("", to: "") }
        #expect("\(error)" == "\(folder.file("").path) cannot be written: the shell failed")
    }
    #endif
}
