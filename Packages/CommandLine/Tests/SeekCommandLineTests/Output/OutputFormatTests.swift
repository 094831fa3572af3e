import Foundation
import Seek
import SeekBasics
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Output formats")
struct OutputFormatTests {
    private static let title = #"a, "b" | [c] * d"#

    private static func run(
        _ flags: [String],
        titles: [String] = [title, "second"],
        columns: Int? = nil,
        environment: [String: String] = [:]
    ) async -> Outcome {
        await seek(
            "videos",
            ["x"] + flags,
            environment: ["YOUTUBE_API_KEY": "k", "NO_COLOR": "1", "PATH": "/usr/bin:/bin"].merging(environment) { $1 },
            terminal: columns.map { Terminal(columns: $0) },
            transport: StubTransport([
                stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(titles)))
            ]),
            now: { Date(timeIntervalSince1970: 1_800_000_000) }
        )
    }

    /// The CSV headers and the field names of each kind of result.
    static let headers: [(headers: [String], fields: [String])] = {
        func names<Item>(_ kind: ResultKind<Item>) -> ([String], [String]) {
            (kind.delimitedColumns.map(\.field), kind.fieldNames)
        }
        return [
            names(.videos), names(.videos(with: [:])), names(.channels), names(.playlists), names(.videoDetails),
            names(.repositories), names(.foundIssues(.issues)), names(.foundIssues(.pullRequests)), names(.users),
            names(.code), names(.commits), names(.topics), names(.labels(of: "a/b")), names(.hits(showsReasons: true)),
            names(.changes(showsSearch: true)), names(SavedCommand.searchKind), names(CostEstimate.kind),
        ]
    }()

    @Test("every CSV header is the name of a field, except issue and options", arguments: headers.indices)
    func headerNames(index: Int) {
        let (headers, fields) = Self.headers[index]
        // `issue` (owner/repo#1) and `options` are combined from several fields.
        #expect(Set(headers).subtracting(fields).isSubset(of: ["issue", "options"]))
    }

    @Test("IDs and the numbers of issues have no separators", arguments: ["id", "number"])
    func identifiers(name: String) throws {
        let value = FieldValue.integer(28_106_634)
        let kind = ResultKind<Int>(
            singular: "result",
            plural: "results",
            pageSize: 1,
            columns: [],
            fields: [.init(name: name) { _ in value }]
        )
        let cell = try #require(kind.columns(of: [name]).first).cell(0)
        #expect(cell.markdown(linkedTo: nil) == "28106634")
        #expect(cell.formatted(at: LocalTime()) == "28106634")
    }

    @Test(
        "a URL in Markdown is a link, whose characters are not escaped",
        arguments: [
            ("https://youtu.be/a_b*c", "<https://youtu.be/a_b*c>"), ("a_b", "a\\_b"),
            ("see https://youtu.be/a_b", "see https://youtu.be/a\\_b"),
        ]
    )
    func markdownURL(text: String, expected: String) {
        #expect(Cell.text(text).markdown(linkedTo: nil) == expected)
    }

    private static let url = "https://www.youtube.com/watch?v="

    @Test(
        "write the requested columns",
        arguments: [
            (
                ["--format", "csv"],
                [
                    "id,title,channelTitle,publishedAt,url",
                    #"v0,"a, ""b"" | [c] * d",Channel,2024-02-29T12:00:00Z,"# + url + "v0",
                    "v1,second,Channel,2024-02-29T12:00:00Z,\(url)v1",
                ]
            ),
            (
                ["--format=csv", "--columns", "publishedAt,id"],
                [
                    "publishedAt,id", "2024-02-29T12:00:00Z,v0", "2024-02-29T12:00:00Z,v1",
                ]
            ),
            (["--columns", "title,id"], ["\(title)\tv0", "second\tv1"]),
            (["--format", "tsv", "--columns", "id"], ["v0", "v1"]),
            (
                ["--format", "markdown"],
                [
                    "| title | channel | published |", "| --- | --- | --- |",
                    #"| [a, "b" \| \[c\] \* d]("# + url + "v0) | Channel | 2024-02-29 |",
                    "| [second](\(url)v1) | Channel | 2024-02-29 |",
                ]
            ),
            (
                ["--format", "markdown", "--columns", "id,kind"],
                [
                    "| id | kind |", "| --- | --- |", "| v0 | video |", "| v1 | video |",
                ]
            ),
            (
                ["--format", "json", "--columns", "title,id"],
                [
                    #"[{"id":"v0","title":"a, \"b\" | [c] * d"},{"id":"v1","title":"second"}]"#
                ]
            ),
            (["--format", "ndjson", "--columns", "id"], [#"{"id":"v0"}"#, #"{"id":"v1"}"#]),
            (
                ["--format", "table", "--columns", "id,publishedAt"],
                [
                    "ID  PUBLISHED AT", "v0  2 years ago", "v1  2 years ago",
                ]
            ),
            (
                ["--format", "table"],
                [
                    "TITLE             CHANNEL  PUBLISHED    URL", "\(title)  Channel  2 years ago  \(url)v0",
                    "second            Channel  2 years ago  \(url)v1",
                ]
            ),
        ] as [([String], [String])]
    )
    func writtenColumns(flags: [String], lines: [String]) async {
        let outcome = await Self.run(flags)
        #expect(outcome == Outcome(status: .success, output: lines.map { $0 + "\n" }.joined(), messages: ""))
    }

    @Test(
        "all but tables are the same on a terminal, except that JSON is indented",
        arguments: OutputFormat.allCases.filter { $0 != .table }
    )
    func formatsOnTerminal(format: OutputFormat) async {
        let flags = ["--format", format.rawValue, "--columns", "id"]
        let onTerminal = await Self.run(flags, columns: 20)
        let inPipe = await Self.run(flags)
        #expect(onTerminal.status == .success)
        #expect(onTerminal.output.filter { !$0.isWhitespace } == inPipe.output.filter { !$0.isWhitespace })
        let isSame = onTerminal.output == inPipe.output
        #expect(isSame == (format != .json))
    }

    @Test("number the rows on a terminal, and truncate the requested columns to its width")
    func columnsOnTerminal() async throws {
        let folder = try TemporaryFolder()
        let environment = ["SEEK_STATE_DIR": folder.path(of: "state")]
        let titles = [String(repeating: "long ", count: 20), "second"]
        let outcome = await Self.run(["--columns", "id,title"], titles: titles, columns: 60, environment: environment)
        let title = titles[0].prefix(52) + "…"
        #expect(outcome.output.hasSuffix("\n\n#  ID  TITLE\n1  v0  \(title)\n2  v1  second\n"), "\(outcome)")
    }

    @Test("limit the width of a table in a pipe to COLUMNS")
    func columnsVariable() async {
        let outcome = await Self.run(
            ["--format", "table"],
            titles: ["first", "second"],
            environment: ["COLUMNS": "60"]
        )
        let rows = ["TITLE   CHANNEL  PUBLISHED", "first   Channel  2 years ago", "second  Channel  2 years ago"]
        #expect(outcome.output == rows.map { $0 + "\n" }.joined())
    }

    @Test(
        "report no results with a message, or as an empty document",
        arguments: [
            ("table", "", true), ("tsv", "", true), ("csv", "id,title,channelTitle,publishedAt,url\n", false),
            ("markdown", "| title | channel | published |\n| --- | --- | --- |\n", false), ("json", "[]\n", false),
            ("ndjson", "", false),
        ]
    )
    func noResults(format: String, output: String, hasMessage: Bool) async {
        let outcome = await Self.run(["--format", format], titles: [])
        #expect(outcome.status == .success)
        #expect(outcome.output == output)
        #expect(outcome.messages == (hasMessage ? "seek: no videos found for 'x'\n" : ""))
    }

    @Test(
        "reject invalid combinations and names with a hint",
        arguments: [
            (
                ["--format", "cvs"],
                "--format must be one of table, tsv, csv, markdown, json, ndjson, not 'cvs'; did you mean 'csv'?"
            ),
            (
                ["--columns", "tilte"],
                "unknown field 'tilte' in --columns; valid: "
                    + ResultKind.videos(with: [:]).fieldNames.joined(separator: ", ") + "; did you mean 'title'?"
            ),
            (["--json", "id", "--format", "csv"], "--json and --format cannot be combined; remove one"),
            (["--json", "id", "--columns", "id"], "--json and --columns cannot be combined; remove one"),
            (["--format", "csv", "--template", "x"], "--format and --template cannot be combined; remove one"),
            (["--web", "--format", "csv"], "--format and --web cannot be combined; remove one"),
            (["--jq", ".", "--format", "csv"], "--jq filters JSON; remove --format csv, or use --format json"),
            (["--jq", ".", "--template", "x"], "--jq and --template cannot be combined; remove one"),
        ] as [([String], String)]
    )
    func rejectedCombinations(flags: [String], message: String) async {
        let outcome = await Self.run(flags)
        #expect(outcome == Outcome(status: .usage, output: "", messages: "seek: \(message)\n"))
    }
}

#if os(macOS) || os(Linux)
@Suite("The flag --jq", .concurrentProgramLimit)
struct JQTests {
    @Test("a response that is not JSON is not a problem of the expression", .enabled(if: isInstalled))
    func responseIsNotJSON() async {
        let html = stub(.get, "https://api.github.com/x", returning: .text("<html>"))
        let environment = ["PATH": "/usr/bin:/bin"]
        let outcome = await seek("api", ["x", "-q", "."], environment: environment, transport: StubTransport([html]))
        #expect(outcome.status == .failure)
        #expect(outcome.messages.hasSuffix(" is not valid JSON; print it without --jq\n"), "\(outcome.messages)")
    }

    static let isInstalled = ChildProcess.path(of: "jq", environment: ["PATH": "/usr/bin:/bin"]) != nil

    private static func run(
        _ flags: [String],
        titles: [String] = ["one", "two"],
        isTerminal: Bool = false,
        path: String = "/usr/bin:/bin"
    ) async -> (outcome: Outcome, calls: Int) {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(titles)))
        ])
        let outcome = await seek(
            "videos",
            ["x"] + flags,
            environment: ["YOUTUBE_API_KEY": "k", "PATH": path],
            terminal: isTerminal ? Terminal(columns: 80) : nil,
            transport: transport
        )
        return (outcome, transport.received.count)
    }

    @Test(
        "filters JSON as gh does",
        .enabled(if: isInstalled, "jq is not installed"),
        arguments: [
            (["--jq", ".[].title"], "one\ntwo\n"), (["-q", "length"], "2\n"), (["-q=-1"], "-1\n"),
            (["--json", "id", "--jq", "."], #"[{"id":"v0"},{"id":"v1"}]"# + "\n"),
            (["--columns", "id", "--jq", ".[0]"], #"{"id":"v0"}"# + "\n"),
            (["--format", "ndjson", "--jq", ".id"], "v0\nv1\n"), (["--jq", "empty"], ""),
            (["--jq", ".[] | [.id, .title] | @tsv"], "v0\tone\nv1\ttwo\n"),
        ] as [([String], String)]
    )
    func filteredJSON(flags: [String], output: String) async {
        let outcome = await Self.run(flags).outcome
        #expect(outcome == Outcome(status: .success, output: output, messages: ""))
    }

    @Test("indents on a terminal, without control characters", .enabled(if: isInstalled, "jq is not installed"))
    func indentedOnTerminal() async {
        let object = await Self.run(["--json", "id", "--jq", ".[0]"], isTerminal: true).outcome
        #expect(object.output == "{\n  \"id\": \"v0\"\n}\n")
        let text = await Self.run(["--jq", ".[0] | [.id, .title] | @tsv"], titles: ["a\u{1B}[2J"], isTerminal: true)
        #expect(text.outcome.output == "v0\ta\u{FFFD}[2J\n")
        let inPipe = await Self.run(["--jq", ".[0].title"], titles: ["a\u{1B}b"]).outcome
        #expect(inPipe.output == "a\u{1B}b\n")
    }

    @Test(
        "rejects an invalid expression before a request is sent",
        .enabled(if: isInstalled, "jq is not installed"),
        arguments: [
            (".[", "syntax error, unexpected $end"), ("foo", "foo/0 is not defined"), ("$x", "$x is not defined"),
        ]
    )
    func invalidExpression(expression: String, problem: String) async {
        let (outcome, calls) = await Self.run(["--jq", expression])
        #expect(calls == 0)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.hasPrefix("seek: --jq: "))
        #expect(outcome.messages.hasSuffix("; correct the expression\n"))
        #expect(outcome.messages.contains(problem) || outcome.messages.contains("error"), "\(outcome)")
        #expect(outcome.messages.split(separator: "\n").count == 1)
    }

    @Test("prints what precedes a failure, and fails", .enabled(if: isInstalled, "jq is not installed"))
    func partialFailure() async {
        let (outcome, _) = await Self.run(["--jq", ".[0].title, .[0].title.x"])
        #expect(outcome.status == .failure)
        #expect(outcome.output == "one\n")
        #expect(outcome.messages == "seek: --jq: Cannot index string with string \"x\"; correct the expression\n")
    }

    @Test("filters more JSON than a pipe holds", .enabled(if: isInstalled, "jq is not installed"))
    func largeJSON() async {
        let titles = (0..<30).map { "\($0) \(String(repeating: "long", count: 5_000))" }
        let outcome = await Self.run(["--jq", ".[].title"], titles: titles).outcome
        #expect(outcome.status == .success)
        #expect(outcome.output == titles.map { $0 + "\n" }.joined())
        let firstID = await Self.run(["--jq", "first | .id"], titles: titles).outcome
        #expect(firstID.output == "v0\n")
    }

    @Test("reports that jq is not installed before a request is sent")
    func missingProgram() async {
        let (outcome, calls) = await Self.run(["--jq", "."], path: "/no/such/folder")
        #expect(calls == 0)
        #expect(outcome.status == .usage)
        #expect(
            outcome.messages == "seek: --jq needs the program jq, which is not installed; install it with the system's "
                + "package manager, or use --template\n"
        )
    }

    #if os(Linux)
    @Test("filters in a pipe and on a terminal", .enabled(if: isInstalled, "jq is not installed"))
    func jqInPipeAndOnTerminal() async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        let program = Program(environment: TestServer.environment(server, folder))
        let arguments = ["repos", "swift", "--limit", "1", "--jq", ".[0].fullName"]
        let piped = try await program.run(arguments)
        let terminal = try #require(PseudoTerminal(columns: 40))
        let shown = try await program.run(arguments, output: terminal.program)
        #expect(piped.output == "swiftlet-works/swift-feather\n")
        #expect(try await terminal.text() == piped.output)
        #expect(shown.status == 0)
    }
    #endif
}
#endif
