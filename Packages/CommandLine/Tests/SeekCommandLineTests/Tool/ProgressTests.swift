import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekCommandLine

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Progress", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct ProgressTests {
    private static let erase = "\r\u{1B}[K"

    private let messages = RecordingOutput()
    private let clock = ManualClock()

    /// Returns a console that records its messages.
    private func console(messagesGoToTerminal: Bool = true, outputIsPipe: Bool = false) -> Console {
        var context = CommandContext(
            environment: [:],
            output: RecordingOutput(),
            messages: messages,
            messagesGoToTerminal: messagesGoToTerminal
        )
        context.outputIsPipe = outputIsPipe
        context.progressClock = clock
        return Console(context)
    }

    @Test("appears after 300 ms, shows the time since the last update from 2 s on, and is erased by a message")
    func delayAndIdleTime() async {
        let console = console()
        console.progress.start("waiting")
        await clock.waitForSleepers(1)
        #expect(messages.text.isEmpty)
        clock.advance(by: .milliseconds(300))
        await clock.waitForSleepers(1)
        #expect(messages.text == "\(Self.erase)seek: waiting ")
        for _ in 0..<2 {
            clock.advance(by: .seconds(1))
            await clock.waitForSleepers(1)
        }
        #expect(messages.text.hasSuffix("waiting \(Self.erase)seek: waiting (2 s) "))
        console.progress.update("page 2")
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers(1)
        #expect(messages.text.hasSuffix("(2 s) \(Self.erase)seek: page 2 "))
        console.report("note")
        console.progress.end()
        #expect(messages.text.hasSuffix("page 2 \(Self.erase)seek: note\n"))
    }

    @Test(
        "is erased before data is written to a pipe, and not shown again; data for a file has no effect",
        arguments: [true, false]
    )
    func pipe(isPipe: Bool) {
        let console = console(outputIsPipe: isPipe)
        console.progress.start("searching")
        console.progress.update("page 1")
        #expect(console.write("data") == .success)
        console.progress.start("fetching details")
        console.progress.update("page 2")
        let pages = isPipe ? "seek: page 1 \(Self.erase)" : "seek: page 1 \(Self.erase)seek: page 2 "
        #expect(messages.text == Self.erase + pages)
        #expect(console.progress.isEnabled != isPipe)
    }

    @Test(
        "is not shown if it ends within 300 ms without an update, or if messages do not go to a terminal",
        arguments: [true, false]
    )
    func hiddenProgress(isTerminal: Bool) {
        let console = console(messagesGoToTerminal: isTerminal)
        console.progress.start("waiting")
        if !isTerminal { console.progress.update("page 2") }
        console.progress.end()
        #expect(messages.text.isEmpty)
    }

    @Test(
        "shows the total number of pages if the link to the last page contains it",
        arguments: [
            (nil, "1 page, 1.5 kB"), ("<https://x/?page=12&q=1>; rel=\"last\"", "1 of 12 pages, 1.5 kB"),
            ("<https://x/?after=a>; rel=\"last\"", "1 page, 1.5 kB"),
        ] as [(String?, String)]
    )
    func pageCount(link: String?, text: String) throws {
        var progress = PaginationProgress()
        progress.addPage(try #require(URL(string: "https://x/")), bodySize: 1_500)
        var response = HTTPResponse()
        response.headerFields[.link] = link
        #expect(progress.description(of: response) == text)
    }

    @Test(
        "--paginate stops at a limit of pages, bytes or time",
        arguments: [
            (999, 1, 3_599, nil), (1_000, 1, 0, "1000 pages"), (16, 64 << 20, 0, "1024 MiB"),
            (1, 1, 3_600, "60 minutes"),
        ] as [(Int, Int, Int, String?)]
    )
    func pageLimits(pages: Int, bytes: Int, seconds: Int, limit: String?) async throws {
        let clock = ImmediateClock()
        var progress = PaginationProgress(clock: clock)
        let url = try #require(URL(string: "https://x/1"))
        for _ in 0..<pages { progress.addPage(url, bodySize: bytes) }
        try await clock.sleep(for: .seconds(seconds))
        let reason = progress.reasonToStop(before: url.appending(path: "2"))
        #expect(reason == limit.map { "stopped after \($0); continue with: seek api --paginate 'https://x/1/2'" })
    }

    #if os(Linux)
    @Test("is not shown while the next page is fetched, after results were written to a pipe")
    func nextPage() async throws {
        let server = try TestServer.startStallingAtSecondPage()
        defer { server.stop() }
        let program = Program(environment: TestServer.environment(server, try TemporaryFolder()))
        let terminal = try #require(PseudoTerminal(columns: 80))
        _ = try await program.run(["videos", "x", "-L", "100"], messages: terminal.programEnd) { processID in
            await server.waitUntilReceived(2)
            kill(processID, SIGINT)
        }
        let shown = try await terminal.text()
        #expect(!shown.contains("page 1"), "\(shown)")
        #expect(shown.contains("stopped after 50 videos"), "\(shown)")
    }

    @Test(
        "is visible on a terminal during a stalled request, and erased after Ctrl-C",
        arguments: [
            (["videos", "x"], "searching for videos"), (["search", "x", "--timeout", "1h"], "searching"),
            (["video", "gQ_1zX-F_No"], "fetching the video"), (["quota"], "fetching GitHub's limits"),
            (["api", "users"], "waiting for 127.0.0.1"), (["saved", "run", "x"], "running 'x'"),
        ]
    )
    func stalledRequest(arguments: [String], text: String) async throws {
        let server = try LoopbackServer { _ in .fault(.stall) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let program = Program(environment: TestServer.environment(server, folder))
        if arguments[0] == "saved" { _ = try await program.run("saved", "add", "x", "x") }
        let terminal = try #require(PseudoTerminal(columns: 80))
        let outcome = try await program.run(arguments, messages: terminal.programEnd) { processID in
            await eventually { terminal.shownText.contains("seek: \(text) ") }
            kill(processID, SIGINT)
        }
        #expect(outcome.status == 128 + SIGINT)
        let shown = try await terminal.text()
        #expect(shown.hasSuffix("\(Self.erase)seek: cancelled\n"), "\(shown)")
    }
    #endif
}
