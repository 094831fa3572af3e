import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("seek saved run --watch", .timeLimit(.minutes(5)))
struct SavedWatchTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private var environment: [String: String] { ["YOUTUBE_API_KEY": "k", "SEEK_STATE_DIR": folder.url.path] }

    /// Starts `seek saved run` with these arguments. In each round of `--watch`, YouTube returns the next response.
    private func watch(
        _ arguments: [String],
        output: some TextOutput,
        messages: RecordingOutput = RecordingOutput(),
        terminal: Terminal? = nil,
        messagesGoToTerminal: Bool = false,
        rounds: [[String]]
    ) -> Task<CommandStatus, Never> {
        var context = CommandContext(
            environment: environment,
            output: output,
            messages: messages,
            terminal: terminal,
            messagesGoToTerminal: messagesGoToTerminal
        ) { [clock] in
            let pages = rounds.map { StubResponse.json(SearchCommandTests.videos($0)) }
            $0.client.transport = StubTransport([stub(.get, youTubeSearch, returning: .sequence(pages))])
            $0.client.clock = clock
            $0.client.now = { Date(timeIntervalSince1970: 1_790_000_000) + clock.now.offset / .seconds(1) }
            $0.client.retryPolicy.maximumAttempts = 1
        }
        context.secondsFromGMT = { _ in 0 }
        return Task { [context] in await SeekCommand.run(["saved", "run"] + arguments, context: context) }
    }

    private func addSearch(_ name: String = "walks") async {
        _ = await seek(["saved", "add", name, "night walk", "--kinds", "videos"], environment: environment)
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

    @Test("rounds and intervals", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let transcript = """
        # each round writes new and changed results, until the command is cancelled
        GET youtube/search ->
          videos a b
          videos a b
          videos A b c
        $ seek saved add walks x --kinds videos
        $ seek saved run walks --watch 15m --format ndjson --columns title,change &
        {"change":"new","title":"a"}
        {"change":"new","title":"b"}
        $ sleep 900
        $ sleep 900
        {"change":"new","title":"c"}
        {"change":"changed","title":"A"}
        $ kill %1
        [2]

        # JSON is printed only in rounds with changes
        GET youtube/search ->
          videos a
          videos a
          videos a
          videos a b
        $ seek saved add walks x --kinds videos
        $ seek saved run walks --watch 15m --json title &
        {"failures":[],"results":[{"title":"a"}]}
        $ sleep 900
        $ kill %1
        [2]
        $ seek saved run --watch 15m --json title &
        $ sleep 900
        [{"failures":[],"results":[{"title":"b"}],"search":"walks"}]
        $ kill %1
        [2]

        # a failed round is reported in one line, and the next round follows
        GET youtube/search ->
          videos a
          500
          500
          videos a b
        $ seek saved add walks x --kinds videos
        $ seek saved run --watch 15m --columns search,change,title &
        walks\tnew\ta
        $ sleep 900
        ! seek: warning: walks: YouTube (www.googleapis.com) failed: status 500: {}; try again later
        $ sleep 900
        ! seek: warning: walks: YouTube (www.googleapis.com) failed: status 500: {}; try again later
        $ sleep 900
        walks\tnew\tb
        $ kill %1
        [2]

        # searches that are added between rounds are included; a watch of a single search ends when it is removed
        GET youtube/search -> videos a
        $ seek saved add walks x --kinds videos
        $ seek saved run --watch 1h --columns search,title &
        walks\ta
        $ seek saved add more x --kinds videos
        $ sleep 3600
        more\ta
        $ kill %1
        [2]
        $ seek saved run more --watch 1h --columns search,title &
        $ seek saved remove more
        ! seek: removed the saved search 'more' and its history
        $ sleep 3600
        ! seek: no saved search 'more'; run 'seek saved list' for all saved searches
        $ wait
        [1]

        # a search that is renamed or replaced between rounds is still watched
        GET youtube/search ->
          videos a
          videos a b
          videos c
        $ seek saved add walks x --kinds videos
        $ seek saved run walks --watch 1h --columns change,title &
        new\ta
        $ seek saved edit walks --name nights
        $ sleep 3600
        new\tb
        ! seek: 'walks' was renamed to 'nights'
        $ seek saved add nights y --kinds videos --replace
        ! seek: the saved search 'nights' is now 'y' --kinds videos --limit 30, without history; it was 'x' --kinds videos --limit 30
        $ sleep 3600
        new\tc
        $ kill %1
        [2]

        # an interval at which the searches would exceed GitHub's limit per minute is rejected
        ANY * -> nothing
        $ unset GH_TOKEN
        $ seek saved add walks x --kinds repositories,issues,users
        $ seek saved run walks --watch 1s
        2! seek: --watch 1s would use up GitHub's 10 searches a minute after 3s; use --watch 18s or longer
        $ seek saved run walks --watch 18s &
        $ kill %1
        [2]
        $ seek saved edit walks -L500
        $ seek saved run walks --watch 18s
        2! seek: --watch 18s would use up GitHub's 10 searches a minute after 18s; use --watch 2m or longer

        # a run that exceeds the daily limit is rejected, however long the interval is
        $ export SEEK_YOUTUBE_SEARCH_QUOTA=5
        $ seek saved add walks x --kinds videos -L500
        $ seek saved run walks --watch 100d
        2! seek: one run needs 10 of YouTube's 5 searches a day; reduce the number of results with: seek saved edit NAME --limit N
        $ seek saved add tours x --kinds videos -L500
        $ seek saved run --watch 100d
        2! seek: one run needs 20 of YouTube's 5 searches a day; watch one search only, or reduce the number of results with: seek saved edit NAME --limit N

        # an interval that would use up the daily limit is rejected, and the shortest valid one is named
        GET youtube/search -> videos a
        $ seek saved add walks x --kinds videos -L30
        $ seek saved run walks --watch 5m
        2! seek: --watch 5m would use up YouTube's 100 searches a day after 8h20m; use --watch 15m or longer
        $ seek saved run walks --watch 14m
        2! seek: --watch 14m would use up YouTube's 100 searches a day after 23h20m; use --watch 15m or longer
        $ seek saved run walks --watch 15m --columns title &
        a
        $ kill %1
        [2]
        $ seek saved edit walks -L1000
        $ seek saved run walks --watch 15m
        2! seek: --watch 15m would use up YouTube's 100 searches a day after 2h30m; use --watch 2h24m or longer
        $ seek saved run walks --watch 1d --columns title &
        $ kill %1
        [2]

        # the longest interval that can be entered is accepted
        GET youtube/search -> videos a
        $ seek saved add walks x --kinds videos
        $ seek saved run --watch 1000000w --columns title &
        a
        $ sleep 86400
        $ sleep 86400
        $ kill %1
        [2]

        # a warning is printed if today's quota does not suffice for the runs until it resets
        GET youtube/search ->
          403 youtube/error_quota_exceeded
          videos a
        $ seek saved add walks x --kinds videos
        $ seek videos x
        1! seek: YouTube: today's quota is used up; it resets tomorrow at 07:00 UTC (midnight Pacific time)
        $ seek saved run walks --watch 1h &
        ! seek: warning: 0 of YouTube's searches are left today, enough for 0 runs; see seek quota
        ! seek: YouTube: today's quota is used up; it resets tomorrow at 07:00 UTC (midnight Pacific time)
        $ kill %1
        [2]

        # a format for a single table is rejected
        $ seek saved run --watch 1h --format csv
        2! seek: --watch prints several tables; use --format tsv or ndjson instead of csv
        """

    @Test("sends a request in each round, although the cache has a fresh response", .concurrentProgramLimit)
    func requestPerRound() async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        let environment = TestServer.environment(server, folder)
        _ = await runCommand(["saved", "add", "walks", "swift", "--kinds", "videos"], environment: environment)
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
        #expect(await command.value == .usage)
    }

    @Test("ends when the reader has closed the output")
    func closedOutput() async {
        await addSearch()
        let command = watch(
            ["walks", "--watch", "15m"],
            output: RecordingOutput(failing: .closed),
            rounds: [["a"]]
        )
        #expect(await command.value == .success)
    }

    @Test("on a terminal, shows a table for each round with changes, and the time of the next round")
    func tablesOnTerminal() async {
        await addSearch()
        let (output, messages) = (RecordingOutput(), RecordingOutput())
        let command = watch(
            ["walks", "--watch", "15m"],
            output: output,
            messages: messages,
            terminal: Terminal(columns: 60),
            messagesGoToTerminal: true,
            rounds: [["a"], ["a"], ["a", "b"]]
        )
        await clock.waitForSleepers()
        #expect(messages.text.contains("seek: running every 15m; press Ctrl-C to stop\n"))
        #expect(messages.text.hasSuffix("seek: next run in 15 minutes "))
        for _ in 0..<840 { await advanceClock(by: .seconds(1)) }
        await clock.waitForSleepers()
        #expect(messages.text.hasSuffix("seek: next run in 60 s "))
        for _ in 0..<(60 + 900) { await advanceClock(by: .seconds(1)) }
        #expect(await end(command) == .usage)
        #expect(messages.text.hasSuffix("\r\u{1B}[K"))
        let text = plainText(output.text)
        let parts = text.components(separatedBy: "walks: 1 new\n\n#  CHANGE")
        #expect(parts.count == 3, "\(text)")
        #expect(parts.last?.contains("1  new     video  b") == true, "\(text)")
    }

    #if os(Linux)
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
        let text = plainText(try await terminal.text())
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
