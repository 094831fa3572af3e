import Foundation
import Seek
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Searching both services")
struct FederatedCommandTests {
    private let environment = ["YOUTUBE_API_KEY": "k", "GH_TOKEN": "t"]
    private let repositories = StubResponse.json(file: "github/search_repositories")

    private func transport(videos: StubResponse, repositories: StubResponse) -> StubTransport {
        StubTransport([
            stub(.get, youTubeSearch, returning: videos), stub(.get, repositorySearch, returning: repositories),
        ])
    }

    private var videos: StubResponse { .json(SearchCommandTests.videos(["東京", "b"])) }

    @Test("writes merged results, as --why, --limit, --json and --verbose request")
    func mergedResults() async {
        let transport = transport(videos: videos, repositories: repositories)
        let outcome = await seek("search", "x", "--why", environment: environment, transport: transport)
        let lines = outcome.output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(outcome.status == .success, "\(outcome)")
        #expect(outcome.messages.isEmpty, "\(outcome)")
        #expect(Set(lines.map { $0[0] }) == ["video", "repository"])
        #expect(lines.allSatisfy { $0.count == 6 })
        #expect(lines[0][4].contains("#1 = "))
        let limited = await seek("search", "x", "-L1", environment: environment, transport: transport)
        #expect(limited.output.split(separator: "\n").count == 1)
        let json = await seek("search", "x", "--json", "kind,reasons", environment: environment, transport: transport)
        #expect(json.output.contains(#"{"failures":[],"results":[{"kind":"#))
        let verbose = await seek("search", "x", "-v", environment: environment, transport: transport)
        #expect(verbose.messages.contains("seek: YouTube: 2 results from network, cost 1 call\n"))
    }

    @Test("a failed source causes a warning, and the results of the other source are written")
    func failedSource() async {
        let partial = await seek(
            "search",
            "x",
            environment: ["GH_TOKEN": "t"],
            transport: transport(videos: videos, repositories: repositories)
        )
        #expect(partial.status == .success)
        #expect(partial.output.hasPrefix("repository\t"))
        #expect(partial.messages.hasPrefix("seek: warning: YouTube needs an API key"), "\(partial.messages)")
    }

    @Test("reports once what a source does not use, and sends no request if nothing of the text remains")
    func qualifiers() async {
        let transport = transport(videos: videos, repositories: repositories)
        func search(_ text: String) async -> Outcome {
            let kinds = "videos,channels,repositories"
            return await seek("search", text, "--kinds", kinds, environment: environment, transport: transport)
        }
        let outcome = await search("x language:swift")
        #expect(outcome.messages == "seek: YouTube, YouTube channels: searched without language:swift\n")
        #expect(transport.received.compactMap { $0.url.query() }.filter { $0.contains("language") }.count == 1)
        let count = transport.received.count
        let filtersOnly = await search("language:swift")
        #expect(filtersOnly.messages.contains("YouTube, YouTube channels: not searched, because nothing remains of "))
        #expect(transport.received.count == count + 1)
    }

