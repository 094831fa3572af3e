import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekTestHelpers
import Testing

@Suite("Runs of saved searches that are interrupted")
struct SavedRunAllTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func saved(
        _ arguments: String...,
        videos: StubResponse = .json(SearchCommandTests.videos(["a", "b"], total: 2))
    ) async -> Outcome {
        await seek(
            ["saved"] + arguments,
            environment: ["SEEK_STATE_DIR": folder.url.path, "YOUTUBE_API_KEY": "k"],
            transport: StubTransport([stub(.get, youTubeSearch, returning: videos)])
        )
    }

    private func addSearches() async {
        _ = await saved("add", "walks", "night walk", "--kinds", "videos")
        _ = await saved("add", "tools", "swift", "--kinds", "repositories")
    }

    @Test(
        "reports results again if they could not be written",
        arguments: [["run"], ["run", "walks"]],
        // A pipe whose reader has exited is not a failure.
        [(OutputError.failed("No space left on device"), CommandStatus.failure), (.closed, .success)]
    )
    func brokenOutput(arguments: [String], failure: (error: OutputError, status: CommandStatus)) async {
        await addSearches()
        let page = StubResponse.json(SearchCommandTests.videos(["a", "b"], total: 2))
        let context = CommandContext(
            environment: ["SEEK_STATE_DIR": folder.url.path, "YOUTUBE_API_KEY": "k"],
            output: RecordingOutput(failing: failure.error),
            messages: RecordingOutput()
        ) {
            $0.client.transport = StubTransport([
                stub(.get, youTubeSearch, returning: page), stub(.get, repositorySearch, returning: .status(404)),
            ])
        }
        #expect(await SeekCommand.run(["saved"] + arguments, context: context) == failure.status)
        let outcome = await saved("run", "walks")
        #expect(outcome.output.split(separator: "\n").count == 2, "\(outcome)")
    }

    @Test("a change during a run is retained, and the run reports that its results were not stored")
    func editDuringRun() async {
        _ = await saved("add", "walks", "night walk", "--kinds", "videos", "-L9", "--order", "date")
        let gate = Gate()
        let page = StubResponse.held(at: gate, .json(SearchCommandTests.videos(["a"], total: 1)))
        async let run = saved("run", "walks", videos: page)
        await gate.waitForArrivals()
        _ = await saved("edit", "walks", "day walk")
        gate.open()
        let problem = "'walks' was run again, changed or removed during the run; this run was not stored"
        #expect(await run.messages == "seek: warning: \(problem)\n")
        #expect(await saved("list").output == "walks\tday walk\tvideos\t--kinds videos --limit 9 --order date\t0\t\n")
    }

    /// Returns a context in which YouTube's response is held until the gate opens.
    private func context(heldAt gate: Gate, output: RecordingOutput, messages: RecordingOutput) -> CommandContext {
        let videos = StubResponse.held(at: gate, .json(SearchCommandTests.videos(["a"])))
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: videos),
            stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
        ])
        let environment = ["YOUTUBE_API_KEY": "k", "SEEK_STATE_DIR": folder.url.path]
        return CommandContext(environment: environment, output: output, messages: messages) {
            $0.client.transport = transport
        }
    }

    @Test("prints the results that were received before the run was cancelled")
    func cancellation() async {
        await addSearches()
        let (gate, output, messages) = (Gate(), RecordingOutput(), RecordingOutput())
        let context = context(heldAt: gate, output: output, messages: messages)
        let command = Task { await SeekCommand.run(["saved", "run"], context: context) }
        await gate.waitForArrivals()
        command.cancel()
        // The status 2 of a usage error, which `gh` uses for cancelled commands.
        #expect(await command.value == .usage)
        #expect(output.text.hasPrefix("tools\tnew\trepository\t"))
        #expect(messages.text == "seek: cancelled\n")
    }

    @Test("shows the number of the running search, and the total")
    func progress() async throws {
        await addSearches()
        let (gate, messages) = (Gate(), RecordingOutput())
        var context = context(heldAt: gate, output: RecordingOutput(), messages: messages)
        context.messagesGoToTerminal = true
        let command = Task { [context] in await SeekCommand.run(["saved", "run"], context: context) }
        await gate.waitForArrivals()
        #expect(messages.text.contains("seek: running 'walks' (2 of 2) "))
        gate.open()
        #expect(await command.value == .success)
    }
}
