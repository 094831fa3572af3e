import Foundation
import Seek
import SeekTestHelpers
import Testing

@Suite("Saved searches on disk")
struct SavedSearchStoreTests {
    private func withStore(_ body: (SavedSearchStore, URL) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "state/saved.json")
        try await body(SavedSearchStore(file: file), file)
    }

    private func search(_ name: String) -> SavedSearch {
        SavedSearch(name: name, query: FederatedQuery("text of \(name)"))
    }

    @Test("are stored by name, replaced and removed, and encoded as the same bytes each time")
    func storage() async throws {
        try await withStore { store, file async throws in
            #expect(try await store.all().isEmpty)
            #expect(try await store.remove(named: "none") == false)
            #expect(!FileManager.default.fileExists(atPath: file.path))
            let saved = search("b")
            try await store.add(saved)
            try await store.add(search("a"))
            let bytes = try Data(contentsOf: file)
            try await store.add(saved, replacing: true)
            #expect(try Data(contentsOf: file) == bytes)
            #expect(String(decoding: bytes, as: UTF8.self).contains(#""version" : 1"#))
            #expect(try await SavedSearchStore(file: file).all().map(\.name) == ["a", "b"])
            #expect(try await store.search(named: "b")?.query.text == "text of b")
            #expect(try await store.remove(named: "b"))
            #expect(try await store.search(named: "b") == nil)
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
            #expect((mode as? Int) == 0o600)
        }
    }

    @Test("are all stored when several stores add them concurrently")
    func concurrentStores() async throws {
        try await withStore { _, file async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        try await SavedSearchStore(file: file, timeout: .seconds(60)).add(search("\(number)"))
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await SavedSearchStore(file: file).all().count == 16)
        }
    }

    @Test("retain their history and ID when they are edited; an invalid or existing name is rejected")
    func editing() async throws {
        try await withStore { store, _ async throws in
            var search = search("b")
            _ = search.update(with: [SearchHit(id: "1", kind: .video, source: "youtube", title: "t")], at: Date())
            try await store.add(search)
            try await store.add(self.search("a"))
            let edited = try await store.edit("b") {
                $0.name = "0"
                $0.query.text = "other"
            }
            #expect(edited.id == search.id)
            #expect(edited.lastHits == search.lastHits)
            #expect(edited.query.text == "other")
            #expect(try await store.all().map(\.name) == ["0", "a"])
            #expect(try await store.search(named: "0") == edited)
            #expect(SavedSearchError.exists("a").description.hasSuffix("choose another name, or remove that one"))
            for (name, error) in [("a", SavedSearchError.exists("a")), ("", .invalidName(""))] {
                await #expect(throws: error) { try await store.edit("0") { $0.name = name } }
            }
            await #expect(throws: SavedSearchError.notFound("b")) { try await store.edit("b") { _ in } }
            #expect(try await store.all().map(\.name) == ["0", "a"])
        }
    }

    @Test(
        "in a corrupt file are neither read nor changed, and the error describes what to do",
        arguments: [
            ("", "line 1, column 1: it is empty"), ("{", "line 1, column 2: it ends too early"),
            ("[]", "the document is not an object"),
            (#"{"version": 1, "searches": [1]}"#, "searches[0]: is not an object"),
            ("{\"searches\": [],\n\"searches\": []}", "line 2, column 1: the member occurs twice in its object"),
        ]
    )
    func corrupt(text: String, problem: String) async throws {
        try await withStore { store, file async throws in
            try await store.add(search("a"))
            try Data(text.utf8).write(to: file)
            let error = SavedSearchError.corrupt(file.path, problem: problem)
            #expect(
                error.description.hasSuffix(
                    "\(file.path): \(problem); repair it, or move it away to start without searches"
                )
            )
            await #expect(throws: error) { try await store.all() }
            // The first attempt must not have changed the file.
            for _ in 1...2 { await #expect(throws: error) { try await store.add(search("b"), replacing: true) } }
            await #expect(throws: error) { try await store.remove(named: "a") }
            #expect(try Data(contentsOf: file) == Data(text.utf8))
            let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
            #expect(names.sorted() == ["saved.json", "saved.json.lock"])
        }
    }

    @Test("are limited in number and length, and a replaced one is not counted again")
    func limits() async throws {
        struct Content: Encodable {
            var version = 1
            var searches: [SavedSearch]
        }
        try await withStore { store, file async throws in
            let long = String(repeating: "a", count: 200)
            try await store.add(search(long))
            await #expect(throws: SavedSearchError.invalidName(long + "a")) { try await store.add(search(long + "a")) }
            let longText = SavedSearch(name: "b", query: FederatedQuery(String(repeating: "a", count: 4_097)))
            let tooLong = try await #require(throws: SavedSearchError.self) { try await store.add(longText) }
            #expect(tooLong.description.contains("4096 bytes"))
            let content = Content(searches: (0..<1_000).map { search("\($0)") })
            try JSONEncoder().encode(content).write(to: file)
            let tooMany = try await #require(throws: SavedSearchError.self) { try await store.add(search("b")) }
            #expect(tooMany.description.contains("1000 saved searches"))
            try await store.add(search("1"), replacing: true)
            try await store.edit("2") { $0.name = "b" }
            #expect(try await store.all().count == 1_000)
        }
    }

    @Test("with an invalid name throw an error that describes the rule", arguments: ["", " ", "a\nb"])
    func invalidName(name: String) async throws {
        try await withStore { store, _ async throws in
            let error = await #expect(throws: SavedSearchError.self) { try await store.add(search(name)) }
            #expect(error == .invalidName(name))
            #expect(error?.description.contains("is blank or contains a control character") == true)
        }
    }

    @Test("whose folder would be below a file throw an error that names the environment variable of the folder")
    func invalidFolder() async throws {
        try await withStore { store, file async throws in
            try await store.add(search("a"))
            let below = SavedSearchStore(file: file.appending(path: "x/saved.json"))
            let error = await #expect(throws: SavedSearchError.self) { try await below.add(search("a")) }
            #expect(error?.description.contains("SEEK_STATE_DIR") == true)
        }
    }

    @Test("written by a later release throw an error that contains the path of the file")
    func laterRelease() async throws {
        try await withStore { store, file async throws in
            try await store.add(search("a"))
            try Data(#"{"version": 2}"#.utf8).write(to: file)
            // The first attempt must not have changed the file.
            for _ in 0..<2 {
                await #expect(throws: SavedSearchError.ofNewerVersion(file.path)) { try await store.all() }
            }
        }
    }

    @Test("that another process has locked throw an error with the lock file and what to do")
    func busy() async throws {
        try await withStore { store, file async throws in
            try await store.add(search("a"))
            let lockFile = open("\(file.path).lock", O_RDWR | O_CLOEXEC)
            defer { close(lockFile) }
            #expect(flock(lockFile, LOCK_EX | LOCK_NB) == 0)
            let error = await #expect(throws: SavedSearchError.self) {
                try await SavedSearchStore(file: file, timeout: .zero).add(search("b"))
            }
            #expect(error?.description.contains("\(file.path).lock; try again when it has finished") == true)
        }
    }
}