    @Test("the warning about stale results mentions the budget that prevented the request")
    func staleBudget() async throws {
        let folder = try TemporaryFolder()
        var environment = environment
        environment["SEEK_CACHE_DIR"] = folder.url.path
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let transport = transport(videos: videos, repositories: repositories)
        func search(_ flags: [String], at date: Date) async -> Outcome {
            await seek(["search", "x"] + flags, environment: environment, transport: transport, now: { date })
        }
        _ = await search([], at: start)
        let outcome = await search(["--refresh", "--budget", "0"], at: start.addingTimeInterval(90))
        #expect(outcome.status == .success)
        #expect(
            outcome.messages.hasPrefix(
                "seek: warning: YouTube: the budget of 0 calls is used up, and the command needs up to 2; "
                    + "its results are 90 s old\n"
            ),
            "\(outcome)"
        )
    }

    @Test("succeeds with a message if there are no results")
    func noResults() async {
        let nothing = await seek(
            "search",
            "x",
            environment: environment,
            transport: transport(videos: .json(["items": []]), repositories: .json(["items": [], "total_count": 0]))
        )
        #expect(nothing == Outcome(status: .success, output: "", messages: "seek: no results for 'x'\n"))
    }

    @Test(
        "fails with and without --json if all sources fail or are rate limited",
        arguments: [
            [StubResponse.status(500), .status(500)], [.status(429), .status(429)],
            [.failure(.cannotConnect), .status(429)],
        ],
        [[], ["--json"]]
    )
    func allFail(responses: [StubResponse], flags: [String]) async {
        let transport = transport(videos: responses[0], repositories: responses[1])
        let outcome = await seek(["search", "x"] + flags, environment: environment, transport: transport)
        #expect(outcome.status == .failure)
        #expect(outcome.output.isEmpty == flags.isEmpty)
        #expect(outcome.messages.contains("seek: YouTube"), "\(outcome.messages)")
        #expect(outcome.messages.contains("seek: GitHub"), "\(outcome.messages)")
        #expect(!outcome.messages.contains("no results"))
        #expect(outcome.messages.split(separator: "\n").count == 2)
    }

    @Test(
        "--json contains the failed sources, even if all fail",
        arguments: [
            (StubResponse.status(429), "rate-limited"), (.status(500), "unavailable"),
            (.failure(.cannotConnect), "network"),
        ]
    )
    func failuresInJSON(response: StubResponse, kind: String) async {
        for allFail in [false, true] {
            let transport = transport(videos: allFail ? response : videos, repositories: response)
            let outcome = await seek(["search", "x", "--json=kind"], environment: environment, transport: transport)
            #expect(outcome.status == (allFail ? .failure : .success))
            #expect(outcome.output.hasPrefix(#"{"failures":[{"kind":"\#(kind)","message":""#), "\(outcome.output)")
            #expect(outcome.output.contains(#""source":"github"}"#))
            #expect(outcome.output.contains(#""results":[]"#) == allFail)
        }
    }

    @Test("names each failed source only once")
    func sourceNames() async {
        let transport = transport(videos: .failure(.cannotConnect), repositories: .status(429))
        let outcome = await seek("search", "x", environment: environment, transport: transport)
        #expect(
            outcome.messages == """
                seek: YouTube (www.googleapis.com): could not connect; check the network
                seek: GitHub: the rate limit is used up; wait a minute and try again

                """
        )
    }

    @Test("names the sources without results if another source fails")
    func nothingFromOneSource() async {
        let transport = transport(videos: .json(["items": []]), repositories: .status(429))
        let outcome = await seek("search", "x", environment: environment, transport: transport)
        #expect(outcome.status == .success)
        #expect(outcome.messages.hasPrefix("seek: no results for 'x' from YouTube\nseek: warning: GitHub: "))
    }

    @Test("prints the URL of a source's failed request only with --verbose")
    func partialFailure() async {
        let videos = SearchCommandTests.videos((0..<50).map { "t\($0)" }, next: "2")
        for (flags, isShown) in [([], false), (["--verbose"], true)] as [([String], Bool)] {
            let transport = StubTransport([
                stub(.get, youTubeSearch, returning: .json(videos)),
                stub(.get, "\(youTubeSearch)?pageToken=2", returning: .status(500)),
                stub(.get, repositorySearch, returning: repositories),
            ])
            let arguments = ["search", "x", "-L100"] + flags
            let outcome = await seek(arguments, environment: environment, transport: transport)
            #expect(outcome.status == .success)
            #expect(outcome.messages.contains("YouTube: only 50 results: YouTube"), "\(outcome.messages)")
            #expect(outcome.messages.contains("https://") == isShown, "\(outcome.messages)")
        }
    }

    @Test("--kinds and --weight select and order the results, and --dry-run counts the calls of all kinds")
    func kindsAndWeights() async {
        let transport = transport(videos: videos, repositories: repositories)
        let videosOnly = await seek("search", "x", "--kinds", "videos", environment: environment, transport: transport)
        #expect(videosOnly.status == .success)
        #expect(!videosOnly.output.contains("repository\t"))
        #expect(transport.received.count == 1)
        let weighted = await seek(
            ["search", "x", "--weight=github=3", "--timeout", "5s"],
            environment: environment,
            transport: transport
        )
        #expect(weighted.output.hasPrefix("repository\t"))
        let dryRun = await seek(["search", "x", "--dry-run", "-L60"], environment: environment)
        // The service, the quota, the needed calls, the cached responses, the calls left, and whether they suffice.
        #expect(dryRun.output == "YouTube\tyoutube.search\t2\t0\t100\tyes\nGitHub\tsearch\t1\t0\t\t\n")
        let allKinds = FederatedCommand.kinds.map(\.name).joined(separator: ",")
        let costly = await seek(["search", "x", "--dry-run", "-L150", "--kinds", allKinds], environment: environment)
        #expect(
            costly.output == "YouTube\tyoutube.search\t9\t0\t100\tyes\nGitHub\tsearch\t12\t0\t\t\n"
                + "GitHub\tcode_search\t2\t0\t\t\n"
        )
    }

    @Test(
        "rejects invalid kinds, weights and timeouts",
        arguments: [
            ["--kinds", "films"], ["--kinds", ","], ["--weight", "github"], ["--weight", "x=1"],
            ["--weight", "github=-1"], ["--timeout", "0s"], ["--timeout", "soon"],
        ]
    )
    func invalidFlags(arguments: [String]) async {
        let outcome = await seek(["search", "x"] + arguments, environment: environment)
        #expect(outcome.status == .usage)
        #expect(!outcome.messages.isEmpty)
    }

    @Test("--offline finds earlier results without a request, needs a folder and a text, and conflicts with --refresh")
    func offlineSearch() async throws {
        let folder = try TemporaryFolder()
        let environment = environment.merging(["SEEK_CACHE_DIR": folder.url.path]) { _, new in new }
        _ = await seek(
            "search",
            "x",
            environment: environment,
            transport: transport(videos: videos, repositories: repositories)
        )
        let unusedTransport = StubTransport()
        let hits = await seek("search", "東京", "--offline", environment: environment, transport: unusedTransport)
        #expect(hits.status == .success, "\(hits)")
        #expect(hits.output.hasPrefix("video\t東京\tChannel\t"), "\(hits)")
        let json = await seek(
            ["search", "東京", "--offline", "--json", "title"],
            environment: environment,
            transport: unusedTransport
        )
        #expect(json.output == #"{"failures":[],"results":[{"title":"東京"}]}"# + "\n")
        let repositoriesOnly = await seek(
            ["search", "東京", "--offline", "--kinds=repositories"],
            environment: environment,
            transport: unusedTransport
        )
        #expect(repositoriesOnly.output.isEmpty)
        #expect(repositoriesOnly.messages == "seek: no results for '東京' in the cache\n")
        let withoutFolder = await seek("search", "東京", "--offline", environment: [:], transport: unusedTransport)
        #expect(withoutFolder.status == .failure)
        #expect(withoutFolder.messages.hasPrefix("seek: "))
        let conflicting = await seek(
            "search",
            "x",
            "--offline",
            "--refresh",
            environment: environment,
            transport: unusedTransport
        )
        #expect(conflicting.status == .usage)
        #expect(unusedTransport.received.isEmpty)
        for text in ["", "  "] {
            let empty = await seek("search", text, "--offline", environment: environment, transport: unusedTransport)
            #expect(empty.status == .usage)
            #expect(empty.messages.hasPrefix("seek: the search text is empty"))
        }
    }

    @Test(
        "--offline warns that operators have no effect, but not about quotation marks and hyphens in words",
        arguments: [("a -b", true), ("a OR b", true), ("a|b", true), ("\"a b\"", false), ("a-b", false)]
    )
    func offlineOperators(text: String, hasOperator: Bool) async throws {
        let folder = try TemporaryFolder()
        let outcome = await seek("search", text, "--offline", environment: ["SEEK_CACHE_DIR": folder.url.path])
        #expect(outcome.messages.contains("warning: --offline has no operators") == hasOperator, "\(outcome)")
    }

    @Test("--offline finds the stored results of several commands, separately for each kind")
    func offlineKinds() async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let environment = TestServer.environment(server, folder)
        func run(_ arguments: String...) async -> Outcome {
            let outcome = await runCommand(arguments, environment: environment)
            #expect(outcome.status == .success, "\(arguments): \(outcome.messages)")
            return outcome
        }
        let id = try #require(await run("videos", "swift", "-L1").output.split(separator: "\t").first)
        let video = await run("video", String(id), "--json", "description,tags,title,url")
        for arguments in [
            ["channels", "swift"], ["playlists", "swift"], ["repos", "swift"], ["issues", "greet"], ["users", "octo"],
            ["code", "greeting"], ["user", "octocat"], ["search", "tetris", "--kinds", "videos,repositories,issues"],
        ] {
            let outcome = await runCommand(arguments, environment: environment)
            #expect(outcome.status == .success, "\(arguments): \(outcome.messages)")
            #expect(!outcome.output.isEmpty, "\(arguments): \(outcome.messages)")
        }
        let calls = server.received.count
        for (text, kind, name) in [
            ("swift", "videos", "video"), ("swift", "channels", "channel"), ("swift", "playlists", "playlist"),
            ("swift", "repositories", "repository"), ("greet", "issues", "issue"), ("octocat", "users", "user"),
            ("greeting", "code", "code"), ("octocat", "repositories", "repository"),
        ] {
            let lines = await run("search", text, "--offline", "--kinds", kind).output.split(separator: "\n")
            #expect(!lines.isEmpty, "\(text) \(kind)")
            #expect(lines.allSatisfy { $0.hasPrefix("\(name)\t") }, "\(text) \(kind)")
        }
        // The video is found once, with the stored details.
        let details = try JSONDecoder().decode([JSONValue].self, from: Data(video.output.utf8))[0]
        let title = try #require(details["title"].string)
        let json = await run("search", title, "--offline", "--kinds", "videos", "--json", "text,url")
        let hits =
            try JSONDecoder().decode(JSONValue.self, from: Data(json.output.utf8))["results"].array?
            .filter { $0["url"] == details["url"] } ?? []
        #expect(hits.map { $0["text"] } == [details["description"]])
        #expect(server.received.count == calls)
    }
}
