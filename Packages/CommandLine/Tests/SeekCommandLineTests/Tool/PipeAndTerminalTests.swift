#if os(Linux)
import Foundation
import Seek
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekCommandLine

/// Runs command lines with the program and a local server: in a pipe, and with output and messages on a terminal.
@Suite("In a pipe and on a terminal", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct PipeAndTerminalTests {
    /// A command line, and parts of what it prints. In the command line, the expected texts and the environment,
    /// `FOLDER` is replaced with the folder of the test.
    struct Line: Sendable, CustomTestStringConvertible {
        /// The arguments, as in a shell.
        var text: String
        var status: Int32 = 0
        /// A part of the output or messages in a pipe.
        var pipe: String
        /// A part of the text on a terminal; `nil` if it is the same as in a pipe.
        var terminal: String?
        /// Text that must not be printed in a pipe; empty if there is none.
        var notInPipe = ""
        /// Text that must not be printed on a terminal; empty if there is none.
        var notOnTerminal = ""
        /// Environment variables to set. A variable whose value is empty is removed.
        var environment: [String: String] = [:]
        /// The arguments of commands that are run first.
        var before: [[String]] = []
        /// The text of standard input; empty for none. If the command line is tested on a terminal, the text for
        /// `auth` is typed.
        var input = ""
        var server = Server.sample

        /// What the command receives from the local server.
        enum Server: Sendable {
            /// The responses of the sample API.
            case sample
            /// The connection is refused.
            case down
            /// The rate limit is used up.
            case limited
            /// The first response reports that the rate limit is used up for two seconds.
            case limitedOnce
            /// The response is a web page.
            case html
        }

        var testDescription: String { text }

        init(
            _ text: String,
            status: Int32 = 0,
            _ pipe: String,
            terminal: String? = nil,
            notInPipe: String = "",
            notOnTerminal: String = "",
            environment: [String: String] = [:],
            before: [[String]] = [],
            input: String = "",
            server: Server = .sample
        ) {
            (self.text, self.status, self.pipe, self.terminal) = (text, status, pipe, terminal)
            (self.notInPipe, self.notOnTerminal) = (notInPipe, notOnTerminal)
            (self.environment, self.before, self.input, self.server) = (environment, before, input, server)
        }
    }

    /// Opens pages with `echo`, which prints their URLs.
    private static let echo = ["BROWSER": "echo"]
    /// The commands that save and run the search `walks`.
    private static let walks = [["saved", "add", "walks", "swift"], ["saved", "run", "walks"]]

    // MARK: Opening

    static let opening: [Line] = [
        Line("open youtu.be/gQ_1zX-F_No --dry-run", "https://youtu.be/gQ_1zX-F_No\n"),
        Line("open github.com/octocat/Hello-World --dry-run", "https://github.com/octocat/Hello-World\n"),
        Line("open octocat/Hello-World#17 --dry-run", "https://github.com/octocat/Hello-World/issues/17\n"),
        Line("open octocat --dry-run", "https://github.com/octocat\n"),
        Line("open UCYlG8pjIwQjRIq56SYslnJA --dry-run", "https://www.youtube.com/channel/UCYlG8pjIwQjRIq56SYslnJA\n"),
        Line("open @slowswift --dry-run", "https://www.youtube.com/@slowswift\n"),
        Line("open 'two words'", status: 2, "it contains a space; to search, run: seek search TEXT\n"),
        Line("open octocat/Hello-World", "opened https://github.com/octocat/Hello-World\n", environment: echo),
        Line("open octocat", "page=https://github.com/octocat end\n", environment: ["BROWSER": "echo page=%s end"]),
        Line("open 2 --dry-run", status: 2, "no numbered results are stored; run a search on a terminal first"),
        Line(
            "repos tetris --language swift --sort stars --web",
            "https://github.com/search?q=tetris%20language%3Aswift&type=repositories&s=stars\n",
            environment: echo
        ),
        Line("search tetris --web", "https://www.youtube.com/results?search_query=tetris", environment: echo),
        Line("repos tetris --web --dry-run", "https://github.com/search?q=tetris&type=repositories\n"),
        Line(
            "search tetris --web --dry-run",
            "sp=EgIQAQ%3D%3D\nhttps://github.com/search?q=tetris&type=repositories\n"
        ),
        Line("video m9-e0ceo0OF --web --dry-run", "https://www.youtube.com/watch?v=m9-e0ceo0OF\n"),
        Line("videos tetris --duration short --web", status: 2, "--duration and --web cannot be combined; remove one"),
        // In this PATH, seek does not find fzf, which may be installed on this machine.
        Line(
            "repos swift --pick",
            status: 2,
            "--pick needs a terminal",
            terminal: "1  swiftlet-works/",
            environment: ["PATH": "/no/such/folder"]
        ),
    ]

    // MARK: Failures

    static let failures: [Line] = [
        Line("search swift", status: 1, "could not connect", notInPipe: "no results", server: .down),
        Line("search swift --json", status: 1, #""kind":"network""#, terminal: #""kind": "network""#, server: .down),
        Line("repos swift", status: 1, "GitHub (127.0.0.1:", notInPipe: "http://", server: .down),
        Line("repos swift --verbose", status: 1, "http://127.0.0.1:", server: .down),
        Line("repos swift", status: 1, "too many requests at once; try again in 30 s, or add --wait", server: .limited),
        Line("search swift --kinds repositories", status: 1, "GitHub: too many requests at once", server: .limited),
        Line("videos swift", status: 1, "check SEEK_YOUTUBE_URL", server: .html),
        Line(
            "search swift",
            "youtube.com",
            terminal: "  video  ",
            environment: ["SEEK_GITHUB_URL": "http://127.0.0.1:1"]
        ),
        Line(
            "search swift",
            "seek: warning: GitHub (127.0.0.1:1): ",
            environment: ["SEEK_GITHUB_URL": "http://127.0.0.1:1"]
        ),
        Line("saved list", status: 1, "Not a directory", environment: ["SEEK_STATE_DIR": "FOLDER/file/state"]),
        Line("open 1", status: 2, "Not a directory", environment: ["SEEK_STATE_DIR": "FOLDER/file/state"]),
        Line("quota", status: 1, "Not a directory", environment: ["SEEK_STATE_DIR": "FOLDER/file/state"]),
        Line(
            "repos swift",
            status: 2,
            "SEEK_CACHE_DIR must be an absolute path",
            environment: ["SEEK_CACHE_DIR": "relative"]
        ),
        Line("config set cache-dir relative", status: 2, "cache-dir must be an absolute path"),
        Line(
            "repos swift",
            "seek: warning: HOME is not set",
            environment: ["SEEK_CACHE_DIR": "", "SEEK_STATE_DIR": ""]
        ),
        Line("videos --channel @nobody-has-this", status: 1, "channel '@nobody-has-this'", notInPipe: "handle:"),
        Line("repos swift --from nonsense", status: 2, "the page cursor of --from is not one of GitHub's"),
        Line("video m9-e0ceo0OF", status: 4, "seek auth login youtube", environment: ["YOUTUBE_API_KEY": ""]),
        Line("repos tetris -topic:cli", status: 2, "put -- before the text: seek repos -- tetris -topic:cli"),
        Line("repos tetris --template name", status: 2, "has no {{…}}; write fields as {{."),
        Line("repos tetris --order desc", status: 2, "--order requires --sort"),
        Line(
            "labels bug --repo octocat/Hello-World --budget 1",
            status: 1,
            "GitHub: the budget of 1 call is used up, and the command needs up to 2; allow more with --budget\n"
        ),
        Line("code hello --dry-run", status: 4, "GitHub needs a token", environment: ["GH_TOKEN": ""]),
        Line(
            "search hello --kinds code --dry-run",
            status: 4,
            "GitHub code: GitHub needs a token",
            environment: ["GH_TOKEN": ""]
        ),
        Line(
            "search hello --kinds code,issues --dry-run",
            "seek: warning: GitHub code: GitHub needs a token",
            environment: ["GH_TOKEN": ""]
        ),
        Line(
            "saved feed walks --url 'http://a b.example/'",
            status: 2,
            "--url is invalid: the host 'a b.example' contains a character",
            before: walks
        ),
        Line("saved feed walks --url http://a:99999", status: 2, "the port 99999 is outside 1...65535", before: walks),
        Line(
            "saved feed walks --url https://bücher.example/walks.xml",
            status: 2,
            "write international names in ASCII (xn--",
            before: walks
        ),
        Line("config set github-url http://a:99999", status: 2, "github-url is invalid: the port 99999 is outside"),
        Line("web --listen 0.0.0.0 --dry-run", status: 2, "--listen requires --token-file"),
        Line(
            "web --listen a.example --token-file x --dry-run",
            status: 2,
            "--listen must be a numeric address such as 0.0.0.0 or ::1, not 'a.example'"
        ),
        Line(
            "web --public-url https://a.example/seek --token-file x --dry-run",
            status: 2,
            "--public-url cannot have a path, a query or a fragment; use a URL such as https://seek.example.com"
        ),
        Line(
            "web --public-url a.example --token-file x --dry-run",
            status: 2,
            "--public-url must be an http or https URL without a user name, such as https://seek.example.com"
        ),
        Line("help --all", status: 2, "'--all' is not a command or topic; for all commands and topics, run: seek help"),
        Line(
            "saved add x \(longText)",
            status: 2,
            "the search text has 257 characters, without qualifiers and operators; shorten it to 256"
        ),
        Line(
            "saved edit walks \(longText)",
            status: 2,
            "the search text has 257 characters, without qualifiers and operators; shorten it to 256",
            before: walks
        ),
        Line("cache clean --max-size 10X", status: 2, "10MB or 1GB, not '10X'"),
        Line("auth login github --with-token", status: 2, "unknown flag '--with-token'; omit it, because"),
        Line("repos swift --record -", status: 2, "--record needs a file; write ./- for a file named -"),
        Line("repos tetris --nonsense", status: 2, "--nonsense"),
        Line("repo tetris", status: 2, "did you mean 'repos'?"),
    ]

    /// A search text with one more character than GitHub allows.
    private static let longText = String(repeating: "x", count: 257)

    // MARK: Output

    static let output: [Line] = [
        Line("repos swift --limit 1", "\t4120\t", terminal: "open one with: seek open NUMBER", notInPipe: "\u{1B}"),
        Line("repos swift --limit 1 --color always", "\u{1B}[33m4120", terminal: "\u{1B}[33m4,120"),
        Line("repos swift --limit 1 --color never", "4120", terminal: "4,120", notOnTerminal: "\u{1B}[3"),
        Line("repos swift --limit 1 --format csv", "fullName,description,language,stars,pushedAt,url\nswiftlet-works/"),
        Line("repos swift --limit 1 --format markdown", "| [swiftlet-works/swift-feather](https://github.com/"),
        Line("repos swift --limit 1 --format ndjson --columns name", "{\"name\":\"swift-feather\"}\n"),
        Line("repos swift --limit 1 --columns stars,name", "4120\tswift-feather\n", terminal: "4,120  swift-feather"),
        Line("repos swift --limit 1 --json name", "[{\"name\":\"swift-feather\"}]\n", terminal: "\"name\": \"swift-"),
        Line("repos swift --limit 1 --template '{{.name}} {{.stars}}'", "swift-feather 4120\n"),
        Line("repos swift --limit 2 --jq '.[].name'", "swift-feather\nswift-perch\n"),
        Line("repositories swift --limit 1", "swiftlet-works/swift-feather"),
        Line("search repos swift", "run: seek repos swift"),
        Line("videos 東京 --limit 1 --details", "\t2160136\t", terminal: "2,160,136"),
        Line("video - --columns title", "Attic Brass Band", input: "m9-e0ceo0OF\n"),
        Line("video m9-e0ceo0OF", "Attic Brass Band", terminal: "title      "),
        Line(
            "user manyrepos --limit 250 --json name",
            "[{\"name\":",
            terminal: "seek: 100 of 250 repositories, page 1 ",
            notInPipe: "page 1"
        ),
        // GitHub's search limits reset within a minute, YouTube's at 07:00 or 08:00 UTC, depending on the season.
        Line("quota", ":00:00Z\n", terminal: "  in ", notOnTerminal: ":00:00Z"),
        Line(
            "repos swift --wait",
            "GitHub: the rate limit is used up; continuing in ",
            terminal: "used up; waiting ",
            server: .limitedOnce
        ),
        Line("repos swift --timeout 1ms", status: 1, "allow more time with --timeout", server: .limitedOnce),
        Line("issues hello --search-type semantic", "octocat/Hello-World#"),
        Line("repos --owner swiftlet-works --topic json --stars >=1000", "swiftlet-works/swift-feather"),
        Line("videos swift --event-type live", "", terminal: ""),
        Line("videos 東京 --limit 2 --thumbnails FOLDER/images", "seek: saved 2 thumbnails in FOLDER/images\n"),
        Line(
            "labels bug --repo octocat/Hello-World --verbose",
            "repository octocat/Hello-World from network, cost 1 call\n"
        ),
        Line("web --help", "(requires"),
        Line("help exit-codes", "130  Interrupted by Ctrl-C"),
        Line("repos --help", "seek repos [TEXT...] [flags]"),
        Line("completion zsh", "#compdef seek"),
    ]

    // MARK: Other commands

    private static let longAlias = "videos \(String(repeating: "walk ", count: 30))night"

    static let otherCommands: [Line] = [
        Line("config list", "youtube-api-key\t(set)\t", terminal: "YOUTUBE_API_KEY", notInPipe: "demo-key"),
        Line("config list", "FOLDER/cache", notOnTerminal: "demo-key"),
        Line("config get limit", "30\n"),
        Line("config get github-token", status: 1, "secrets are not shown", notInPipe: "demo-token"),
        Line("auth status", "YouTube\tvalid\t", terminal: "SERVICE  STATE"),
        Line("auth status", status: 4, "rejected", environment: ["GH_TOKEN": "wr0ng-token"]),
        Line(
            "auth status",
            status: 4,
            "set GH_TOKEN to a valid value, or unset it\n",
            environment: ["GH_TOKEN": "wr0ng-token"]
        ),
        Line("config set github-token", status: 2, "standard input contains several lines", input: "one\ntwo\n"),
        Line("config set github-token", "", input: "\n \ndemo-token\n"),
        Line(
            "alias list",
            "long\t\(longAlias)\n",
            terminal: "long  \(longAlias)\n",
            before: [["alias", "set", "long", longAlias]]
        ),
        Line("auth login github", "stored the GitHub token in ", environment: ["GH_TOKEN": ""], input: "demo-token\n"),
        Line(
            "auth login github",
            status: 4,
            "GitHub rejected the token, which was not stored",
            notOnTerminal: "wr0ng-token",
            environment: ["GH_TOKEN": ""],
            input: "wr0ng-token\n"
        ),
        Line("api users/octocat/repos?per_page=1 --jq .[0].owner.login", "octocat\n"),
        Line("api users/octocat/repos?per_page=1 --include", "HTTP 200 OK\n", notInPipe: "\u{1B}"),
        Line("api users/octocat/repos?per_page=1", "\"login\":\"octocat\"", terminal: "\u{1B}["),
        Line("api users/octocat/repos --silent --verbose", "seek: page 1: status 200", notInPipe: "login"),
        Line("api users/octocat/repos --template '{{range .}}{{.name}}!{{end}}'", "boysenberry-jam!"),
        Line("api search/repositories -X GET -F q=@FOLDER/query --jq .total_count", "42\n"),
        Line("api no/such/path", status: 1, "responded with status 404"),
        Line("api users/manyrepos/repos --paginate --jq '.[0].name'", "\n", notInPipe: "page"),
        Line(
            "who octocat --jq .[0].owner.login",
            "octocat\n",
            before: [["alias", "set", "who", "api users/$1/repos"]]
        ),
        Line(
            "config get limit",
            "seek: warning: the configuration 'FOLDER/other-version', line 1: unknown setting 'newkey'; run 'seek ",
            environment: ["SEEK_CONFIG": "FOLDER/other-version"]
        ),
        Line(
            "repos swift --limit 1",
            "swiftlet-works/swift-feather",
            environment: ["SEEK_CONFIG": "FOLDER/other-version"]
        ),
        Line("help who", "Alias of: user $1\n\nList", before: [["alias", "set", "who", "user $1"]]),
        Line("saved rm walks", "", terminal: "", before: walks),
        Line("saved run walks --unchanged", "unchanged\t", terminal: "unchanged  ", before: walks),
        Line("saved feed walks", "<feed xmlns=\"http://www.w3.org/2005/Atom\">", before: walks),
        Line("cache stats", "entries\t", terminal: "entries  "),
    ]

    static let lines = opening + failures + output + otherCommands

    @Test("exits with the expected status, and prints the expected text", arguments: lines, [false, true])
    func expectedText(line: Line, isTerminal: Bool) async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        try folder.write("swift", to: "query")
        try folder.write("newkey = 1\n", to: "other-version")
        let server = try Self.start(line.server)
        defer { server.stop() }
        var environment = TestServer.environment(server, folder)
        environment["SEEK_CONFIG"] = folder.path(of: "settings")
        if line.server == .down {
            for name in ["SEEK_GITHUB_URL", "SEEK_YOUTUBE_URL"] { environment[name] = "http://127.0.0.1:1" }
        }
        for (name, value) in line.environment {
            environment[name] = value.isEmpty ? nil : value.replacing("FOLDER", with: folder.url.path)
        }
        let program = Program(environment: environment)
        for arguments in line.before { _ = try await program.run(arguments) }
        let arguments = try ShellWords.split(line.text).map { $0.replacing("FOLDER", with: folder.url.path) }
        let input = line.input.isEmpty ? nil : try Self.handle(line.input, folder)
        let excerpt = (isTerminal ? line.terminal ?? line.pipe : line.pipe)
            .replacing("FOLDER", with: folder.url.path)
        guard isTerminal else {
            let outcome = try await program.run(arguments, input: input)
            let text = outcome.output + outcome.messages
            #expect(outcome.status == line.status, "\(outcome)")
            #expect(excerpt.isEmpty || text.contains(excerpt), "\(outcome)")
            #expect(line.notInPipe.isEmpty || !text.contains(line.notInPipe), "\(outcome)")
            return
        }
        let terminal = try #require(PseudoTerminal(columns: 100))
        // The picker and `auth login` read from the terminal.
        let isTyped = !line.input.isEmpty && arguments[0] == "auth" || arguments.contains("--pick")
        let outcome = try await program.run(
            arguments,
            input: isTyped ? terminal.programEnd : input,
            output: terminal.programEnd,
            messages: terminal.programEnd
        ) { _ in
            guard isTyped else { return }
            await eventually { !terminal.shownText.isEmpty }
            if !line.input.isEmpty { await eventually { !terminal.echoes } }
            // An empty line cancels the picker.
            terminal.type(line.input.isEmpty ? "\n" : line.input)
        }
        let text = try await terminal.text()
        #expect(outcome.status == line.status, "\(text)")
        let plain = EveryCommandTests.plain(text)
        // Some excerpts contain escape sequences.
        #expect(excerpt.isEmpty || text.contains(excerpt) || plain.contains(excerpt), "\(text)")
        #expect(line.notOnTerminal.isEmpty || !text.contains(line.notOnTerminal), "\(text)")
    }

    private static func handle(_ text: String, _ folder: TemporaryFolder) throws -> FileHandle {
        try FileHandle(forReadingFrom: try folder.write(text, to: "input"))
    }

    private static func start(_ server: Line.Server) throws -> LoopbackServer {
        switch server {
        case .sample, .down: return try TestServer.start()
        case .limited:
            let response = HTTPResponse(status: .init(code: 429), headerFields: [.retryAfter: "30"])
            return try LoopbackServer { _ in .response(response) }
        case .limitedOnce:
            let fields: HTTPFields = [
                "X-RateLimit-Remaining": "0",
                "X-RateLimit-Reset": "\(Int(Date().timeIntervalSince1970) + 2)",
            ]
            return try TestServer.start(first: HTTPResponse(status: .init(code: 403), headerFields: fields))
        case .html:
            let page = HTTPResponse(headerFields: [.contentType: "text/html"], body: Data("<html>".utf8))
            return try LoopbackServer { _ in .response(page) }
        }
    }
}
#endif
