#if os(Linux)
import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// Runs command lines that behave differently on a terminal: in a pipe, and with output and messages on a terminal.
@Suite("In a pipe and on a terminal", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct PipeAndTerminalTests {
    /// A command line, and what it prints.
    struct Line: Sendable, CustomTestStringConvertible {
        /// The arguments, as in a shell.
        var text: String
        /// A part of the output or messages in a pipe, and on a terminal.
        var pipe: String
        var terminal: String
        /// Text that must not be printed in a pipe, and on a terminal; empty if there is none.
        var notInPipe = ""
        var notOnTerminal = ""
        var status: Int32 = 0
        /// The text that is typed on the terminal, or that standard input contains.
        var input = ""

        var testDescription: String { text }
    }

    static let lines = [
        Line(
            text: "repos swift --limit 1",
            pipe: "\t4120\t",
            terminal: "open one with: seek open NUMBER",
            notInPipe: "\u{1B}"
        ),
        Line(text: "repos swift --limit 1 --color always", pipe: "\u{1B}[33m4120", terminal: "\u{1B}[33m4,120"),
        Line(text: "repos swift --limit 1 --color never", pipe: "4120", terminal: "4,120", notOnTerminal: "\u{1B}[3"),
        Line(
            text: "repos swift --limit 1 --json name",
            pipe: "[{\"name\":\"swift-feather\"}]\n",
            terminal: "\"name\": \""
        ),
        Line(text: "videos 東京 --limit 1 --details", pipe: "\t2160136\t", terminal: "2,160,136"),
        Line(text: "video m9-e0ceo0OF", pipe: "Attic Brass Band", terminal: "title      "),
        Line(
            text: "user manyrepos --limit 250 --json name",
            pipe: "[{\"name\":",
            terminal: "seek: 100 of 250 repositories, page 1 ",
            notInPipe: "page 1"
        ),
        // GitHub's search limits reset within a minute, YouTube's at 07:00 or 08:00 UTC, depending on the season.
        Line(text: "quota", pipe: ":00:00Z\n", terminal: "  in ", notOnTerminal: ":00:00Z"),
        Line(text: "api users/octocat/repos?per_page=1", pipe: "\"login\":\"octocat\"", terminal: "\u{1B}["),
        Line(text: "auth status", pipe: "YouTube\tvalid\t", terminal: "SERVICE  STATE", notOnTerminal: "demo-key"),
        Line(
            text: "config list",
            pipe: "youtube-api-key\t(set)\t",
            terminal: "YOUTUBE_API_KEY",
            notInPipe: "demo-key",
            notOnTerminal: "demo-key"
        ),
        // In their PATH, seek does not find fzf, which may be installed on this machine. An empty line cancels.
        Line(
            text: "repos swift --pick",
            pipe: "--pick needs a terminal",
            terminal: "1  swiftlet-",
            status: 2,
            input: "\n"
        ),
        Line(
            text: "auth login github",
            pipe: "GitHub rejected the token, which was not stored",
            terminal: "GitHub rejected the token, which was not stored",
            notOnTerminal: "wr0ng-token",
            status: 4,
            input: "wr0ng-token\n"
        ),
    ]

    @Test("prints the expected text", arguments: lines, [false, true])
    func expectedText(line: Line, isTerminal: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        var environment = TestServer.environment(server, folder)
        environment["SEEK_CONFIG"] = folder.path(of: "settings")
        if !line.input.isEmpty { environment.merge(["PATH": "/no/such/folder", "GH_TOKEN": ""]) { $1 } }
        let program = Program(environment: environment)
        let arguments = line.text.words
        guard isTerminal else {
            let input = try FileHandle(forReadingFrom: folder.write(line.input, to: "input"))
            let outcome = try await program.run(arguments, input: line.input.isEmpty ? nil : input)
            let text = outcome.output + outcome.messages
            #expect(outcome.status == line.status, "\(outcome)")
            #expect(text.contains(line.pipe), "\(outcome)")
            #expect(line.notInPipe.isEmpty || !text.contains(line.notInPipe), "\(outcome)")
            return
        }
        let terminal = try #require(PseudoTerminal(columns: 100))
        let outcome = try await program.run(
            arguments,
            input: line.input.isEmpty ? nil : terminal.programEnd,
            output: terminal.programEnd,
            messages: terminal.programEnd
        ) { _ in
            guard !line.input.isEmpty else { return }
            await eventually { !terminal.shownText.isEmpty }
            if arguments[0] == "auth" { await eventually { !terminal.echoes } }
            terminal.type(line.input)
        }
        let text = try await terminal.text()
        #expect(outcome.status == line.status, "\(text)")
        // Some excerpts contain escape sequences.
        #expect(text.contains(line.terminal) || plainText(text).contains(line.terminal), "\(text)")
        #expect(line.notOnTerminal.isEmpty || !text.contains(line.notOnTerminal), "\(text)")
    }
}

/// Runs commands on terminals that are too narrow for tables.
@Suite("On a narrow terminal", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct NarrowTerminalTests {
    /// Command lines, and a part of the text that each prints.
    static let commands: [(arguments: [String], excerpt: String)] = [
        (["repos", "swift", "--limit", "2"], "  stars: 4,120\n"), (["videos", "東京", "--limit", "2"], "  channel: "),
        (["search", "swift", "--limit", "4", "--why"], "  why: github #1"),
        (["quota"], "youtube.search\n  service: YouTube\n"),
        (["videos", "tetris", "--dry-run"], "  calls: 1\n"), (["config", "list"], "limit\n  value: 30\n"),
        (["auth", "status"], "YouTube\n  state: valid\n"), (["video", "m9-e0ceo0OF"], "\nviews: "),
        (["cache", "stats"], "\nentries: 0\n"),
        (["help"], "  videos [TEXT...]\n      Search YouTube"), (["repos", "--help"], "\n  -L, --limit N\n"),
    ]

    @Test(
        "prints the expected text; no line exceeds the width except URLs, paths and, in the help, examples and single words",
        arguments: commands,
        [20, 40] as [UInt16]
    )
    func narrow(command: (arguments: [String], excerpt: String), columns: UInt16) async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        let terminal = try #require(PseudoTerminal(columns: columns))
        let program = Program(environment: TestServer.environment(server, folder))
        let outcome = try await program.run(command.arguments, output: terminal.programEnd)
        let text = plainText(try await terminal.text())
        #expect(outcome.status == 0, "\(outcome)")
        #expect(text.contains(command.excerpt), "\(text)")
        let longLines = text.split(separator: "\n").filter { displayWidth(of: $0) > Int(columns) }
        let isHelp = !Set(command.arguments).isDisjoint(with: ["help", "--help"])
        let unexpectedlyLongLines = longLines.filter { line in
            let words = line.split(separator: " ")
            return !(isHelp && (line.hasPrefix("  seek ") || words.count == 1))
                && !words.allSatisfy { $0.contains("/") }
        }
        #expect(unexpectedlyLongLines.isEmpty, "\(text)")
    }
}
#endif
