import Foundation
import Testing

@testable import SeekTestHelpers

@Suite("Fixtures")
struct FixturesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.path(of: name) }

    @Test("a passed folder takes precedence over SEEK_FIXTURES, and a non-empty SEEK_FIXTURES over the nearest folder")
    func precedence() throws {
        try folder.write("{}", to: "explicit/a.json")
        try folder.write("{}", to: "environment/a.json")
        try folder.write("{}", to: "repo/Fixtures/a.json")
        let explicit = folder.url.appendingPathComponent("explicit")
        let environment = ["SEEK_FIXTURES": path("environment")]
        let file = path("repo/Packages/P/Tests/T/Some.swift")
        #expect(try Fixtures(root: explicit, environment: environment, filePath: file).root.path == explicit.path)
        #expect(try Fixtures(environment: environment, filePath: file).root.path == path("environment"))
        #expect(try Fixtures(environment: [:], filePath: file).root.path == path("repo/Fixtures"))
        #expect(try Fixtures(environment: ["SEEK_FIXTURES": ""], filePath: file).root.path == path("repo/Fixtures"))
    }

    @Test("the nearest Fixtures folder above the source file is used, except folders that contain Swift files")
    func nearest() throws {
        try folder.write("{}", to: "Fixtures/a.json")
        try folder.write("{}", to: "P/Fixtures/a.json")
        try folder.write("let a = 1", to: "P/Sources/M/Fixtures/Loader.swift")
        let file = path("P/Sources/M/Fixtures/Loader.swift")
        #expect(try Fixtures(environment: [:], filePath: file).root.path == path("P/Fixtures"))
        #expect(try Fixtures(environment: [:], filePath: path("Q/x.swift")).root.path == path("Fixtures"))
    }

    @Test("without sources, fixtures are found beside the program or in a resource bundle beside it")
    func bundles() throws {
        let program = path("bin/tests")
        #expect(Fixtures.bundledFolder(beside: program) == nil)
        try folder.write("{}", to: "bin/P_Tests.bundle/Contents/Resources/Fixtures/a.json")
        #expect(
            Fixtures.bundledFolder(beside: program)?.path == path("bin/P_Tests.bundle/Contents/Resources/Fixtures")
        )
        try folder.write("{}", to: "bin/A_Tests.resources/Fixtures/a.json")
        #expect(Fixtures.bundledFolder(beside: program)?.path == path("bin/A_Tests.resources/Fixtures"))
        try folder.write("{}", to: "bin/Fixtures/a.json")
        #expect(Fixtures.bundledFolder(beside: program)?.path == path("bin/Fixtures"))
    }

    @Test("the error for a missing folder lists the searched paths")
    func missing() throws {
        let error = #expect(throws: FixtureError.self) {
            try Fixtures(environment: [:], filePath: path("a/b/c.swift"))
        }
        guard case .folderNotFound(let paths) = try #require(error) else { throw try #require(error) }
        #expect(paths.first == path("a/b/Fixtures"))
        #expect(paths.last == "/Fixtures")
        #expect("\(try #require(error))".contains("\(paths.count - 1) folders above; set SEEK_FIXTURES"))
        let given = folder.url.appendingPathComponent("none")
        #expect(throws: FixtureError.folderNotFound(lookedIn: [given.path])) { try Fixtures(root: given) }
        #expect(throws: FixtureError.folderNotFound(lookedIn: [given.path])) {
            try Fixtures(environment: ["SEEK_FIXTURES": given.path])
        }
    }

    @Test("the extension of a name is optional, and an exact file name takes precedence")
    func names() throws {
        try folder.write("1", to: "youtube/search.json")
        try folder.write("2", to: "plain")
        try folder.write("3", to: "plain.json")
        let fixtures = try Fixtures(root: folder.url)
        #expect(try fixtures.bytes(of: "youtube/search") == Data("1".utf8))
        #expect(try fixtures.bytes(of: "youtube/search.json") == Data("1".utf8))
        #expect(try fixtures.bytes(of: "plain") == Data("2".utf8))
    }

    @Test("a name without an extension is that of the only file with another one, in every loader")
    func otherExtensions() throws {
        for name in ["words.txt", "deep/cover.png", "two.txt", "two.csv", "three.txt", "three.json"] {
            try folder.write("\"\(name)\"", to: name)
        }
        let fixtures = try Fixtures(root: folder.url)
        #expect(try load(.text("words"), from: fixtures) == "\"words.txt\"")
        #expect(try load(.bytes("deep/cover"), from: fixtures).count == 16)
        #expect(try load("words", as: String.self, from: fixtures) == "words.txt")
        #expect(try load(.text("three"), from: fixtures) == "\"three.json\"")
        #expect(throws: FixtureError.ambiguous(name: "two", files: ["two.csv", "two.txt"])) {
            try fixtures.url(of: "two")
        }
        let ambiguous = FixtureError.ambiguous(name: "two", files: ["two.csv", "two.txt"])
        #expect("\(ambiguous)" == "several fixtures are named 'two': write the extension of one of two.csv, two.txt")
    }

    @Test("the names of all files are listed, except hidden ones")
    func list() throws {
        for name in ["youtube/search.json", "plain", "plain.json", ".hidden"] { try folder.write("", to: name) }
        let names = try Fixtures(root: folder.url).names()
        #expect(names == ["plain", "plain.json", "youtube/search.json"])
    }

    @Test(
        "an invalid name, or one that refers to a file outside of the folder, is rejected",
        arguments: ["", "/etc/passwd", "../secret", "a/../../b", "a//b", "./a", "a\0b", "a/"]
    )
    func invalidNames(name: String) throws {
        let fixtures = try Fixtures(root: folder.url)
        #expect(throws: FixtureError.invalidName(name)) { try fixtures.url(of: name) }
        #expect("\(FixtureError.invalidName(name))".contains("without '..'"))
    }

    @Test(
        "the error for a missing file contains the searched paths and, if there is one, a similar name",
        arguments: [
            ("youtube/serach", "youtube/search"), ("youtube/search.jsn", "youtube/search"),
            ("github/user_repo", "github/user_repos"), ("search_no_items", "youtube/search_no_items"),
            ("completely-different-thing", nil),
        ]
    )
    func nearestName(name: String, nearest: String?) throws {
        for file in ["youtube/search", "youtube/search_no_items", "github/user_repos"] {
            try folder.write("{}", to: "\(file).json")
        }
        let fixtures = try Fixtures(root: folder.url)
        let error = #expect(throws: FixtureError.self) { try fixtures.url(of: name) }
        let paths = [name, "\(name).json"].map(path)
        #expect(error == .missing(name: name, lookedFor: paths, nearest: nearest))
        let text = "\(try #require(error))"
        #expect(text.hasPrefix("no fixture '\(name)': looked for \(paths[0]) and \(paths[1])"))
        #expect(text.hasSuffix("did you mean '\(nearest ?? "")'?") == (nearest != nil))
    }

    @Test("a file over the size limit is rejected, and a folder is not a fixture")
    func unreadable() throws {
        let file = try folder.write("12345", to: "big.json")
        let fixtures = try Fixtures(root: folder.url)
        let tooLarge = FixtureError.tooLarge(path: file.path, size: 5, limit: 4)
        #expect(throws: tooLarge) { try fixtures.bytes(of: "big", sizeLimit: 4) }
        #expect("\(tooLarge)".contains("5 bytes, more than the limit of 4"))
        #expect(try fixtures.bytes(of: "big", sizeLimit: 5).count == 5)
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("folder.json"),
            withIntermediateDirectories: false
        )
        let isFolder = FixtureError.unreadable(path: path("folder.json"), reason: "it is a folder")
        #expect(throws: isFolder) { try fixtures.bytes(of: "folder") }
        try FileManager.default.createSymbolicLink(atPath: path("link.json"), withDestinationPath: "nowhere")
        let isDangling = FixtureError.unreadable(
            path: path("link.json"),
            reason: "it is a link to a file that does not exist"
        )
        #expect(throws: isDangling) { try fixtures.bytes(of: "link") }
        #expect(throws: isDangling) { try load("link", as: [Int].self, from: fixtures) }
        let unreadable = FixtureError.unreadable(path: "/a.json", reason: "no permission to read it")
        #expect("\(unreadable)" == "fixture /a.json cannot be read: no permission to read it")
    }

    @Test("a file of 100 MB is rejected without being read")
    func huge() throws {
        let file = try folder.write("", to: "huge.json")
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 100 << 20)
        try handle.close()
        let error = FixtureError.tooLarge(path: file.path, size: 100 << 20, limit: 64 << 20)
        #expect(throws: error) { try load(.bytes("huge"), from: Fixtures(root: folder.url)) }
    }

    @Test("the shared fixtures of the repository are found from this file")
    func shared() throws {
        let fixtures = try Fixtures(environment: [:])
        #expect(fixtures.root.lastPathComponent == "Fixtures")
        #expect(fixtures.names().contains("youtube/search.json"))
    }
}