@Suite("A run of a saved search")
struct SavedRunTests {
    private let context: SampleContext
    private let seek: SeekClient

    init() throws {
        context = try SampleContext()
        context.configuration.stateFolder = context.folder.url
        seek = context.client
    }

    @Test("reports new results once, and does not report results of a failed source as removed")
    func running() async throws {
        // The sample of the README, which prints the changes.
        try await seek.saved?.add(SavedSearch(name: "swift", query: FederatedQuery("swift", limit: 10)))
        let run = try await seek.runSaved(named: "swift")
        print(run.comparison.new.map(\.title), run.comparison.changed, run.comparison.removed)
        if run.comparison.isEmpty { print("nothing new") }
        let feed = AtomFeed(run.search, url: URL(string: "https://example.com/swift.xml"))
        print(feed?.xml ?? "")
        let problems = AtomValidator.problems(in: feed?.xml ?? "")
        #expect(problems.isEmpty)

        #expect(run.comparison.new.count == 10)
        #expect(run.result.failures.isEmpty)
        #expect(try await seek.runSaved(named: "swift").comparison.unchanged.count == 10)

        var failing = context.configuration
        failing.youTubeAPIKey = nil
        let partialRun = try await SeekClient(failing).runSaved(named: "swift")
        #expect(partialRun.result.failures.map(\.name) == ["youtube"])
        #expect(!partialRun.comparison.removed.contains { $0.source == "youtube" })
        #expect(partialRun.search.lastHits.contains { $0.source == "youtube" })

        failing.gitHubBaseURL = try #require(URL(string: "http://127.0.0.1:1"))
        let failedRun = try await SeekClient(failing).runSaved(named: "swift")
        #expect(failedRun.result.error != nil)
        #expect(failedRun.comparison.isEmpty)
        #expect(failedRun.search == partialRun.search)
    }

    @Test("has an estimated cost if it searches YouTube; without a key, the estimate throws an error")
    func estimate() async throws {
        #expect(try await seek.estimate(of: FederatedQuery("other", limit: 120))?.cost == 3)
        #expect(try await seek.estimate(of: FederatedQuery("other", kinds: [.issue])) == nil)
        var withoutKey = context.configuration
        withoutKey.youTubeAPIKey = nil
        await #expect(throws: SearchError.missingCredential(.youTube)) {
            try await SeekClient(withoutKey).estimate(of: FederatedQuery("other"))
        }
    }

    @Test("throws an error if there is no saved search with the name or no state folder")
    func missing() async {
        let (seek, withoutFolder) = (seek, SeekClient(.withoutFolders))
        await #expect(throws: SavedSearchError.notFound("x")) { try await seek.runSaved(named: "x") }
        await #expect(throws: SavedSearchError.noFolder) { try await withoutFolder.runSaved(named: "x") }
    }
}
