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
        terminalWidth: Int? = nil,
        environment: [String: String] = [:]
    ) async -> Outcome {
        await seek(
            ["videos", "x"] + flags,
            environment: ["YOUTUBE_API_KEY": "k", "NO_COLOR": "1", "PATH": "/usr/bin:/bin"].merging(environment) { $1 },
            terminal: terminalWidth.map { Terminal(columns: $0) },
            transport: StubTransport([stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(titles)))]),
            now: { Date(timeIntervalSince1970: 1_800_000_000) }
        )
    }

    /// The CSV headers and the field names of each kind of result.
    static let kinds: [(headers: [String], fields: [String])] = {
        func names<Item>(_ kind: ResultKind<Item>) -> ([String], [String]) {
            (kind.delimitedColumns.map(\.name), kind.fieldNames)
        }
        return [
            names(.videos), names(.detailedVideos), names(.channels), names(.playlists), names(.videoDetails),
            names(.repositories), names(.foundIssues(.issues)), names(.foundIssues(.pullRequests)), names(.users),
            names(.code), names(.commits), names(.topics), names(.labels(of: "a/b", at: "")),
            names(.hits(showsReasons: true)),
            names(.changes(showsSearch: true)), names(SavedCommand.searchKind), names(CostEstimate.kind),
        ]
    }()

    @Test("every CSV header is the name of a field, except issue and options", arguments: kinds.indices)
    func headerNames(index: Int) {
        let (headers, fields) = Self.kinds[index]
        // `issue` (owner/repo#1) and `options` are combined from several fields.
        #expect(Set(headers).subtracting(fields).isSubset(of: ["issue", "options"]))
    }

    @Test("IDs and the numbers of issues have no thousands separators", arguments: ["id", "number"])
    func identifiers(name: String) throws {
        let value = JSONValue.number(28_106_634)
        let kind = ResultKind<Int>(singular: "result", plural: "results", fields: [.init(name) { _ in value }])
        let column = try #require(kind.columns(of: [name]).first)
        #expect(column.format.markdown(of: column.cell(0)) == "28106634")
        #expect(column.format.text(of: column.cell(0), at: LocalTime()) == "28106634")
    }

    @Test(
        "a Markdown cell that is a URL becomes a link without escapes; other text is escaped",
        arguments: [
            ("https://youtu.be/a_b*c", "<https://youtu.be/a_b*c>"), ("a_b", "a\\_b"),
            ("see https://youtu.be/a_b", "see https://youtu.be/a\\_b"), ("a|\u{301}b", "a\\|\u{301}b"),
        ]
    )
    func markdownURL(text: String, expected: String) {
        #expect(FieldFormat.plain.markdown(of: .string(text)) == expected)
    }

    @Test(
        "a format applies to values of its kind",
        arguments: [
            (.plain, 1234, "1,234", "1,234"), (.plain, 1.5, "1.5", "1.5"), (.plain, nil, "", ""),
            (.plain, ["a", 1234], "a, 1234", "a, 1234"), (.duration, 3_723, "1:02:03", "1:02:03"),
            (.duration, "live", "live", "live"), (.duration, nil, "", ""),
            (.date, "1969-12-31T22:00:00Z", "2 hours ago", "1969-12-31"), (.date, nil, "", ""),
        ] as [(FieldFormat, JSONValue, String, String)]
    )
    func formats(format: FieldFormat, value: JSONValue, text: String, markdown: String) {
        let epoch = LocalTime(date: Date(timeIntervalSince1970: 0), offset: { _ in 0 })
        #expect(format.text(of: value, at: epoch) == text)
        #expect(format.markdown(of: value) == markdown)
    }

    private static let url = "https://www.youtube.com/watch?v="

    @Test(
        "write the default or the requested columns",
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
                ["publishedAt,id", "2024-02-29T12:00:00Z,v0", "2024-02-29T12:00:00Z,v1"]
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
                ["| id | kind |", "| --- | --- |", "| v0 | video |", "| v1 | video |"]
            ),
            (
                ["--format", "json", "--columns", "title,id"],
                [#"[{"id":"v0","title":"a, \"b\" | [c] * d"},{"id":"v1","title":"second"}]"#]
            ),
            (["--format", "ndjson", "--columns", "id"], [#"{"id":"v0"}"#, #"{"id":"v1"}"#]),
            (
                ["--format", "table", "--columns", "id,publishedAt"],
                ["ID  PUBLISHED AT", "v0  2 years ago", "v1  2 years ago"]
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
        "all formats except table are the same on a terminal and in a pipe, apart from the indentation of JSON",
        arguments: OutputFormat.allCases.filter { $0 != .table }
    )
    func formatsOnTerminal(format: OutputFormat) async {
        let flags = ["--format", format.rawValue, "--columns", "id"]
        let onTerminal = await Self.run(flags, terminalWidth: 20)
        let inPipe = await Self.run(flags)
        #expect(onTerminal.status == .success)
        #expect(onTerminal.output.filter { !$0.isWhitespace } == inPipe.output.filter { !$0.isWhitespace })
        let isSame = onTerminal.output == inPipe.output
        #expect(isSame == (format != .json))
    }

    @Test("number the rows on a terminal, and truncate the requested columns to the terminal's width")
    func columnsOnTerminal() async throws {
        let folder = try TemporaryFolder()
        // Rows are numbered only if their list can be stored for `seek open`.
        let environment = ["SEEK_STATE_DIR": folder.path(of: "state")]
        let titles = [String(repeating: "long ", count: 20), "second"]
        let outcome = await Self.run(
            ["--columns", "id,title"],
            titles: titles,
            terminalWidth: 60,
            environment: environment
        )
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
                    + ResultKind.detailedVideos.fieldNames.joined(separator: ", ") + "; did you mean 'title'?"
            ),
            (["--json", "id", "--format", "csv"], "--json and --format cannot be combined; remove one"),
            (["--jq", ".", "--format", "csv"], "--jq filters JSON; remove --format csv, or use --format json"),
        ] as [([String], String)]
    )
    func rejectedCombinations(flags: [String], message: String) async {
        let outcome = await Self.run(flags)
        #expect(outcome == Outcome(status: .usage, output: "", messages: "seek: \(message)\n"))
    }
}
