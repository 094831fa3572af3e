import Foundation
import Seek
import SeekBasics
@_spi(Bench) import SeekCommandLine
import SeekSampleAPI
import SeekTestHelpers
import Testing

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

    @Test(
        "--columns accepts every CSV header, except issue and options",
        arguments: [
            "videos x", "videos x --details", "channels x", "playlists x", "video m9-e0ceo0OF", "repos x", "issues x",
            "prs x", "users x", "code x", "commits x", "topics x", "labels x -R octocat/Hello-World", "search x --why",
            "saved run", "saved list", "alias list", "quota", "auth status",
        ]
    )
    func headers(line: String) async throws {
        let folder = try TemporaryFolder()
        let environment = [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_STATE_DIR": folder.path(of: "state"),
        ]
        let api = try TestServer.sampleAPI()
        func run(_ arguments: [String]) async -> Outcome {
            let transport = StubTransport([
                stub(.any, "/{+path}", times: .any, returning: .closure { api.response(to: $0) })
            ])
            return await seek(arguments, environment: environment, transport: transport)
        }
        _ = await run(["saved", "add", "walks", "x"])
        let csv = await run(line.words + ["--format", "csv"])
        // `issue` (owner/repo#1) and `options` are combined from several fields.
        let header = csv.output.prefix { !$0.isNewline }
        let names = header.split(separator: ",").filter { !["issue", "options"].contains($0) }
        try #require(!names.isEmpty, "\(csv)")
        let columns = names.joined(separator: ",")
        let again = await run(line.words + ["--format", "csv", "--columns", columns])
        #expect(again.output.hasPrefix("\(columns)\n"), "\(again)")
    }

    @Test("of values", arguments: CommandCase.cases(values))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let values = """
        # integers have thousands separators in tables and Markdown, except IDs and the numbers of issues
        GET github/search/issues -> {"items": [{"id": 28106634, "number": 1234, "title": "t", "html_url": "https://github.com/o/r/issues/1234", "comments": 5678, "labels": [{"name": "a"}, {"name": "b"}]}]}
        $ seek issues x --columns id,number,commentsCount,labels,closedAt --format table
        ID        NUMBER  COMMENTS COUNT  LABELS  CLOSED AT
        28106634  1234             5,678  a, b
        $ seek issues x --columns id,number,commentsCount,labels,closedAt --format markdown
        | | id | number | commentsCount | labels | closedAt |
        | | --- | --- | ---: | --- | --- |
        | | 28106634 | 1234 | 5,678 | a, b |  |
        $ seek issues x --columns id,number,commentsCount,labels,closedAt --format csv
        id,number,commentsCount,labels,closedAt
        28106634,1234,5678,"a, b",

        # a duration is a time in Markdown as in tables, and the state of a broadcast is unchanged
        GET youtube/search -> {"items": [{"id": {"videoId": "a"}, "snippet": {"title": "a"}}, {"id": {"videoId": "b"}, "snippet": {"title": "b", "liveBroadcastContent": "live"}}, {"id": {"videoId": "c"}, "snippet": {"title": "c"}}]}
        GET youtube/videos:batchGetStats -> {"items": [{"id": "a", "contentDetails": {"duration": "PT1H2M3S"}}, {"id": "b", "contentDetails": {"duration": "P0D"}}]}
        $ seek videos x --details --format markdown
        | | title | channel | published | duration | views |
        | | --- | --- | --- | --- | --- |
        | | [a](https://www.youtube.com/watch?v=a) |  |  | 1:02:03 |  |
        | | [b](https://www.youtube.com/watch?v=b) |  |  | live |  |
        | | [c](https://www.youtube.com/watch?v=c) |  |  |  |  |

        # a Markdown cell that is a URL becomes a link without escapes; other text is escaped
        GET youtube/search -> videos https://youtu.be/a_b*c a_b 'see https://youtu.be/a_b' 'a|\u{301}b'
        $ seek videos x --columns title --format markdown
        | | title |
        | | --- |
        | | <https://youtu.be/a_b*c> |
        | | a\\_b |
        | | see https://youtu.be/a\\_b |
        | | a\\|\u{301}b |
        """

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
        arguments: ["tsv", "csv", "markdown", "json", "ndjson"]
    )
    func formatsOnTerminal(format: String) async {
        let flags = ["--format", format, "--columns", "id"]
        let onTerminal = await Self.run(flags, terminalWidth: 20)
        let inPipe = await Self.run(flags)
        #expect(onTerminal.status == .success)
        #expect(onTerminal.output.filter { !$0.isWhitespace } == inPipe.output.filter { !$0.isWhitespace })
        let isSame = onTerminal.output == inPipe.output
        #expect(isSame == (format != "json"))
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

    @Test(
        "limit the width of a table in a pipe to COLUMNS, if that is a number above 0",
        arguments: [("60", true), ("1", true), ("0", false), ("-5", false), ("wide", false), ("", false)]
    )
    func columnsVariable(columns: String, isLimited: Bool) async {
        let outcome = await Self.run(["--format", "table"], titles: ["first"], environment: ["COLUMNS": columns])
        #expect(outcome.output.hasPrefix("TITLE  CHANNEL  PUBLISHED    URL\n") == !isLimited, "\(outcome)")
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
}

@Suite("Results as lines")
struct ResultLinesTests {
    private func item(_ id: String, title: String = "t") -> YouTubeSearchItem {
        YouTubeSearchItem(id: id, channelID: "c", title: title, thumbnails: [:])
    }

    @Test("are written one per line, and their control characters are replaced")
    func linePerVideo() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "lines")
        let handle = try FileHandle(forWritingTo: file)
        let videos = [item("v1", title: "one\u{1B}[31m\n\u{202E}"), item("v2")]
        #expect(ResultLines(descriptor: handle.fileDescriptor).write(videos))
        try handle.close()
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(
            text == "v1\tone\u{FFFD}[31m \u{FFFD}\t\t\thttps://www.youtube.com/watch?v=v1\n"
                + "v2\tt\t\t\thttps://www.youtube.com/watch?v=v2\n"
        )
    }

    @Test("are not written to an invalid descriptor, for which write returns false")
    func invalidDescriptor() {
        #expect(!ResultLines(descriptor: -1).write([item("v1")]))
    }
}
