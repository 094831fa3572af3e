import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

/// The stub contains 1,500 repositories, one created per hour from 2026-01-01, and like GitHub returns at most 1,000
/// results of a search.
@Suite("--all")
struct ExhaustiveSearchTests {
    private let folder: TemporaryFolder
    private let transport = StubTransport(strictness: .lenient)

    init() throws {
        folder = try TemporaryFolder()
        transport.stub(.any, "/{+path}", returning: .closure { Self.response(to: $0) })
    }

    private static let repositoryCount = 1_500
    /// The creation time of the first repository, in seconds since 1970.
    private static let start = 1_767_225_600.0

    private static func response(to request: HTTPRequest) -> HTTPResponse {
        let items = QueryParameters(of: request.url).items
        func value(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
        let bounds = (value("q").firstMatch(of: /created:(\S+)\.\.(\S+)/)?.output).map { [$0.1, $0.2] } ?? []
        let seconds = bounds.compactMap { RFC3339.date(String($0))?.timeIntervalSince1970 }
        let matches = (0..<repositoryCount).filter { index in
            let time = start + Double(index) * 3_600
            return seconds.count != 2 || (seconds[0]...seconds[1]).contains(time)
        }
        let page = Int(value("page")) ?? 1
        let shown = matches.prefix(1_000).dropFirst((page - 1) * 100).prefix(100)
        var fields: HTTPFields = [.contentType: "application/json"]
        if page * 100 < min(matches.count, 1_000) {
            let parameters = items.filter { $0.name != "page" } + [.init(name: "page", value: "\(page + 1)")]
            let url = "https://api.github.com\(request.url.path())?\(QueryParameters(parameters).encoded)"
            fields[.link] = "<\(url)>; rel=\"next\""
        }
        let body: JSONValue = [
            "total_count": .number(Double(matches.count)),
            "items": .array(
                shown.map { index in
                    [
                        "id": .number(Double(index + 1)), "name": .string("r\(index)"),
                        "owner": ["login": "a"], "number": .number(Double(index + 1)), "title": "t",
                        "html_url": .string("https://github.com/a/r\(index)"),
                    ]
                }
            ),
        ]
        return HTTPResponse(headerFields: fields, body: body.data)
    }

    private static let now = Date(timeIntervalSince1970: start + 99.5 * 86_400)

    private var environment: [String: String] {
        ["GH_TOKEN": "t", "SEEK_STATE_DIR": folder.url.path, "SEEK_CACHE_DIR": folder.path(of: "cache")]
    }

    private func run(_ arguments: String...) async -> Outcome {
        await seek(["repos"] + arguments, environment: environment, transport: transport, now: { Self.now })
    }

    private func names(_ outcome: Outcome) -> [String] {
        outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test("the span of time and details", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let transcript = """
        # --after and --before include the given days, months and times with and without --all
        GET youtube/search -> videos a total=1
        $ seek videos x --after 2026-01-31 --before 2026-01-31
        > youtube/search publishedAfter=2026-01-31T00:00:00Z publishedBefore=2026-01-31T23:59:59Z
        $ seek videos x --after 2026-01-31 --before 2026-01-31 --all
        > youtube/search publishedAfter=2026-01-31T00:00:00Z publishedBefore=2026-01-31T23:59:59Z
        $ seek videos x --since 2024 --until 2026-02
        > youtube/search publishedAfter=2024-01-01T00:00:00Z publishedBefore=2026-02-28T23:59:59Z
        $ seek videos x --since 2024 --until 2026-02 --all
        > youtube/search publishedAfter=2024-01-01T00:00:00Z publishedBefore=2026-02-28T23:59:59Z
        $ seek videos x --before 2026-01-31T12:00:00Z --all
        > youtube/search publishedBefore=2026-01-31T12:00:00Z

        # --dry-run suggests a budget that also covers the details and the lookup of a channel's handle
        $ seek videos x --channel @slowswift --details --all --dry-run
        > nothing
        YouTube\tyoutube.search\t\t0\t100\t
        YouTube\tyoutube.units\t1\t0\t10000\tyes
        YouTube\tyoutube.stats\t\t0\t10000\t
        ! seek: the cost is unknown until the first page is fetched; to fetch it alone, replace --dry-run with --budget 3

        # --dry-run includes the cost of the details that cached results lack
        GET youtube/search -> videos *50 next=CAUQAA total=120
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek videos x --all --details --budget 1 --columns id
        v0
        ... 48 lines
        v49
        ! seek: about 120 results from 2005-04-23 to 2026-09-21: 1 time window, about 3 calls, 99 left today
        ! seek: no details: YouTube: the budget of 1 call is used up; allow more with --budget
        1! seek: YouTube: the budget of 1 call is used up; allow more with --budget; stopped after 50 videos; continue with the same command and --from 1b033311fa771fc7
        $ seek videos x --all --details --dry-run
        > nothing
        YouTube\tyoutube.search\t2\t1\t99\tyes
        YouTube\tyoutube.stats\t3\t0\t10000\tyes
        ! seek: about 120 results from 2005-04-23 to 2026-09-21: 1 time window, about 3 calls

        # details are fetched before the next page, whether or not the format is printed page by page
        GET youtube/search -> videos a b next=CAUQAA total=120
        GET youtube/videos:batchGetStats -> {"items": [{"id": "v0", "contentDetails": {"duration": "PT7S"}}]}
        $ seek videos x --all --details --budget 2 --columns id,duration
        v0\t7
        v1\t
        ! seek: about 120 results from 2005-04-23 to 2026-09-21: 1 time window, about 3 calls, 99 left today
        1! seek: YouTube: the budget of 2 calls is used up; allow more with --budget; stopped after 2 videos; continue with the same command and --from 1b033311fa771fc7
        $ seek videos x --all --details --budget 2 --columns id,duration --format json
        [{"duration":7,"id":"v0"},{"duration":null,"id":"v1"}]
        ! seek: about 120 results from 2005-04-23 to 2026-09-21: 1 time window, about 3 calls, 98 left today
        1! seek: YouTube: the budget of 2 calls is used up; allow more with --budget; stopped after 2 videos; continue with the same command and --from 1b033311fa771fc7

        # an empty span of time is rejected
        $ seek repos x --all --since 2026-02-01 --until 2026-01-01
        > nothing
        2! seek: --since must be earlier than --until; change one of them
        $ seek repos x --all --since 2026-02 --until 2026-01
        2! seek: --since must be earlier than --until; change one of them
        """

    @Test("finds every result exactly once, and first prints the estimated cost")
    func allResults() async {
        let outcome = await run("x", "--all", "--since", "2026-01-01")
        #expect(outcome.status == .success)
        #expect(Set(names(outcome)).count == Self.repositoryCount)
        #expect(names(outcome).count == Self.repositoryCount)
        #expect(
            outcome.messages.hasPrefix(
                "seek: about 1,500 results from 2026-01-01 to 2026-04-10: 3 time windows, about 16 calls\n"
            ),
            "\(outcome.messages)"
        )
    }

    @Test("--since and --until limit the time of creation, and include the given days")
    func sinceAndUntil() async {
        let outcome = await run("x", "--all", "--since", "2026-01-02", "--until", "2026-01-03")
        #expect(names(outcome) == (24...71).map { "a/r\($0)" })
    }

    @Test("an early --since is replaced with the date of GitHub's first results")
    func earlyStart() async {
        let outcome = await run("x", "--all", "--since", "99999w", "--until", "2026-01-03")
        #expect(
            outcome.messages.hasPrefix("seek: about 72 results from 2007-10-20 to 2026-01-03: "),
            "\(outcome.messages)"
        )
    }

    /// Returns a context with the given transport and the date of the tests.
    private func context(
        output: RecordingOutput,
        messages: RecordingOutput = RecordingOutput(),
        terminal: Terminal? = nil,
        transport: StubTransport
    ) -> CommandContext {
        CommandContext(
            environment: environment,
            output: output,
            messages: messages,
            terminal: terminal,
            messagesGoToTerminal: terminal != nil
        ) {
            $0.client.transport = transport
            $0.client.now = { Self.now }
            $0.client.timeout = .seconds(600)
        }
    }

    /// Runs a search with `--all`, and returns how many lines were written before each request.
    private func linesBeforeRequests(_ flags: [String], output: RecordingOutput) async -> [Int] {
        let counts = Mutex<[Int]>([])
        let transport = StubTransport(strictness: .lenient)
        transport.stub(
            .any,
            "/{+path}",
            returning: .closure {
                let lines = output.text.split(separator: "\n").count
                counts.withLock { $0.append(lines) }
                return Self.response(to: $0)
            }
        )
        let context = context(output: output, transport: transport)
        _ = await SeekCommand.run(["repos", "x", "--all", "--since", "2026-01-01"] + flags, context: context)
        return counts.withLock { $0 }
    }

    @Test(
        "prints each page as it arrives if the lines of the format are independent",
        arguments: [([], 0), (["--format", "tsv"], 0), (["--format", "csv"], 1), (["--format", "ndjson"], 0)]
    )
    func pageByPage(flags: [String], headerLines: Int) async {
        let output = RecordingOutput()
        let counts = await linesBeforeRequests(flags, output: output)
        #expect(counts.count > 10)
        #expect(counts.first == 0)
        // Some pages add no lines, because an earlier window contained their results.
        #expect(Set(counts).count > 10, "\(counts)")
        #expect(counts == counts.sorted())
        #expect(output.text.split(separator: "\n").count == Self.repositoryCount + headerLines)
    }

    @Test(
        "prints all results at the end as JSON, as Markdown, in a table and with a template",
        arguments: [["--json"], ["--format", "markdown"], ["--format", "table"], ["-t", "{{.name}}"]]
    )
    func documentsAtEnd(flags: [String]) async {
        let output = RecordingOutput()
        let counts = await linesBeforeRequests(flags, output: output)
        #expect(counts.allSatisfy { $0 == 0 }, "\(counts)")
        #expect(output.text.contains("r\(Self.repositoryCount - 1)"))
    }

    @Test("sends no more requests when the reader has closed the output")
    func closedOutput() async {
        let messages = RecordingOutput()
        let output = RecordingOutput(failing: .closed)
        let context = context(output: output, messages: messages, transport: transport)
        let status = await SeekCommand.run(["repos", "x", "--all", "--since", "2026-01-01"], context: context)
        #expect(status == .success)
        #expect(transport.received.count == 1)
        #expect(messages.text.split(separator: "\n").count == 1, "\(messages.text)")
    }

    @Test("shows progress with the estimated totals, and erases it before data on the same terminal")
    func progressTotals() async {
        let terminal = RecordingOutput()
        let context = context(
            output: terminal,
            messages: terminal,
            terminal: Terminal(columns: 100),
            transport: transport
        )
        let arguments = ["repos", "x", "--all", "--since", "2026-01-01", "--format", "ndjson", "--columns", "name"]
        #expect(await SeekCommand.run(arguments, context: context) == .success)
        let erase = "\r\u{1B}[K"
        #expect(terminal.text.contains("\(erase)seek: 100 of 1,500 repositories, page 1 of about 16 \(erase)seek: "))
        // Page 2 adds no repositories: its results were on page 1.
        #expect(
            terminal.text.contains("\(erase)seek: 200 of 1,500 repositories, page 3 of about 16 \(erase){\"name\":")
        )
        #expect(!terminal.text.contains(" {\"name\""))
    }

