#if os(macOS) || os(Linux)
import Foundation
import Seek
import SeekBasics
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("The flag --pick", .concurrentProgramLimit)
struct ResultPickerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let url = "https://www.youtube.com/watch?v="

    private func run(
        _ arguments: [String] = ["videos", "x", "--pick"],
        typing lines: [String] = [],
        titles: [String] = ["first", "second", "third"],
        path: String = "/no/such/folder",
        opener: RecordingOpener = RecordingOpener()
    ) async -> (outcome: Outcome, opened: [String]) {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(titles))),
            stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
        ])
        let outcome = await runCommand(
            arguments,
            environment: [
                "YOUTUBE_API_KEY": "k", "NO_COLOR": "1", "PATH": path, "SEEK_STATE_DIR": folder.path(of: "s"),
            ],
            input: InputLines(lines),
            terminal: Terminal(columns: 60),
            messagesGoToTerminal: true,
            opener: opener
        ) { $0.client.transport = transport }
        return (outcome, opener.opened)
    }

    @Test(
        "opens the results whose numbers are entered, and prints a hint after an invalid line",
        arguments: [
            (["2"], [1]), (["1 3"], [0, 2]), (["1,3"], [0, 2]), (["2-3"], [1, 2]), (["3, 1-2"], [2, 0, 1]),
            (["2 2"], [1]), (["9", "x", "0", "2-1", "2"], [1]),
        ]
    )
    func pickedNumbers(lines: [String], indices: [Int]) async {
        let (outcome, opened) = await run(typing: lines)
        #expect(outcome.status == .success)
        #expect(outcome.output.isEmpty)
        #expect(opened == indices.map { "\(Self.url)v\($0)" })
        #expect(outcome.messages.hasPrefix("#  TITLE   CHANNEL  PUBLISHED\n1  first "), "\(outcome.messages)")
        // One hint after each line but the last, which is valid: the hints divide the messages into as many parts.
        let parts = outcome.messages.components(separatedBy: "seek: enter numbers from 1 to 3, or nothing to cancel\n")
        #expect(parts.count == lines.count)
    }

    @Test("lists results of saved searches with the name of their search")
    func savedSearches() async {
        _ = await run(["saved", "add", "walks", "x", "--kinds", "videos"])
        let (outcome, _) = await run(["saved", "run", "--pick"], typing: ["1"])
        #expect(outcome.messages.contains("SEARCH"), "\(outcome.messages)")
        #expect(outcome.messages.contains("walks"), "\(outcome.messages)")
    }

    @Test("a cancelled search opens no picker")
    func cancelledSearch() async {
        let (gate, messages, opener) = (Gate(), RecordingOutput(), RecordingOpener())
        let first = SearchCommandTests.videos((0..<50).map { "t\($0)" }, next: "CAUQAA")
        let second = StubResponse.held(at: gate, .json(SearchCommandTests.videos(["last"])))
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(first)),
            stub(.get, "\(youTubeSearch)?pageToken=CAUQAA", returning: second),
        ])
        let context = CommandContext(
            environment: ["YOUTUBE_API_KEY": "k"],
            input: InputLines(["1"]),
            output: RecordingOutput(),
            messages: messages,
            terminal: Terminal(columns: 60),
            messagesGoToTerminal: true,
            opener: opener
        ) { $0.client.transport = transport }
        let command = Task { await SeekCommand.run(["videos", "x", "-L100", "--pick"], context: context) }
        await gate.waitForArrivals()
        command.cancel()
        // Also the status of a cancelled command.
        #expect(await command.value == .usage)
        #expect(!messages.text.contains("enter numbers"), "\(messages.text)")
        #expect(messages.text.contains("seek: cancelled; stopped after 50 videos; "), "\(messages.text)")
        #expect(opener.opened.isEmpty)
    }

    @Test("opens nothing if no number is entered", arguments: [[""], [], ["x", " "]])
    func nothingPicked(lines: [String]) async {
        let (outcome, opened) = await run(typing: lines)
        #expect(outcome.status == .usage)
        #expect(opened.isEmpty)
        #expect(outcome.messages.hasSuffix("seek: nothing was picked\n"))
    }

    @Test(
        "opens the picked results that have a web address, and reports those without one",
        arguments: [("1", true, CommandStatus.failure), ("1,2", true, .success), ("2", false, .success)]
    )
    func missingAddresses(line: String, isMissing: Bool, status: CommandStatus) async {
        let (messages, opener) = (RecordingOutput(), RecordingOpener())
        let context = CommandContext(
            environment: ["PATH": "/no/such/folder"],
            input: InputLines([line]),
            output: RecordingOutput(),
            messages: messages,
            opener: opener
        )
        let kind = ResultKind<String>(
            singular: "line",
            plural: "lines",
            address: { $0.isEmpty ? nil : $0 },
            fields: [.column("text") { .string($0) }]
        )
        let writer = ResultWriter(
            kind: kind,
            options: OutputOptions(),
            settings: CommandSettings(Console(context)),
            style: OutputStyle()
        )
        #expect(await writer.openPicked(from: ["", "https://example.com"]) == status)
        #expect(opener.opened.count == (line.contains("2") ? 1 : 0))
        let warning = "seek: warning: skipped 1 picked result without a web address\n"
        #expect(messages.text.contains(warning) == isMissing, "\(messages.text)")
        #expect(!messages.text.contains("nothing was picked"))
    }

    @Test("stores the numbers of its table for seek open, even if nothing is picked", arguments: ["", "3"])
    func lastTable(line: String) async {
        _ = await run(typing: [line])
        let (outcome, opened) = await run(["open", "2"])
        #expect(outcome.status == .success, "\(outcome.messages)")
        #expect(opened == ["\(Self.url)v1"])
    }

    @Test(
        "opens results of seek search and seek repos",
        arguments: [["search", "x", "-p"], ["repos", "x", "--pick"]]
    )
    func otherCommands(arguments: [String]) async {
        let (outcome, opened) = await run(arguments, typing: ["1"])
        #expect(outcome.status == .success)
        #expect(opened.count == 1)
    }

    @Test("reports that there are no results, as without --pick")
    func noResults() async {
        let (outcome, _) = await run(titles: [])
        #expect(outcome.status == .success)
        #expect(outcome.messages == "seek: no videos found for 'x'\n")
    }

    @Test("picks in fzf if it is installed, with a preview of the fields")
    func fzf() async throws {
        let (arguments, input) = (folder.path(of: "arguments"), folder.path(of: "input"))
        try folder.writeScript(
            "printf '%s\\n' \"$@\" > '\(arguments)'; cat > '\(input)'; sed -n '3p;1p' '\(input)'",
            to: "fzf"
        )
        let path = "\(folder.url.path):/usr/bin:/bin"
        let (outcome, opened) = await run(titles: [#"back\slash % \n"#, "b\tc\u{1B}", "third"], path: path)
        #expect(outcome.status == .success, "\(outcome)")
        #expect(opened == ["\(Self.url)v0", "\(Self.url)v2"])
        let flags = try String(contentsOfFile: arguments, encoding: .utf8)
        #expect(flags.contains("--multi\n"))
        let lines = try String(contentsOfFile: input, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 3)
        let fields = lines[0].split(separator: "\t").map(String.init)
        #expect(fields.count == 3)
        #expect(fields[0] == "1")
        #expect(fields[1].hasPrefix(#"back\slash % \n"#))
        // The preview as the shell prints it.
        let shell = try ChildProcess(["/bin/sh", "-c", #"printf %b "$1""#, "sh", fields[2]])
        _ = await shell.exitStatus()
        let preview = String(decoding: shell.output, as: UTF8.self)
        #expect(preview.contains("\ntitle         back\\slash % \\n\nurl           \(Self.url)v0\n"), "\(preview)")
        #expect(lines[1].hasPrefix("2\tb c\u{FFFD} "))
    }

    @Test(
        "opens nothing if fzf is cancelled, finds nothing or prints an unknown number",
        arguments: ["exit 130", "cat > /dev/null; exit 1", "echo 7"]
    )
    func fzfCancelled(script: String) async throws {
        try folder.writeScript(script, to: "fzf")
        let (outcome, opened) = await run(path: "\(folder.url.path):/usr/bin:/bin")
        #expect(outcome.status == .usage)
        #expect(opened.isEmpty)
        #expect(outcome.messages == "seek: nothing was picked\n")
    }

    @Test("reports that fzf failed")
    func fzfFailed() async throws {
        try folder.writeScript("echo 1; exit 2", to: "fzf")
        let (outcome, opened) = await run(path: "\(folder.url.path):/usr/bin:/bin")
        #expect(outcome.status == .failure)
        #expect(opened.isEmpty)
        #expect(outcome.messages == "seek: fzf failed with status 2, so nothing was picked; check FZF_DEFAULT_OPTS\n")
    }

    #if os(Linux)
    @Test("reads numbers on a terminal, and starts the browser")
    func pickedOnTerminal() async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        let opened = folder.path(of: "opened")
        try folder.writeScript("printf '%s\\n' \"$1\" >> '\(opened)'", to: "browser")
        var environment = TestServer.environment(server, folder)
        environment["BROWSER"] = folder.path(of: "browser")
        // Without fzf, which may be installed on this machine.
        environment["PATH"] = "/no/such/folder"
        let terminal = try #require(PseudoTerminal(columns: 80))
        terminal.type("1,3\n")
        let outcome = try await Program(environment: environment).run(
            ["repos", "swift", "--limit", "3", "--pick"],
            input: terminal.programEnd,
            output: terminal.programEnd,
            messages: terminal.programEnd
        )
        let text = plainText(try await terminal.text())
        #expect(outcome.status == 0, "\(text)")
        #expect(text.contains("#  NAME "), "\(text)")
        let urls = try String(contentsOfFile: opened, encoding: .utf8).split(separator: "\n")
        #expect(
            urls == [
                "https://github.com/swiftlet-works/swift-feather", "https://github.com/tinytelescope/swift-ephemeris",
            ]
        )
    }
    #endif
}
#endif
