import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The cache")
struct CacheCommandTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        folder = try TemporaryFolder()
        environment = ["YOUTUBE_API_KEY": "k", "SEEK_CACHE_DIR": folder.url.path]
    }

    private func makeTransport() -> StubTransport {
        StubTransport([stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(["a"])))])
    }

    @Test("serves a repeated search from disk without cost, unless the response has expired or --refresh is given")
    func repeatedSearch() async {
        let transport = makeTransport()
        let later = start.addingTimeInterval(12)
        let first = await seek("videos", "swift", "-v", environment: environment, transport: transport) { start }
        let second = await seek("videos", "swift", "-v", "-L5", environment: environment, transport: transport) {
            later
        }
        #expect(first.messages == "seek: page 1: 1 video from network, cost 1 call\n")
        #expect(second.messages == "seek: page 1: 1 video from disk, 12 s old, cost 0 calls\n")
        #expect(second.output == first.output)
        #expect(transport.received.count == 1)
        let refreshed = await seek(
            ["videos", "swift", "-v", "--refresh"],
            environment: environment,
            transport: transport
        ) { later }
        #expect(refreshed.messages == first.messages)
        let expired = await seek("videos", "swift", "-v", environment: environment, transport: transport) {
            start.addingTimeInterval(3_600)
        }
        #expect(expired.messages == first.messages)
        #expect(transport.received.count == 3)
    }

    @Test("the cost of a stale result includes the failed requests")
    func staleCost() async {
        _ = await seek("videos", "swift", environment: environment, transport: makeTransport()) { start }
        let failing = StubTransport([stub(.get, youTubeSearch, returning: .status(503))])
        let stale = await seek("videos", "swift", "-v", environment: environment, transport: failing) {
            start.addingTimeInterval(3_600)
        }
        #expect(failing.received.count == 2)
        #expect(stale.messages.contains("1 video from disk, 3600 s old, stale, cost 2 calls\n"), "\(stale.messages)")
    }

    @Test(
        "serves the stored response for a day if the request fails, and warns about its age",
        arguments: [
            (90.0, "90 s"), (1_000, "16 min"), (50_000, "13 h"), (90_000, nil),
        ] as [(Double, String?)]
    )
    func staleResponse(after: Double, age: String?) async {
        let first = await seek("videos", "swift", environment: environment, transport: makeTransport()) { start }
        let failures: [(StubResponse, problem: String)] = [
            (.status(503), "the server failed"), (.failure(.cannotConnect), "the server cannot be reached"),
            (
                .json(file: "youtube/error_quota_exceeded", status: 429),
                "the rate limit or the quota is used up"
            ),
        ]
        for (failure, problem) in failures {
            let failing = StubTransport([stub(.get, youTubeSearch, returning: failure)])
            let outcome = await seek("videos", "swift", "--refresh", environment: environment, transport: failing) {
                start.addingTimeInterval(after)
            }
            if let age {
                let warning = "seek: warning: \(problem); these results are \(age) old\n"
                #expect(outcome == Outcome(status: .success, output: first.output, messages: warning))
            } else {
                #expect(outcome.status == .failure)
                #expect(outcome.output.isEmpty)
            }
        }
    }

    @Test("warns about stale details of videos")
    func staleDetails() async {
        let videos = "https://www.googleapis.com/youtube/v3/videos"
        let details: JSONValue = ["items": [["id": "v0", "snippet": ["title": "a"]]]]
        let responding = StubTransport([stub(.get, videos, returning: .json(details))])
        let first = await seek("video", "v0", environment: environment, transport: responding) { start }
        #expect(first.status == .success, "\(first)")
        #expect(first.messages.isEmpty, "\(first)")
        let failing = StubTransport([stub(.get, videos, returning: .status(503))])
        let stale = await seek("video", "v0", "--refresh", environment: environment, transport: failing) {
            start.addingTimeInterval(90)
        }
        let warning = "seek: warning: the server failed; these details are 90 s old\n"
        #expect(stale == Outcome(status: .success, output: first.output, messages: warning))
    }

    @Test("a stored response that cannot be decoded is not served in place of a failure")
    func undecodableStoredResponse() async {
        let broken = HTTPResponse(headerFields: [.contentType: "application/json"], body: Data("{".utf8))
        let malformed = StubTransport([stub(.get, youTubeSearch, returning: .closure { _ in broken })])
        let first = await seek("videos", "swift", environment: environment, transport: malformed) { start }
        #expect(first.messages.contains("not valid JSON"), "\(first)")
        let failing = StubTransport([stub(.get, youTubeSearch, returning: .failure(.cannotConnect))])
        // Before and after the time at which a valid response expires.
        for delay in [12.0, 3_600] {
            let outcome = await seek("videos", "swift", environment: environment, transport: failing) {
                start.addingTimeInterval(delay)
            }
            #expect(outcome.messages.contains("could not connect"), "\(outcome)")
        }
    }

    @Test("warns about malformed, incomplete and stale results, and names their source")
    func staleSource() async throws {
        var environment = environment
        environment["GH_TOKEN"] = "t"
        let repository: JSONValue = ["id": 2, "name": "b", "full_name": "a/b", "html_url": "https://github.com/a/b"]
        let incomplete: JSONValue = ["items": [["id": 1], repository], "incomplete_results": true]
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(["a"]))),
            stub(.get, repositorySearch, returning: .json(incomplete)),
        ])
        let arguments = ["search", "swift", "--timeout=9m"]
        let first = await seek(arguments, environment: environment, transport: transport) { start }
        #expect(
            first.messages == """
                seek: warning: GitHub: skipped 1 malformed result
                seek: warning: GitHub: the search timed out on the server; results are incomplete; \
                repeat it with --refresh

                """
        )
        let again = await seek(
            arguments + ["--refresh", "--budget=0"],
            environment: environment
        ) { start.addingTimeInterval(200) }
        #expect(again.status == .success, "\(again)")
        #expect(again.output == first.output, "\(again)")
        #expect(
            again.messages.contains(
                "seek: warning: YouTube: the budget of 0 calls is used up, and the command needs up to 2; "
                    + "its results are 3 min old\n"
            )
        )
    }

    @Test(
        "a full disk causes one warning; any other failure causes one for the cache and one for the index, even if repeated"
    )
    func fullDisk() async {
        let path = folder.url.path
        let fullDiskErrors: [any Error] = [CacheError.diskFull(path: path), IndexError.diskFull(path: "\(path)/index")]
        let busyErrors: [any Error] = [CacheError.busy(path: path), IndexError.busy(path: "\(path)/index")]
        for (failures, count) in [
            (fullDiskErrors, 1), (busyErrors, 2), (busyErrors + busyErrors, 2), (fullDiskErrors + busyErrors, 3),
        ] {
            let messages = RecordingOutput()
            let context = CommandContext(environment: environment, output: RecordingOutput(), messages: messages) {
                configuration in
                for failure in failures { configuration.client.onStoreFailure(failure) }
            }
            #expect(await SeekCommand.run(["cache", "stats"], context: context) == .success)
            #expect(messages.text.split(separator: "\n").count == count, "\(messages.text)")
        }
    }

    @Test("seek cache shows statistics and removes entries")
    func statsAndClean() async throws {
        _ = await seek("videos", "swift", environment: environment, transport: makeTransport())
        _ = await seek("videos", "cache", environment: environment, transport: makeTransport())
        let stats = await seek("cache", "stats", environment: environment)
        #expect(stats.output.hasPrefix("folder\t\(folder.url.path)\nentries\t2\nsize\t"))
        let table = await seek("cache", "stats", environment: environment, terminal: Terminal(columns: 80))
        #expect(table.output.contains("entries  2\n"))
        let json = await seek("cache", "stats", "--json", environment: environment)
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.output.utf8))
        #expect(value["entries"].integer == 2)
        #expect(value["expired"].integer == 0)

        let expired = await seek("cache", "clean", environment: environment)
        #expect(expired == Outcome(status: .success, output: "", messages: "seek: removed 0 of 2 entries, 0 B\n"))
        let bytes = try #require(value["bytes"].integer)
        let halved = await seek("cache", "clean", "--max-size", "\(bytes / 2 + 1)", "--json", environment: environment)
        #expect(halved.output.hasPrefix("{\"kept\":1,\"removed\":1,\"removedBytes\":"))
        let cleared = await seek("cache", "clean", "--all", environment: environment)
        #expect(cleared.messages.hasPrefix("seek: removed 1 of 1 entries, "))
        #expect(await seek("cache", "stats", environment: environment).output.contains("entries\t0\n"))
    }

    @Test("seek cache clean --all removes the index, corrupt files and all content")
    func cleanAll() async throws {
        let title = "a title no other user may read"
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos([title])))])
        _ = await seek("videos", "swift", environment: environment, transport: transport)
        try folder.write(title, to: "corrupt-1.sqlite")
        func filesWithTitle() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter { name in
                let content = FileManager.default.contents(atPath: folder.path(of: name))
                return content?.range(of: Data(title.utf8)) != nil
            }
        }
        #expect(try filesWithTitle().contains { $0.hasPrefix("index/") })
        let stats = await seek("cache", "stats", "--json", environment: environment)
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(stats.output.utf8))
        // The size on disk includes the index.
        #expect(try #require(value["diskBytes"].integer) > #require(value["bytes"].integer) + 50_000)
        #expect(await seek("cache", "clean", "--all", environment: environment).status == .success)
        #expect(try filesWithTitle() == [])
    }

    @Test("an unusable cache folder causes a warning in a search, and makes seek cache fail")
    func unusableFolder() async throws {
        let file = folder.url.appending(path: "file")
        try Data().write(to: file)
        var environment = environment
        environment["SEEK_CACHE_DIR"] = file.path
        let search = await seek("videos", "swift", environment: environment, transport: makeTransport())
        #expect(search.status == .success)
        #expect(search.output.hasPrefix("v0\t"))
        #expect(search.messages.hasPrefix("seek: warning: cache folder '\(file.path)' cannot be used"))
        #expect(search.messages.split(separator: "\n").count == 1)
        for command in ["stats", "clean"] {
            let outcome = await seek("cache", command, environment: environment)
            #expect(outcome.status == .failure)
            #expect(outcome.messages.contains("choose another folder"))
        }
    }

    @Test("is not used in a folder that other users can write to; a command that corrects the permissions is printed")
    func writableFolder() async throws {
        chmod(folder.url.path, 0o777)
        let search = await seek("videos", "swift", environment: environment, transport: makeTransport())
        #expect(search.status == .success)
        let path = folder.url.path
        #expect(
            search.messages == "seek: warning: cache is not used: '\(path)' can be written by other users; "
                + "run: chmod go-w '\(path)', or set SEEK_CACHE_DIR to another folder\n"
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
    }

    @Test("recovers from a corrupt file")
    func corruptFile() async throws {
        _ = await seek("videos", "swift", environment: environment, transport: makeTransport())
        let files = try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
        for file in files where file.pathExtension.hasPrefix("sqlite") {
            try Data(repeating: 0x55, count: 8_192).write(to: file)
        }
        let transport = makeTransport()
        let search = await seek("videos", "swift", "-v", environment: environment, transport: transport)
        #expect(search.status == .success)
        #expect(search.output.hasPrefix("v0\t"))
        #expect(search.messages == "seek: page 1: 1 video from network, cost 1 call\n")
        let again = await seek("videos", "swift", environment: environment, transport: transport)
        #expect(again.output == search.output)
        #expect(transport.received.count == 1)
    }

    @Test("seek cache fails without a folder")
    func withoutFolder() async {
        let withoutHome = await seek("cache", "stats", environment: [:])
        #expect(withoutHome.status == .failure)
        #expect(withoutHome.messages.contains("set SEEK_CACHE_DIR"))
    }

    @Test("seek cache clean rejects an invalid size")
    func invalidSize() async {
        let size = await seek("cache", "clean", "--max-size=much", environment: environment)
        #expect(size.status == .usage)
        #expect(size.messages.contains("500kB"))
    }

    @Test(
        "commands that remove what cannot be restored require yes on a terminal, unless they have --yes",
        arguments: [["cache", "clean", "--all"], ["saved", "remove", "walks"], ["alias", "delete", "mine"]]
    )
    func confirmation(command: [String]) async throws {
        let folder = try TemporaryFolder()
        let environment = [
            "SEEK_CACHE_DIR": folder.path(of: "cache"), "SEEK_STATE_DIR": folder.path(of: "state"),
            "SEEK_CONFIG": folder.path(of: "config"),
        ]
        func run(_ arguments: [String], typing line: String? = nil) async -> Outcome {
            let input = InputLines(line.map { [$0] } ?? [], isTerminal: line != nil)
            let isTerminal = line != nil
            return await runCommand(
                arguments,
                environment: environment,
                input: input,
                messagesGoToTerminal: isTerminal
            )
        }
        _ = await run(["saved", "add", "walks", "walk"])
        _ = await run(["alias", "set", "mine", "repos"])
        let refused = await run(command, typing: "no")
        #expect(refused.status.rawValue == 2, "\(refused)")
        #expect(refused.messages.contains("; type yes to continue\n"))
        #expect(refused.messages.hasSuffix("seek: cancelled\n"))
        #expect(await run(["saved", "show", "walks"]).status == .success)
        #expect(await run(["alias", "list"]).output.contains("mine"))
        #expect(await run(command, typing: "yes").status == .success)
        _ = await run(["saved", "add", "walks", "walk"])
        _ = await run(["alias", "set", "mine", "repos"])
        #expect(await run(command + ["--yes"], typing: "no").status == .success)
        _ = await run(["saved", "add", "walks", "walk"])
        _ = await run(["alias", "set", "mine", "repos"])
        #expect(await run(command).status == .success)
    }
}