    @Test("shows the estimated number of pages, not of calls, if each page needs several calls")
    func progressOfSeveralCalls() async {
        let terminal = RecordingOutput()
        let context = context(
            output: RecordingOutput(),
            messages: terminal,
            terminal: Terminal(columns: 100),
            transport: transport
        )
        let arguments = ["issues", "x", "--type", "all", "--all", "--since", "2026-01-01", "--format", "ndjson"]
        #expect(await SeekCommand.run(arguments, context: context) == .success)
        #expect(terminal.text.contains("seek: 100 of 3,000 results, page 1 of about 31 "), "\(terminal.text)")
    }

    @Test("--dry-run prints the plan and its cost once the first page is in the cache")
    func dryRun() async {
        let arguments = ["repos", "x", "--all", "--since", "2026-01-01"]
        func run(_ flags: String...) async -> Outcome {
            await seek(arguments + flags, environment: environment, transport: transport, now: { Self.now })
        }
        let beforeFirstPage = await run("--dry-run")
        #expect(beforeFirstPage.status == .success)
        // The service, the quota, the calls, the cached responses, the calls left, and whether they are affordable.
        #expect(beforeFirstPage.output == "GitHub\tsearch\t\t0\t\t\n")
        #expect(
            beforeFirstPage.messages
                == "seek: the cost is unknown until the first page is fetched; to fetch it alone, replace "
                + "--dry-run with --budget 1\n"
        )
        #expect(transport.received.isEmpty)
        _ = await run("--budget", "1")
        let afterFirstPage = await run("--dry-run", "--budget", "5")
        #expect(afterFirstPage.output == "GitHub\tsearch\t15\t1\t\tno\n")
        #expect(
            afterFirstPage.messages
                == "seek: about 1,500 results from 2026-01-01 to 2026-04-10: 3 time windows, about 16 calls\n"
        )
        #expect(transport.received.count == 1)
        _ = await run()
        let count = transport.received.count
        let free = await run("--dry-run", "--json")
        #expect(free.output.contains("\"affordable\":true,"), "\(free)")
        #expect(free.output.contains("\"calls\":0,"))
        #expect(transport.received.count == count)
    }

    @Test("--dry-run reports a resumed search as not affordable if fewer calls are left than time windows")
    func dryRunOfResumedSearch() async throws {
        let first = await run("x", "--all", "--since", "2026-01-01", "--budget", "4")
        let id = String(try #require(first.messages.firstMatch(of: /--from (\w+)/)).output.1)
        for (budget, affordable) in [("2", "no"), ("3", "")] {
            let flags = ["--all", "--since", "2026-01-01", "--from", id, "--dry-run", "--budget", budget]
            let outcome = await seek(
                ["repos", "x"] + flags,
                environment: environment,
                transport: transport,
                now: { Self.now }
            )
            #expect(outcome.messages == "seek: 3 time windows left, each at least one call\n")
            #expect(outcome.output == "GitHub\tsearch\t\t0\t\t\(affordable)\n")
        }
    }

    @Test("the ID of a stopped search is rejected without --all")
    func idWithoutAll() async throws {
        let stopped = await run("x", "--all", "--budget", "2")
        let id = try #require(stopped.messages.firstMatch(of: /--from (\w+)/), "\(stopped.messages)").output.1
        let count = transport.received.count
        let outcome = await run("x", "--from", String(id))
        #expect(outcome.status == .usage)
        #expect(outcome.messages == "seek: --from \(id) resumes a search with --all; add --all\n")
        #expect(transport.received.count == count)
    }

    @Test("a repeated search is served from the cache")
    func repeatedSearch() async {
        let first = await run("x", "--all")
        let count = transport.received.count
        let second = await seek(
            ["repos", "x", "--all"],
            environment: environment,
            transport: transport,
            now: { Self.now + 60 }
        )
        #expect(second.output == first.output)
        #expect(transport.received.count == count)
    }

    @Test(
        "a stopped search is stored privately, can be resumed only once and with the same text, and repeats no results"
    )
    func resumedSearch() async throws {
        let first = await run("x", "--all", "--since", "2026-01-01", "--budget", "4")
        #expect(first.status == .failure)
        let id = try #require(first.messages.firstMatch(of: /continue with the same command and --from (\w+)/)).output.1
        let file = folder.path(of: "search-\(id).json")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let resumed = await run("x", "--all", "--since", "2026-01-01", "--from", String(id))
        #expect(resumed.status == .success, "\(resumed.messages)")
        #expect(!names(first).isEmpty)
        #expect(Set(names(first)).isDisjoint(with: names(resumed)))
        #expect(names(first).count + names(resumed).count == Self.repositoryCount)
        #expect(!FileManager.default.fileExists(atPath: file))
        let used = await run("x", "--all", "--since", "2026-01-01", "--from", String(id))
        #expect(used.messages == "seek: no search with the ID \(id) can be resumed; omit --from to start it again\n")
        let otherSearch = await run("y", "--all", "--since", "2026-01-01", "--from", String(id))
        #expect(otherSearch.messages.contains("--from \(id) is not the ID of this search"))
    }
}
