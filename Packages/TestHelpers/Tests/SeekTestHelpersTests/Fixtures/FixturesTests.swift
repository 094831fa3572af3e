import Foundation
import Testing

@testable import SeekTestHelpers

@Suite("The folder of fixtures is found without a bundle")
struct FixturesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func source(_ path: String) -> String { folder.url.appendingPathComponent(path).path }

    @Test("an explicit folder wins over the environment, which wins over the source file's place")
    func precedence() throws {
        try folder.write("{}", to: "explicit/a.json")
        try folder.write("{}", to: "environment/a.json")
        try folder.write("{}", to: "repo/Fixtures/a.json")
        let explicit = folder.url.appendingPathComponent("explicit")
        let environment = ["SEEK_FIXTURES": source("environment")]
        let file = source("repo/Packages/P/Tests/T/Some.swift")
        #expect(try Fixtures(root: explicit, environment: environment, filePath: file).root.path == explicit.path)
        #expect(try Fixtures(environment: environment, filePath: file).root.path == source("environment"))
        #expect(try Fixtures(environment: [:], filePath: file).root.path == source("repo/Fixtures"))
        #expect(try Fixtures(environment: ["SEEK_FIXTURES": ""], filePath: file).root.path == source("repo/Fixtures"))
    }

    @Test("the nearest folder above a source file wins, and one that holds Swift files is passed over")
    func nearest() throws {
        try folder.write("{}", to: "Fixtures/a.json")
        try folder.write("{}", to: "P/Fixtures/a.json")
        try folder.write("let a = 1", to: "P/Sources/M/Fixtures/Loader.swift")
        let file = source("P/Sources/M/Fixtures/Loader.swift")
        #expect(try Fixtures(environment: [:], filePath: file).root.path == source("P/Fixtures"))
        #expect(try Fixtures(environment: [:], filePath: source("Q/x.swift")).root.path == source("Fixtures"))
    }

    @Test("without the sources, it is one beside the program, or among the resources of a bundle beside it")
    func bundles() throws {
        let program = source("bin/tests")
        #expect(Fixtures.bundledFolder(beside: program) == nil)
        try folder.write("{}", to: "bin/P_Tests.bundle/Contents/Resources/Fixtures/a.json")
        #expect(
            Fixtures.bundledFolder(beside: program)?.path == source("bin/P_Tests.bundle/Contents/Resources/Fixtures")
        )
        try folder.write("{}", to: "bin/A_Tests.resources/Fixtures/a.json")
        #expect(Fixtures.bundledFolder(beside: program)?.path == source("bin/A_Tests.resources/Fixtures"))
        try folder.write("{}", to: "bin/Fixtures/a.json")
        #expect(Fixtures.bundledFolder(beside: program)?.path == source("bin/Fixtures"))
    }

    @Test("where there is none, the error tells where it was looked for")
    func missing() throws {
        let error = #expect(throws: FixtureError.self) {
            try Fixtures(environment: [:], filePath: source("a/b/c.swift"))
        }
        guard case .folderNotFound(let paths) = try #require(error) else { throw try #require(error) }
        #expect(paths.first == source("a/b/Fixtures"))
        #expect(paths.last == "/Fixtures")
        #expect("\(try #require(error))".contains("\(paths.count - 1) folders above; set SEEK_FIXTURES"))
        let given = folder.url.appendingPathComponent("none")
        #expect(throws: FixtureError.folderNotFound(lookedIn: [given.path])) { try Fixtures(root: given) }
        #expect(throws: FixtureError.folderNotFound(lookedIn: [given.path])) {
            try Fixtures(environment: ["SEEK_FIXTURES": given.path])
        }
    }

    @Test("a name may leave its extension out, and the file of the very name wins")
    func names() throws {
        try folder.write("1", to: "youtube/search.json")
        try folder.write("2", to: "plain")
        try folder.write("3", to: "plain.json")
        let fixtures = try Fixtures(root: folder.url)
        #expect(try fixtures.bytes(of: "youtube/search") == Data("1".utf8))
        #expect(try fixtures.bytes(of: "youtube/search.json") == Data("1".utf8))
        #expect(try fixtures.bytes(of: "plain") == Data("2".utf8))
        try folder.write("", to: ".hidden")
        #expect(fixtures.names() == ["plain", "plain.json", "youtube/search.json"])
    }

    @Test(
        "a name that leads out of the folder is refused",
        arguments: ["", "/etc/passwd", "../secret", "a/../../b", "a//b", "./a", "a\0b", "a/"]
    )
    func invalidNames(name: String) throws {
        let fixtures = try Fixtures(root: folder.url)
        #expect(throws: FixtureError.invalidName(name)) { try fixtures.url(of: name) }
        #expect("\(FixtureError.invalidName(name))".contains("without '..'"))
    }

    @Test(
        "a missing file is told with its place and the nearest name",
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
        let paths = [name, "\(name).json"].map(source)
        #expect(error == .missing(name: name, lookedFor: paths, nearest: nearest))
        let text = "\(try #require(error))"
        #expect(text.hasPrefix("no fixture '\(name)': looked for \(paths[0]) and \(paths[1])"))
        #expect(text.hasSuffix("did you mean '\(nearest ?? "")'?") == (nearest != nil))
    }

    @Test("a file over the limit, a folder and an unreadable file are errors of their own")
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
        #expect(throws: FixtureError.self) { try fixtures.bytes(of: "folder") }
        let unreadable = FixtureError.unreadable(path: "/a.json", reason: "no permission to read it")
        #expect("\(unreadable)" == "fixture /a.json cannot be read: no permission to read it")
    }

    @Test("what the shared folder holds is found from this file")
    func shared() throws {
        let fixtures = try Fixtures(environment: [:])
        #expect(fixtures.root.lastPathComponent == "Fixtures")
        #expect(fixtures.names().contains("youtube/search.json"))
    }
}
