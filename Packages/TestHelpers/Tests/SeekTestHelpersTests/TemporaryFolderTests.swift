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

#if os(Linux)

@Suite("SmallDisk")
struct SmallDiskTests {
    private static let requirement: Comment = "file systems cannot be mounted: run as root"

    @Test(
        "a small disk can be filled and freed, and is removed when it is deallocated; a negative size is an error",
        .enabled(if: SmallDisk.isPermitted, requirement)
    )
    func lifetime() throws {
        var disk: SmallDisk? = try SmallDisk(size: 64 << 10)
        let url = try #require(disk?.url)
        func write(_ size: Int) throws { try Data(count: size).write(to: url.appending(path: "file")) }
        #expect(try disk?.freeSize == 64 << 10)
        try disk?.fill()
        #expect(try disk?.freeSize == 0)
        #expect(throws: (any Error).self) { try write(1) }
        try disk?.fill(leaving: 8 << 10)
        #expect(throws: (any Error).self) { try write(9 << 10) }
        try write(8 << 10)
        #expect(try disk?.freeSize == 0)
        try disk?.makeRoom()
        try disk?.makeRoom()  // has no further effect
        try write(40 << 10)
        #expect(throws: FixtureError.self) { try SmallDisk(size: -1) }
        disk = nil
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test("creating a small disk without permission to mount throws an error", .enabled(if: !SmallDisk.isPermitted))
    func notPermitted() {
        let error = #expect(throws: FixtureError.self) { try SmallDisk(size: 4_096) }
        #expect(error.map { "\($0)".contains("cannot be written: ") } == true)
    }
}
#endif
