import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

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

    @Test("issues and pull requests of the sample API", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let transcript = """
        # --all retains --advanced
        ANY * -> sample
        $ seek issues deadlock OR crash --repo octocat/spork --advanced --all --since 2015-01-01 --columns number
        3
        ! seek: about 1 result from 2015-01-01 to 2026-09-21: 1 time window, about 1 call

        # a merged pull request has the state merged, and an issue has no merge date
        ANY * -> sample
        $ seek prs hello --merged --json number,state,isDraft,mergedAt
        [{"isDraft":false,"mergedAt":"2025-02-10T09:29:00Z","number":20,"state":"merged"},{"isDraft":false,"mergedAt":"2025-02-01T10:00:00Z","number":17,"state":"merged"}]
        $ seek prs hello --merged --format csv --columns number,state
        number,state
        20,merged
        17,merged
        $ seek issues crash --state closed --json mergedAt,state -L1
        [{"mergedAt":null,"state":"closed"}]

        # --verbose reports the cost of each request, and the search type
        ANY * -> sample
        $ seek issues crash --type all --verbose --columns number
        19
        20
        3
        ! seek: page 1: 3 results from network, cost 2 calls
        ! seek: page 1, issues: from network, cost 1 call
        ! seek: page 1, pull requests: from network, cost 1 call
        $ seek issues deadlock --search-type hybrid --verbose --columns number
        101
        ! seek: page 1: 1 issue from network, cost 1 call
        ! seek: page 1: hybrid search

        # a search that GitHub matched by words instead of by meaning is reported in a warning and in JSON
        ANY * -> sample
        GET github/search/issues?q=other -> {"items": [], "search_type": "lexical", "lexical_fallback_reason": ["service_unavailable"]}
        $ seek issues deadlock --search-type semantic --json number,searchType,lexicalFallbackReasons
        [{"lexicalFallbackReasons":[],"number":101,"searchType":"semantic"}]
        $ seek issues other --search-type hybrid
        swiftlet-works/swift-feather#101\tDeadlock while two readers share a buffer\topen\tnight-owl-dev\t23\t2024-09-20T13:44:25Z\thttps://github.com/swiftlet-works/swift-feather/issues/101

        # a semantic search that GitHub would match by words or reject is rejected before a request is sent
        $ seek issues '"two readers"' --search-type semantic
        > nothing
        2! seek: a semantic search cannot match text in quotation marks; remove them, or use lexical search
        $ seek issues 'crash OR deadlock' --search-type semantic
        2! seek: a semantic search has no operators (AND, OR, NOT); remove them, or use lexical search
        $ seek issues '(crash)' --search-type semantic
        2! seek: a semantic search has no parentheses; remove them, or use lexical search
        $ seek issues is:open --search-type semantic
        2! seek: a semantic search needs words, and the search has only qualifiers; add words, or use lexical search
        $ GH_TOKEN= seek issues deadlock --search-type semantic
        4! seek: GitHub needs a token; create one at https://github.com/settings/tokens; set GH_TOKEN, or run: seek auth login github

        # --dry-run counts one request per page of each kind, and a single one for a whole semantic search
        $ seek issues x -L120 --dry-run
        > nothing
        GitHub\tsearch\t2\t0\t\t
        $ seek issues x -L120 --type all --dry-run
        GitHub\tsearch\t4\t0\t\t
        $ seek issues 'x is:pr' -L120 --type all --dry-run
        GitHub\tsearch\t2\t0\t\t
        $ seek prs x --dry-run
        GitHub\tsearch\t1\t0\t\t
        $ seek issues x -L120 --search-type semantic --dry-run
        GitHub\tsemantic_search\t1\t0\t\t

        # --kinds, saved searches and --offline support pull requests
        ANY * -> sample
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek search crash --kinds prs,issues --json kind --timeout 1h
        {"failures":[],"results":[{"kind":"issue"},{"kind":"pull-request"},{"kind":"issue"}]}
        $ seek saved add crashes crash --kinds prs
        $ seek saved run crashes --columns change,kind
        new\tpull-request
        $ seek saved add x y --kinds issues --sort stars
        2! seek: --sort has no effect on issues; remove it, or choose other --kinds
        $ seek search crash --offline --kinds prs --columns kind
        pull-request
        """

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
}
