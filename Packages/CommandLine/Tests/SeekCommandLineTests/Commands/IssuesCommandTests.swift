import Foundation
import Seek
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

/// Uses the sample API, which rejects invalid requests as GitHub does.
@Suite("Searching for issues and pull requests")
struct IssuesCommandTests {
    private let folder: TemporaryFolder
    private let transport = StubTransport(strictness: .lenient)

    init() throws {
        folder = try TemporaryFolder()
        let api = try SampleAPI(folder: SampleAPI.sampleFolder())
        transport.stub(.any, "/{+path}", returning: .closure { api.response(to: $0) })
    }

    private func run(_ arguments: String..., token: String = "demo-token") async -> Outcome {
        await run(arguments, token: token)
    }

    private func run(_ arguments: [String], token: String = "demo-token") async -> Outcome {
        let environment = [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": token, "SEEK_CACHE_DIR": folder.url.path,
            "SEEK_STATE_DIR": folder.url.path,
        ]
        return await seek(arguments, environment: environment, transport: transport)
    }

    private func names(_ outcome: Outcome) -> [String] {
        outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test(
        "finds issues, pull requests or both",
        arguments: [
            (["issues", "crash"], ["octocat/Hello-World#19", "octocat/spork#3"]),
            (["issues", "crash", "--type", "issue"], ["octocat/Hello-World#19", "octocat/spork#3"]),
            (["prs", "crash"], ["octocat/Hello-World#20"]),
            (["issues", "crash", "--type=pr"], ["octocat/Hello-World#20"]),
            (["issues", "crash", "is:pr"], ["octocat/Hello-World#20"]),
            (["issues", "crash -is:issue"], ["octocat/Hello-World#20"]),
            (
                ["issues", "crash", "--type", "all", "--sort", "comments"],
                ["octocat/spork#3", "octocat/Hello-World#19", "octocat/Hello-World#20"]
            ),
            (
                ["issues", "crash", "--type", "all"],
                ["octocat/Hello-World#19", "octocat/Hello-World#20", "octocat/spork#3"]
            ),
            (["issues", "crash OR deadlock", "--repo", "octocat/spork", "--advanced"], ["octocat/spork#3"]),
            (
                ["issues", "crash", "--repo", "octocat/spork,octocat/Hello-World", "--sort=comments", "--advanced"],
                ["octocat/spork#3", "octocat/Hello-World#19"]
            ),
            (["prs", "crash OR (deadlock", "buffer)", "--owner=octocat", "--advanced"], ["octocat/Hello-World#20"]),
        ] as [([String], [String]?)]
    )
    func foundKinds(arguments: [String], expected: [String]?) async {
        let outcome = await run(arguments)
        #expect(outcome.status == .success, "\(outcome)")
        #expect(outcome.messages.isEmpty)
        if let expected { #expect(names(outcome) == expected) }
    }

    @Test(
        "rejects contradictory or invalid flags and qualifiers without sending a request",
        arguments: [
            ["prs", "crash", "is:issue"], ["issues", "is:issue is:pr"],
            ["issues", "crash", "is:pr", "--type", "issue"],
            ["issues", "x", "--search-type", "semantic", "--type", "all"], ["issues", "x", "--search-type", "psychic"],
            ["issues", "x", "--type", "commit"], ["prs", "x", "--search-type", "semantic"],
        ]
    )
    func contradictions(arguments: [String]) async {
        let outcome = await run(arguments)
        #expect(outcome.status == .usage, "\(outcome)")
        #expect(transport.received.isEmpty)
    }

    @Test("--all retains --advanced")
    func advancedWindows() async {
        let outcome = await run(
            ["issues", "deadlock OR crash", "--repo", "octocat/spork", "--advanced", "--all", "--since", "2015-01-01"]
        )
        #expect(outcome.status == .success, "\(outcome)")
        #expect(names(outcome) == ["octocat/spork#3"])
    }

    @Test(
        "text that GitHub takes for an unknown qualifier is reported before the call, with the quoted form to use",
        arguments: [
            (["issues", "error:timeout"], true), (["prs", "12:30", "--repo", "octocat/spork"], true),
            (["repos", "std::vector"], true), (["commits", "https://example.com"], true),
            (["code", "std::vector"], false),
        ]
    )
    func unknownQualifier(arguments: [String], isRejected: Bool) async {
        let outcome = await run(arguments)
        #expect(outcome.messages.contains("quotation marks: '\"\(arguments[1])\"'"), "\(outcome)")
        #expect(outcome.status == (isRejected ? .usage : .success))
        #expect(transport.received.isEmpty == isRejected)
        #expect(await run([arguments[0], "\"\(arguments[1])\""]).messages.contains("qualifier") == false)
    }

    @Test("no filter is taken for an unknown qualifier, or for one of another search")
    func filters() {
        let commands: [(Command, GitHubSearchKind)] = [
            (.repos, .repositories), (.issues, .issues), (.prs, .issues), (.users, .users), (.code, .code),
            (.commits, .commits), (.topics, .topics),
        ]
        for (command, kind) in commands {
            for option in command.options {
                let query = (option.qualifiers?("1") ?? []).reduce(GitHubQuery("x")) { $0.with($1) }
                #expect(query.diagnostics(for: kind).isEmpty, "\(command.name) \(option.name)")
                #expect(GitHubQuery(query.description).diagnostics(for: kind).isEmpty, "\(command.name) \(option.name)")
            }
        }
    }

    @Test("a merged pull request has the state merged, and an issue has no merge date")
    func mergedState() async {
        let merged = await run("prs", "hello", "--merged", "--json", "number,state,isDraft,mergedAt")
        #expect(
            merged.output.contains(
                #"{"isDraft":false,"mergedAt":"2025-02-01T10:00:00Z","number":17,"state":"merged"}"#
            ),
            "\(merged)"
        )
        #expect(!merged.output.contains("closed"))
        #expect(await run("prs", "hello", "--format", "csv").output.contains(",merged,"))
        let closed = await run("issues", "crash", "--state", "closed", "--json", "mergedAt,state")
        #expect(closed.output.contains(#"{"mergedAt":null,"state":"closed"}"#), "\(closed)")
    }

    @Test("--verbose reports the cost of each request, and the search type")
    func verboseCosts() async {
        let outcome = await run("issues", "crash", "--type", "all", "--verbose")
        let lines = outcome.messages.split(separator: "\n")
        #expect(
            lines == [
                "seek: page 1: 3 results from network, cost 2 calls",
                "seek: page 1, issues: from network, cost 1 call",
                "seek: page 1, pull requests: from network, cost 1 call",
            ]
        )
        let semantic = await run("issues", "deadlock", "--search-type", "hybrid", "--verbose")
        #expect(semantic.messages.hasSuffix("seek: page 1: hybrid search\n"))
    }

