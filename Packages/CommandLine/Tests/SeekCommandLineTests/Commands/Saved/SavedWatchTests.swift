import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekCommandLine

@Suite("seek saved run --watch", .timeLimit(.minutes(5)))
struct SavedWatchTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private var environment: [String: String] { ["YOUTUBE_API_KEY": "k", "SEEK_STATE_DIR": folder.url.path] }

    /// Returns the response of a round, with videos whose IDs are their titles in lowercase.
    private static func videos(_ titles: [String]) -> StubResponse {
        let items = titles.map { title -> JSONValue in
            let snippet: JSONValue = [
                "channelId": "c", "title": .string(title), "thumbnails": ["default": ["url": "https://e.com/a.jpg"]],
            ]
            return ["id": ["videoId": .string(title.lowercased())], "snippet": snippet]
        }
        return .json(["items": .array(items)])
    }

    /// Starts `seek saved run` with these arguments. In each round of `--watch`, YouTube returns the next response.
    private func watch(
        _ arguments: [String],
        output: some TextOutput,
        messages: RecordingOutput = RecordingOutput(),
        terminal: Terminal? = nil,
        messagesGoToTerminal: Bool = false,
        variables: [String: String] = [:],
        _ rounds: [StubResponse]
    ) -> Task<CommandStatus, Never> {
        var context = CommandContext(
            environment: environment.merging(variables) { $1 },
            output: output,
            messages: messages,
            terminal: terminal,
            messagesGoToTerminal: messagesGoToTerminal
        ) { [clock] in
            $0.client.transport = StubTransport([stub(.get, youTubeSearch, returning: .sequence(rounds))])
            $0.client.clock = clock
            $0.client.now = { Date(timeIntervalSince1970: 1_790_000_000) + clock.now.offset / .seconds(1) }
            $0.client.retryPolicy.maximumAttempts = 1
        }
        context.secondsFromGMT = { _ in 0 }
        return Task { [context] in await SeekCommand.run(["saved", "run"] + arguments, context: context) }
    }

    private func addSearch(_ name: String = "walks") async {
        _ = await seek(["saved", "add", name, "night walk", "--scope", "videos"], environment: environment)
    }

    /// Waits until the command sleeps, and advances the clock.
    private func advanceClock(by time: Duration) async {
        await clock.waitForSleepers()
        clock.advance(by: time)
    }

    /// Cancels a command when it waits for its next round, and returns its exit status.
    private func end(_ command: Task<CommandStatus, Never>) async -> CommandStatus {
        await clock.waitForSleepers()
        command.cancel()
        return await command.value
    }

    @Test("writes new and changed results of each round into a pipe, until the command is cancelled")
    func changesInPipe() async throws {
        await addSearch()
        let pipe = Pipe()
        let output = DescriptorOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let messages = RecordingOutput()
        let rounds = [["a", "b"], ["a", "b"], ["c", "a"], ["C"]].map(Self.videos)
        let command = watch(
            ["walks", "--watch", "15m", "--format", "ndjson", "--columns", "title,change"],
            output: output,
            messages: messages,
            rounds
        )
        for _ in 1..<rounds.count { await advanceClock(by: .seconds(900)) }
        #expect(await end(command) == .cancelled)
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: try #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
        #expect(
            text == """
                {"change":"new","title":"a"}
                {"change":"new","title":"b"}
                {"change":"new","title":"c"}
                {"change":"changed","title":"C"}

                """
        )
        #expect(messages.text.isEmpty)
        #expect(clock.now.offset == .seconds(2_700))
    }

    @Test("sends a request in each round, although the cache has a fresh response", .concurrentProgramLimit)
    func requestPerRound() async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        let environment = TestServer.environment(server, folder)
        _ = await runCommand(["saved", "add", "walks", "swift", "--scope", "videos"], environment: environment)
        let output = RecordingOutput()
        let context = CommandContext(environment: environment, output: output, messages: RecordingOutput()) {
            [clock] in $0.client.clock = clock
        }
        let command = Task { await SeekCommand.run(["saved", "run", "--watch", "15m"], context: context) }
        await advanceClock(by: .seconds(900))
        await clock.waitForSleepers()
        #expect(server.received.count == 2)
        #expect(output.text.hasPrefix("walks\tnew\tvideo\t"))
        command.cancel()
        #expect(await command.value == .cancelled)
    }

    @Test("reports each failed round in one line, and continues")
    func failedRounds() async {
        await addSearch()
        let (output, messages) = (RecordingOutput(), RecordingOutput())
        let failure = StubResponse.status(500)
        let command = watch(
            ["--watch", "15m"],
            output: output,
            messages: messages,
            [Self.videos(["a"]), failure, failure, Self.videos(["a", "b"])]
        )
        for _ in 0..<3 { await advanceClock(by: .seconds(900)) }
        _ = await end(command)
        #expect(
            output.text.split(separator: "\n").map { $0.prefix(18) } == [
                "walks\tnew\tvideo\ta\t", "walks\tnew\tvideo\tb\t",
            ]
        )
        let lines = messages.text.split(separator: "\n")
        #expect(lines.count == 2, "\(messages.text)")
        #expect(lines.allSatisfy { $0.hasPrefix("seek: warning: walks: YouTube (www.googleapis.com) failed: ") })
    }

    @Test("includes searches added between rounds; if it watches only one search, ends when that search is removed")
    func addedAndRemoved() async {
        await addSearch()
        let (output, messages) = (RecordingOutput(), RecordingOutput())
        let watchOfAll = watch(["--watch", "1h"], output: output, Array(repeating: Self.videos(["a"]), count: 3))
        await clock.waitForSleepers()
        await addSearch("more")
        clock.advance(by: .seconds(3_600))
        _ = await end(watchOfAll)
        #expect(output.text.contains("more\tnew\tvideo\ta\t"))
        let watchOfOne = watch(["more", "--watch", "1h"], output: output, messages: messages, [Self.videos(["a"])])
        await clock.waitForSleepers()
        _ = await seek(["saved", "remove", "more"], environment: environment)
        clock.advance(by: .seconds(3_600))
        #expect(await watchOfOne.value == .failure)
        #expect(messages.text == "seek: no saved search 'more'; run 'seek saved list' for all saved searches\n")
    }

    @Test("continues with a search that is renamed or replaced between rounds")
    func renamed() async {
        await addSearch()
        let (output, messages) = (RecordingOutput(), RecordingOutput())
        let rounds = [["a"], ["a", "b"], ["c"]].map(Self.videos)
        let command = watch(["walks", "--watch", "1h"], output: output, messages: messages, rounds)
        await clock.waitForSleepers()
        _ = await seek(["saved", "edit", "walks", "--name", "nights"], environment: environment)
        await advanceClock(by: .seconds(3_600))
        await clock.waitForSleepers()
        #expect(messages.text == "seek: 'walks' was renamed to 'nights'\n")
        #expect(output.text.split(separator: "\n").map { $0.prefix(12) } == ["new\tvideo\ta\t", "new\tvideo\tb\t"])
        let replacement = ["saved", "add", "nights", "day walk", "--scope", "videos", "--replace"]
        _ = await seek(replacement, environment: environment)
        await advanceClock(by: .seconds(3_600))
        #expect(await end(command) == .cancelled)
        #expect(output.text.split(separator: "\n").last?.hasPrefix("new\tvideo\tc\t") == true)
    }

    @Test("rejects a run that exceeds the daily limit, however long the interval is")
    func tooManySearches() async {
        for name in ["walks", "tours"] {
            _ = await seek(["saved", "add", name, "x", "--scope", "videos", "-L500"], environment: environment)
        }
        for (names, problem) in [
            (["walks"], "one run needs 10 of YouTube's 5 searches a day; "),
            ([], "one run needs 20 of YouTube's 5 searches a day; watch one search only, or "),
        ] {
            let messages = RecordingOutput()
            let command = watch(
                names + ["--watch", "100d"],
                output: RecordingOutput(),
                messages: messages,
                variables: ["SEEK_YOUTUBE_SEARCH_QUOTA": "5"],
                [Self.videos([])]
            )
            #expect(await command.value == .usage)
            #expect(
                messages.text
                    == "seek: \(problem)reduce the number of results with: seek saved edit NAME --limit N\n"
            )
        }
    }

    @Test("warns if today's quota does not suffice for the runs until it resets")
    func usedUpQuota() async {
        await addSearch()
        _ = await seek(
            ["videos", "x"],
            environment: environment,
            transport: StubTransport([
                stub(.get, youTubeSearch, returning: .json(file: "youtube/error_quota_exceeded", status: 403))
            ]),
            now: { Date(timeIntervalSince1970: 1_790_000_000) }
        )
        let messages = RecordingOutput()
        let command = watch(
            ["walks", "--watch", "1h"],
            output: RecordingOutput(),
            messages: messages,
            [Self.videos(["a"])]
        )
        _ = await end(command)
        #expect(
            messages.text.hasPrefix(
                "seek: warning: 0 of YouTube's searches are left today, enough for 0 runs; see seek quota\n"
            ),
            "\(messages.text)"
        )
    }

    @Test("accepts the longest interval that can be entered")
    func longInterval() async {
        await addSearch()
        let messages = RecordingOutput()
        let command = watch(
            ["--watch", "1000000w"],
            output: RecordingOutput(),
            messages: messages,
            [Self.videos(["a"])]
        )
        // Without a terminal, the command waits in steps of a day.
        for _ in 0..<3 { await advanceClock(by: .seconds(86_400)) }
        command.cancel()
        #expect(await command.value == .cancelled)
        #expect(messages.text.isEmpty)
    }

    @Test("prints no JSON in a round without changes", arguments: [[], ["walks"]])
    func jsonOfRounds(names: [String]) async {
        await addSearch()
        let output = RecordingOutput()
        let rounds = [["a"], ["a"], ["a", "b"]].map(Self.videos)
        let command = watch(names + ["--watch", "15m", "--json", "title"], output: output, rounds)
        for _ in 1..<rounds.count { await advanceClock(by: .seconds(900)) }
        _ = await end(command)
        let documents = ["a", "b"].map { title in
            let results = #""results":[{"title":"\#(title)"}]"#
            return names.isEmpty ? #"[{"failures":[],\#(results),"search":"walks"}]"# : #"{"failures":[],\#(results)}"#
        }
        #expect(output.text == documents.map { "\($0)\n" }.joined())
    }

    @Test("ends when the reader has closed the output")
    func closedOutput() async {
        await addSearch()
        let command = watch(
            ["walks", "--watch", "15m"],
            output: RecordingOutput(failing: .closed),
            [Self.videos(["a"])]
        )
        #expect(await command.value == .success)
    }

    @Test(
        "rejects only intervals that would use up the daily limit, and names the shortest valid interval",
        arguments: [
            (
                "5m", 30,
                "--watch 5m would use up YouTube's 100 searches a day after 8h20m; use --watch 15m or longer"
            ),
            (
                "14m", 30,
                "--watch 14m would use up YouTube's 100 searches a day after 23h20m; use --watch 15m or longer"
            ),
            ("1d", 1_000, nil), ("15m", 30, nil),
            (
                "15m", 1_000,
                "--watch 15m would use up YouTube's 100 searches a day after 2h30m; use --watch 2h24m or longer"
            ),
        ] as [(String, Int, String?)]
    )
    func shortIntervals(interval: String, limit: Int, problem: String?) async {
        _ = await seek(["saved", "add", "walks", "x", "--scope", "videos", "-L\(limit)"], environment: environment)
        let messages = RecordingOutput()
        let arguments = ["walks", "--watch", interval]
        let command = watch(arguments, output: RecordingOutput(), messages: messages, [Self.videos(["a"])])
        if problem == nil {
            await clock.waitForSleepers()
            command.cancel()
        }
        let status: CommandStatus = problem == nil ? .cancelled : .usage
        #expect(await command.value == status)
        #expect(messages.text == (problem.map { "seek: \($0)\n" } ?? ""))
    }

    @Test("rejects an interval at which the searches would exceed GitHub's limit per minute")
    func gitHubLimit() {
        let limit = WatchLimit(name: "GitHub's 10 searches a minute", calls: 3, allowed: 10, period: .seconds(60))
        #expect(limit.problem(with: .seconds(18)) == nil)
        #expect(
            limit.problem(with: .seconds(1))
                == "--watch 1s would use up GitHub's 10 searches a minute after 3s; use --watch 18s or longer"
        )
        let burst = WatchLimit(name: "GitHub's 10 searches a minute", calls: 20, allowed: 10, period: .seconds(60))
        #expect(burst.problem(with: .seconds(120)) == nil)
        #expect(
            burst.problem(with: .seconds(90))
                == "--watch 1m30s would use up GitHub's 10 searches a minute after 1m30s; use --watch 2m or longer"
        )
        let withoutCalls = WatchLimit(name: "x", calls: 0, allowed: 0, period: .seconds(60))
        #expect(withoutCalls.problem(with: .milliseconds(1)) == nil)
    }

    @Test(
        "rejects flags that cannot be combined with --watch",
        arguments: [
            (["--format", "csv"], "--watch prints several tables; use --format tsv or ndjson instead of csv"),
            (["--exit-code"], "--exit-code and --watch cannot be combined; remove one"),
            (["--dry-run"], "--watch and --dry-run cannot be combined; remove one"),
        ]
    )
    func conflictingFlags(flags: [String], message: String) async {
        let outcome = await seek(["saved", "run", "--watch", "1h"] + flags, environment: environment)
        #expect(outcome == Outcome(status: .usage, output: "", messages: "seek: \(message)\n"))
    }

    #if os(Linux)
    @Test("on a terminal, shows a table for each round with changes, and the time of the next round")
    func tablesOnTerminal() async throws {
        await addSearch()
        let terminal = try #require(PseudoTerminal(columns: 60))
        let messages = RecordingOutput()
        let command = watch(
            ["walks", "--watch", "15m"],
            output: DescriptorOutput(descriptor: terminal.programEnd.fileDescriptor),
            messages: messages,
            terminal: Terminal(columns: 60),
            messagesGoToTerminal: true,
            [["a"], ["a"], ["b", "a"]].map(Self.videos)
        )
        await clock.waitForSleepers()
        #expect(messages.text.contains("seek: running every 15m; press Ctrl-C to stop\n"))
        #expect(messages.text.hasSuffix("seek: next run in 15 minutes "))
        for _ in 0..<840 { await advanceClock(by: .seconds(1)) }
        await clock.waitForSleepers()
        #expect(messages.text.hasSuffix("seek: next run in 60 s "))
        for _ in 0..<(60 + 900) { await advanceClock(by: .seconds(1)) }
        #expect(await end(command) == .cancelled)
        #expect(messages.text.hasSuffix("\r\u{1B}[K"))
        let text = EveryCommandTests.plain(try await terminal.text())
        let parts = text.components(separatedBy: "walks: 1 new\n\n#  CHANGE")
        #expect(parts.count == 3, "\(text)")
        #expect(parts.last?.contains("1  new     video  b") == true, "\(text)")
    }

    @Test(
        "is terminated by SIGINT while it waits, whether the output goes to a file or to a terminal",
        .concurrentProgramLimit,
        arguments: [false, true]
    )
    func interrupt(isTerminal: Bool) async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        let program = Program(environment: TestServer.environment(server, folder))
        _ = try await program.run("saved", "add", "walks", "swift")
        let terminal = try #require(PseudoTerminal(columns: 80))
        let file = try folder.write("", to: "output")
        let outcome = try await program.run(
            ["saved", "run", "--watch", "1h"],
            output: isTerminal ? terminal.programEnd : FileHandle(forWritingTo: file),
            messages: terminal.programEnd
        ) { processID in
            await eventually { terminal.shownText.contains("seek: next run ") }
            kill(processID, SIGINT)
        }
        #expect(outcome.status == 128 + SIGINT)
        let text = EveryCommandTests.plain(try await terminal.text())
        if isTerminal {
            #expect(text.contains("walks: 30 new\n\n"), "\(text)")
        } else {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 30)
            #expect(lines.allSatisfy { $0.hasPrefix("walks\tnew\t") })
        }
    }

    @Test("ends after a run without changes if the reader has closed the output", .concurrentProgramLimit)
    func closedReader() async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        let program = Program(environment: TestServer.environment(server, folder))
        for arguments in [["add", "walks", "swift"], ["run", "walks"]] {
            _ = try await program.run(["saved"] + arguments)
        }
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let outcome = try await program.run("saved", "run", "--watch", "1h", output: pipe.fileHandleForWriting)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.messages.isEmpty, "\(outcome)")
    }
    #endif
}
