import Foundation
import Seek
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Flags of searches")
struct SearchFlagsTests {
    private let environment = ["YOUTUBE_API_KEY": "k", "GH_TOKEN": "t"]

    private func many(_ count: Int, next: String? = nil) -> JSONValue {
        SearchCommandTests.videos((0..<count).map { "t\($0)" }, next: next)
    }

    @Test("converts filters to query parameters and qualifiers")
    func filters() async throws {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(many(1))),
            stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
            stub(.get, "https://api.github.com/search/issues", returning: .json(file: "github/search_issues")),
            stub(.get, "https://api.github.com/search/users", returning: .json(file: "github/search_users")),
            stub(.get, "https://api.github.com/search/code", returning: .json(file: "github/search_code")),
            stub(.get, userRepositories("octocat"), returning: .json(file: "github/user_repos")),
        ])
        func query(_ arguments: String...) async throws -> [String] {
            let outcome = await seek("", arguments, environment: environment, transport: transport)
            #expect(outcome.status == .success, "\(outcome)")
            return (transport.received.last?.url.query() ?? "").split(separator: "&").map(String.init)
        }
        let video = try await query(
            "videos",
            "x",
            "--order=date",
            "--after",
            "2026-01-01",
            "--before=2026-02-01T00:00:00Z",
            "--region",
            "JP",
            "--language=ja",
            "--channel",
            "UC0123456789abcdefghij_-",
            "--duration=long",
            "--definition",
            "high",
            "--safe-search=strict"
        )
        for item in [
            "order=date", "publishedAfter=2026-01-01T00%3A00%3A00Z", "publishedBefore=2026-02-01T00%3A00%3A00Z",
            "regionCode=JP",
            "relevanceLanguage=ja", "channelId=UC0123456789abcdefghij_-", "videoDuration=long", "videoDefinition=high",
            "safeSearch=strict",
            "type=video",
        ] { #expect(video.contains(item), "\(item) in \(video)") }
        #expect(try await query("channels", "x").contains("type=channel"))
        #expect(try await query("playlists", "x").contains("type=playlist"))
        let repos = try await query("repos", "x", "--language", "swift", "--sort=stars", "--order", "asc")
        #expect(Set(repos).isSuperset(of: ["q=x%20language%3Aswift", "sort=stars", "order=asc", "per_page=100"]))
        let issues = try await query("issues", "x", "--repo=a/b", "--state", "open", "--sort", "comments")
        #expect(Set(issues).isSuperset(of: ["q=x%20repo%3Aa%2Fb%20state%3Aopen%20is%3Aissue", "sort=comments"]))
        #expect(Set(try await query("users", "x", "--sort", "followers")).contains("sort=followers"))
        #expect(Set(try await query("code", "x", "--language=swift")).contains("q=x%20language%3Aswift"))
        let user = try await query("user", "octocat", "--sort", "pushed", "--order", "desc")
        #expect(Set(user).isSuperset(of: ["sort=pushed", "direction=desc"]))
    }

    @Test("--dry-run estimates the cost without sending a request")
    func dryRun() async {
        let transport = StubTransport()
        let videos = await seek("videos", "x", "--dry-run", "-L120", environment: environment, transport: transport)
        #expect(
            videos.output == "calls\t3\npages from cache\t0\nleft today\t100\naffordable\tyes\n"
                && videos.status == .success,
            "\(videos)"
        )
        let budget = await seek(
            "videos",
            ["x", "--dry-run", "-L120", "--budget=2"],
            environment: environment,
            transport: transport
        )
        #expect(budget.output.hasSuffix("budget left\t2\naffordable\tno\n"))
        let repos = await seek("repos", "x", "--dry-run", "-L120", environment: environment, transport: transport)
        #expect(repos.output == "calls at most\t2\n")
        let video = await seek("video", "a", "b", "--dry-run", environment: environment, transport: transport)
        #expect(video.output == "units at most\t1\n")
        #expect(transport.received.isEmpty)
        let refused = await seek("videos", "x", "--dry-run", environment: [:], transport: transport)
        #expect(refused.status == .unauthorized)
        let terminal = await seek(
            "videos",
            ["x", "--dry-run"],
            environment: environment,
            terminal: Terminal(columns: 40),
            transport: transport
        )
        #expect(terminal.output.hasPrefix("calls             1\npages from cache  0\n"))
    }

    @Test("--budget stops a search, and prints how to resume it")
    func budget() async {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(many(50, next: "CAUQAA"))),
            stub(.get, "\(youTubeSearch)?pageToken=CAUQAA", returning: .json(many(10))),
        ])
        let outcome = await seek(
            "videos",
            ["x", "-L100", "--budget", "1"],
            environment: environment,
            transport: transport
        )
        #expect(outcome.status == .failure && outcome.output.split(separator: "\n").count == 50)
        #expect(
            outcome.messages.hasSuffix("; stopped after 50 videos; continue with --from 'CAUQAA'\n"),
            "\(outcome.messages)"
        )
        #expect(transport.received.count == 1)
        let rest = await seek(
            "videos",
            ["x", "-L100", "--from", "CAUQAA"],
            environment: environment,
            transport: transport
        )
        #expect(rest.status == .success && rest.output.split(separator: "\n").count == 10)
        #expect(transport.received.last?.url.query()?.contains("pageToken=CAUQAA") == true)
    }

    @Test("--template and --json have the same fields")
    func output() async {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(many(2)))])
        func run(_ arguments: String...) async -> Outcome {
            await seek("videos", ["x"] + arguments, environment: environment, transport: transport)
        }
        #expect(
            await run("-t", "{{.title}} {{.url}}").output
                == "t0 https://www.youtube.com/watch?v=v0\nt1 https://www.youtube.com/watch?v=v1\n"
        )
        let both = await run("--json", "title", "--template", "{{range .}}{{.title}}{{\"\\n\"}}{{end}}")
        #expect(both.output == "t0\nt1\n")
        let unknown = await run("--json", "title", "--template", "{{.url}}")
        #expect(unknown.status == .usage && unknown.messages.contains("unknown field 'url'; valid: title"))
    }

    @Test("errors contain the flags instead of the API's parameters")
    func flagNames() async {
        let outcome = await seek("videos", "x", "--after", "2200-01-01", environment: environment)
        #expect(outcome.status == .usage)
        #expect(
            outcome.messages == "seek: --after is in the future, so nothing can match; use an earlier date\n",
            "\(outcome.messages)"
        )
    }

    @Test("a rejected cursor is attributed to --from")
    func rejectedCursor() async {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .status(400))])
        let outcome = await seek("videos", "x", "--from", "bad", environment: environment, transport: transport)
        #expect(outcome.status == .failure)
        #expect(outcome.messages.contains("check --from"), "\(outcome.messages)")
    }

    @Test("shows progress on one line, and erases it afterwards")
    func progress() async {
        let messages = RecordingOutput()
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(many(50, next: "2"))),
            stub(.get, "\(youTubeSearch)?pageToken=2", returning: .json(many(50))),
        ])
        let whole = "\r\u{1B}[Kseek: 50 of 100 videos, page 1 \r\u{1B}[K"
        // A line that wraps could not be erased.
        let cut = "\r\u{1B}[Kseek: 50 of 100 vid\r\u{1B}[K"
        for (term, columns, shown) in [("xterm", nil, whole), ("xterm", 20, cut), ("dumb", nil, "")] {
            let before = messages.text.count
            let context = CommandContext(
                environment: ["YOUTUBE_API_KEY": "k", "TERM": term],
                output: RecordingOutput(),
                messages: messages,
                terminal: columns.map { Terminal(columns: $0) },
                messagesGoToTerminal: true
            ) { $0.client.transport = transport }
            #expect(await SeekCommand.run(["videos", "x", "-L100"], context: context) == .success)
            let text = messages.text.dropFirst(before)
            #expect(text == shown)
        }
    }
}