    @Test("reports a lexical fallback as a warning and in JSON")
    func lexicalFallback() async {
        let fields = "number,searchType,lexicalFallbackReasons"
        let semantic = await run("issues", "deadlock", "--search-type", "semantic", "--json", fields)
        #expect(semantic.output == #"[{"lexicalFallbackReasons":[],"number":101,"searchType":"semantic"}]"# + "\n")
        #expect(semantic.messages.isEmpty)
        let transport = StubTransport([
            stub(
                .get,
                "https://api.github.com/search/issues",
                returning: .json([
                    "items": [], "search_type": "lexical", "lexical_fallback_reason": ["service_unavailable"],
                ])
            )
        ])
        let fallback = await seek(
            ["issues", "deadlock", "--search-type", "hybrid"],
            environment: ["GH_TOKEN": "t"],
            transport: transport
        )
        #expect(
            fallback.messages.hasPrefix("seek: warning: GitHub matched by words instead of by meaning: "),
            "\(fallback)"
        )
    }

    @Test(
        "rejects a semantic search that GitHub would match by words, or reject, before sending a request",
        arguments: ["\"two readers\"", "crash OR deadlock", "(crash)", "is:open"]
    )
    func notSemantic(text: String) async {
        let outcome = await run("issues", text, "--search-type", "semantic")
        #expect(outcome.status == .usage)
        #expect(outcome.messages.contains("or use lexical search"), "\(outcome)")
        #expect(transport.received.isEmpty)
    }

    @Test("rejects a semantic search without a token before sending a request")
    func withoutToken() async {
        let outcome = await run("issues", "deadlock", "--search-type", "semantic", token: "")
        #expect(outcome.status == .unauthorized)
        #expect(outcome.messages.contains("GitHub needs a token"))
        #expect(transport.received.isEmpty)
    }

    @Test(
        "--dry-run counts one request per page of each kind, and a single one for a whole semantic search",
        arguments: [
            (["issues", "x", "-L120"], 2), (["issues", "x", "-L120", "--type", "all"], 4),
            (["issues", "x is:pr", "-L120", "--type", "all"], 2),
            (["prs", "x"], 1),
        ]
    )
    func dryRun(arguments: [String], calls: Int) async {
        let outcome = await run(arguments + ["--dry-run"])
        #expect(outcome.output == "GitHub\tsearch\t\(calls)\t0\t\t\n")
        let semantic = await run(["issues", "x", "-L120", "--search-type", "semantic", "--dry-run"])
        #expect(semantic.output == "GitHub\tsemantic_search\t1\t0\t\t\n")
        #expect(transport.received.isEmpty)
    }

    @Test("resumes a search for both kinds after the budget stopped it, and repeats no result")
    func resumedMerge() async throws {
        let url = "https://api.github.com/search/issues"
        let second = "\(url)?q=x%20is%3Aissue&sort=comments&page=2"
        let transport = StubTransport([
            stub(.get, "\(url)?q=x%20is%3Aissue", returning: Self.page([9, 6], next: second)),
            stub(.get, second, returning: Self.page([5])),
            stub(.get, "\(url)?q=x%20is%3Apull-request", returning: Self.page([8, 7, 1])),
        ])
        func run(_ flags: [String]) async -> Outcome {
            let arguments = ["issues", "x", "--type", "all", "--sort", "comments", "--template", "{{.commentCount}}"]
            return await seek(arguments + flags, environment: ["GH_TOKEN": "t"], transport: transport)
        }
        let first = await run(["--budget", "2"])
        #expect(first.output == "9\n8\n7\n6\n")
        let cursor = try #require(first.messages.firstMatch(of: /--from '([^']*)'/)).output.1
        let resumed = await run(["--from", String(cursor)])
        #expect(resumed.output == "5\n1\n", "\(first.messages)")
    }

    private static func page(_ commentCounts: [Int], next: String? = nil) -> StubResponse {
        let items = commentCounts.map { count -> JSONValue in
            let url = "https://github.com/a/b/issues/\(count)"
            return [
                "id": .number(Double(count)), "number": .number(Double(count)), "title": "t", "html_url": .string(url),
                "comments": .number(Double(count)),
            ]
        }
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[.link] = next.map { "<\($0)>; rel=\"next\"" }
        let body: JSONValue = ["items": .array(items), "total_count": 3]
        return .response(HTTPResponse(headerFields: fields, body: body.data))
    }

    @Test("--kinds, saved searches and --offline support pull requests")
    func otherCommands() async {
        let search = await run("search", "crash", "--kinds", "prs,issues", "--json", "kind", "--timeout", "1h")
        let json = search.output.filter { $0 != "\n" }
        #expect(json == #"{"failures":[],"results":[{"kind":"issue"},{"kind":"pull-request"},{"kind":"issue"}]}"#)
        #expect(await run("saved", "add", "crashes", "crash", "--scope", "prs").status == .success)
        let saved = await run("saved", "run", "crashes")
        #expect(saved.output.hasPrefix("new\tpull-request\t"), "\(saved)")
        #expect(await run("saved", "add", "x", "y", "--scope", "issues", "--sort", "stars").status == .usage)
        let offline = await run("search", "crash", "--offline", "--kinds", "prs")
        #expect(offline.output.hasPrefix("pull-request\t"), "\(offline)")
    }
}
