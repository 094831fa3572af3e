import Foundation
import SeekTestHelpers
import Testing

@testable import SeekSampleAPI

@Suite("Locating and loading the sample data")
struct SampleCorpusErrorTests {
    /// The smallest valid sample data: the required files, and one file in each required folder.
    static let files = [
        "youtube/channels.json": #"""
        [{"id":"C1",
          "snippet":{"publishedAt":"2020-01-01T00:00:00Z","title":"t","description":"","thumbnails":{}}}]
        """#,
        "youtube/playlists.json": "[]",
        "youtube/videos/one.json": "[]",
        "github/accounts.json": #"[{"login":"a","id":1,"type":"User"}]"#,
        "github/repositories/a.json": "[]",
        "github/issues/a.json": "[]",
    ]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, text) in Self.files { try folder.write(text, to: name) }
    }

    private func remove(_ name: String) throws { try FileManager.default.removeItem(at: folder.file(name)) }

    @Test("sample data with only the required files is loaded")
    func requiredFiles() throws {
        let corpus = try SampleCorpus(folder: folder.url)
        #expect(corpus.channels.count == 1)
        #expect(corpus.videos.isEmpty)
    }

    @Test(
        "the error for a missing file contains its name",
        // The required files, but not those in required folders, whose paths have three components.
        arguments: Array(files.keys).filter { $0.split(separator: "/").count == 2 }
    )
    func missingFile(name: String) throws {
        try remove(name)
        let error = try #require(throws: SampleAPIError.self) { try SampleAPI(folder: folder.url) }
        #expect("\(error)".contains(name))
        #expect("\(error)".contains("it does not exist"))
    }

    @Test(
        "the error for a missing folder contains its path",
        arguments: ["youtube/videos", "github/repositories", "github/issues"]
    )
    func missingFolder(name: String) throws {
        try remove(name)
        let error = try #require(throws: SampleAPIError.self) { try SampleCorpus(folder: folder.url) }
        #expect("\(error)".contains(name))
        #expect("\(error)".contains("the folder does not exist"))
    }

    @Test("a folder in place of a file is an error")
    func folderForFile() throws {
        try remove("youtube/channels.json")
        try folder.write("", to: "youtube/channels.json/x")
        let error = try #require(throws: SampleAPIError.self) { try SampleCorpus(folder: folder.url) }
        #expect("\(error)".contains("it is a folder"))
    }

    @Test(
        "the error for a corrupt file contains its name, the location of an invalid value, and the remedy",
        arguments: [
            ("[{\"id\":\"P\"}]", "[0].snippet", "is missing"), ("[{\"id\":null}]", "[0].id", "is null"),
            ("[{\"id\":7}]", "[0].id", "is not a string"), ("{}", "", "is not an array"),
            ("[{", "line 1, column 3", "it ends too early"), ("", "line 1, column 1", "it is empty"),
            ("[{\"id\":\"P\",\n\"id\":\"Q\"}]", "line 2, column 1", "the member occurs twice in its object"),
        ]
    )
    func corruptFile(text: String, place: String, reason: String) throws {
        try folder.write(text, to: "youtube/playlists.json")
        let error = try #require(throws: SampleAPIError.self) { try SampleCorpus(folder: folder.url) }
        guard case .malformed(let path, let foundPlace, let foundReason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(path.hasSuffix("youtube/playlists.json"))
        #expect(foundPlace == place)
        #expect(foundReason == reason)
        #expect("\(error)".contains("git checkout"))
        #expect(!"\(error)".contains("\n"))
    }

    static let playlist =
        #"""
        {"id":"P1","snippet":{"publishedAt":"2020-01-01T00:00:00Z","channelId":"CHANNEL","title":"t",
          "description":"","thumbnails":{}}}
        """#
    static let repository =
        #"""
        {"id":1,"name":"r","owner":{"login":"LOGIN"},"fork":false,"archived":false,"topics":[],"forks_count":0,
          "open_issues_count":0,"size":1,"default_branch":"main","created_at":"","updated_at":"","pushed_at":""}
        """#

    static let issue =
        #"""
        {"id":1,"repository":"a/lost","number":1,"pull_request":false,"title":"t","state":"open","labels":[],
          "assignees":[],"comments":0,"reactions":{},"draft":false,"locked":false,"created_at":"","updated_at":""}
        """#

    @Test(
        "inconsistent and duplicate records are rejected",
        arguments: [
            ("youtube/playlists.json", "[\(playlist)]", "CHANNEL"),
            ("youtube/playlists.json", "[\(playlist),\(playlist)]".replacing("CHANNEL", with: "C1"), "P1 occurs twice"),
            ("github/repositories/a.json", "[\(repository)]", "LOGIN/r"),
            (
                "github/repositories/a.json", "[\(repository),\(repository)]".replacing("LOGIN", with: "a"),
                "1 occurs twice"
            ),
            ("github/issues/a.json", "[\(issue)]", "a/lost"),
        ]
    )
    func inconsistentRecords(file: String, text: String, reason: String) throws {
        try folder.write(text, to: file)
        let error = try #require(throws: SampleAPIError.self) { try SampleCorpus(folder: folder.url) }
        guard case .inconsistent = error else {
            Issue.record("\(error)")
            return
        }
        #expect("\(error)".contains(reason))
    }

    @Test("the folder is located by the parameter, the environment, the sources or the current folder, in this order")
    func folderOrder() throws {
        let fixtures = folder.url.appendingPathComponent("Fixtures")
        try folder.write("", to: "Fixtures/sample-api/x")
        let environment = ["SEEK_FIXTURES": fixtures.path]
        let nested = folder.url.appendingPathComponent("Sources/Module").path
        let resolvedPath = { (url: URL) in url.resolvingSymlinksInPath().path }
        let sample = resolvedPath(fixtures.appendingPathComponent("sample-api"))
        #expect(
            try resolvedPath(SampleAPI.sampleFolder(folder.url, environment: environment)) == resolvedPath(folder.url)
        )
        #expect(try resolvedPath(SampleAPI.sampleFolder(environment: environment)) == sample)
        #expect(
            try resolvedPath(
                SampleAPI.sampleFolder(
                    environment: ["SEEK_FIXTURES": ""],
                    filePath: nested + "/A.swift",
                    currentFolder: "/"
                )
            ) == sample
        )
        #expect(
            try resolvedPath(SampleAPI.sampleFolder(environment: [:], filePath: "/none/A.swift", currentFolder: nested))
                == sample
        )
    }

    @Test("the error for a missing folder of sample data contains the first searched path and the remedy")
    func noFolder() throws {
        let error = try #require(throws: SampleAPIError.self) {
            try SampleAPI.sampleFolder(environment: [:], filePath: "/none/A.swift", currentFolder: "/nowhere")
        }
        #expect("\(error)".contains("/none/Fixtures/sample-api"))
        #expect("\(error)".contains("SEEK_FIXTURES"))
        #expect(throws: SampleAPIError.folderNotFound(lookedIn: ["/none"])) {
            try SampleAPI.sampleFolder(URL(fileURLWithPath: "/none"))
        }
        #expect(throws: SampleAPIError.folderNotFound(lookedIn: ["/none/sample-api"])) {
            try SampleAPI.sampleFolder(environment: ["SEEK_FIXTURES": "/none"])
        }
    }
}
