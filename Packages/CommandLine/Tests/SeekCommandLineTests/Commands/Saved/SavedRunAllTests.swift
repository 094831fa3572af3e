import Foundation
import Seek
import SeekBasics
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Running all saved searches")
struct SavedRunAllTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func saved(
        _ arguments: String...,
        key: String? = "k",
        videos: StubResponse = .json(SearchCommandTests.videos(["a", "b"], total: 2)),
        repositories: StubResponse = .json(file: "github/search_repositories"),
        terminal: Terminal? = nil
    ) async -> Outcome {
        var environment = ["SEEK_STATE_DIR": folder.url.path, "NO_COLOR": "1"]
        environment["YOUTUBE_API_KEY"] = key
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: videos), stub(.get, repositorySearch, returning: repositories),
        ])
        return await seek(["saved"] + arguments, environment: environment, terminal: terminal, transport: transport)
    }

    private func addSearches() async {
        _ = await saved("add", "walks", "night walk", "--scope", "videos")
        _ = await saved("add", "tools", "swift", "--scope", "repositories")
    }

    @Test("names the search in the first column, and in the message about no changes", arguments: [[], ["--all"]])
    func searchNames(flags: [String]) async {
        await addSearches()
        let outcome = flags.isEmpty ? await saved("run") : await saved("run", "--all")
        #expect(outcome.status == .success)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("walks\tnew\tvideo\t") }.count == 2, "\(outcome)")
        #expect(!lines.filter { $0.hasPrefix("tools\tnew\trepository\t") }.isEmpty)
        let unchanged = await saved("run")
        #expect(unchanged.output.isEmpty)
        #expect(
            unchanged.messages
                == "seek: tools: no changes since the last run\nseek: walks: no changes since the last run\n"
        )
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

    @Test("prints a table for each search with changes, and numbers all rows consecutively")
    func tablePerSearch() async throws {
        await addSearches()
        _ = await saved("run", "tools")
        _ = await saved("add", "more", "walk", "--scope", "videos")
        let outcome = await saved("run", terminal: Terminal(columns: 100))
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "Showing 4 results; open one with: seek open NUMBER")
        let moreIndex = try #require(lines.firstIndex(of: "more: 2 new"), "\(outcome)")
        let walksIndex = try #require(lines.firstIndex(of: "walks: 2 new"), "\(outcome)")
        #expect(lines[moreIndex + 3].hasPrefix("1  new"))
        #expect(lines[moreIndex + 5].isEmpty)
        #expect(lines[walksIndex + 3].hasPrefix("3  new"))
        #expect(outcome.messages == "seek: tools: no changes since the last run\n")
    }

    @Test("prints a section of Markdown for each search with changes")
    func markdownSections() async {
        await addSearches()
        let outcome = await saved("run", "--format", "markdown")
        #expect(outcome.output.hasPrefix("## tools: "))
        #expect(outcome.output.contains("\n\n## walks: 2 new\n\n| change | kind |"), "\(outcome)")
    }

    @Test("prints a JSON array with the results and the failures of each search")
    func jsonOfSearches() async throws {
        await addSearches()
        let outcome = await saved("run", "--json", "title,change", videos: .status(500))
        #expect(outcome.status == .success)
        let documents = try JSONDecoder().decode([JSONValue].self, from: Data(outcome.output.utf8))
        #expect(documents.map { $0["search"].string } == ["tools", "walks"])
        #expect(documents.map { $0["failures"].array?.count } == [0, 1])
        #expect(documents[0]["results"][0]["change"].string == "new")
        #expect(documents[1]["failures"][0]["source"].string == "youtube")
        #expect(outcome.messages.hasPrefix("seek: warning: walks: YouTube (www.googleapis.com) failed: "))
        let lines = await saved("run", "--format", "ndjson", "--columns", "search,title").output
        #expect(lines.hasPrefix(#"{"search":"walks","title":"a"}"#), "\(lines)")
    }

    @Test("fails if all searches fail, with status 4 if all lack a credential")
    func totalFailure() async {
        await addSearches()
        let failed = await saved("run", videos: .status(500), repositories: .status(500))
        #expect(failed.status == .failure)
        #expect(failed.output.isEmpty)
        #expect(failed.messages.hasSuffix("seek: all 2 saved searches failed\n"), "\(failed)")
        let document = await saved("run", "--json", videos: .status(500), repositories: .status(500))
        #expect(document.status == .failure)
        #expect(document.output.hasPrefix(#"[{"failures":[{"kind":"#))
        _ = await saved("remove", "tools")
        #expect(await saved("run", key: nil).status == .unauthorized)
    }

    @Test("--exit-code returns status 3 if the results of any search have changed")
    func exitStatus() async {
        await addSearches()
        _ = await saved("run", "tools")
        #expect(await saved("run", "--exit-code").status == .changed)
        #expect(await saved("run", "--exit-code").status == .success)
    }

    @Test("does nothing without saved searches, and rejects a name with --all")
    func withoutSearches() async {
        let message = "seek: no saved searches; save one with: seek saved add NAME TEXT\n"
        #expect(await saved("run") == Outcome(status: .success, output: "", messages: message))
        #expect(await saved("run", "--json").output == "[]\n")
        #expect(await saved("run", "walks", "--all").status == .usage)
    }

    @Test("--dry-run estimates the cost of all searches or of one, without sending a request")
    func dryRun() async {
        await addSearches()
        _ = await saved("edit", "walks", "--limit", "120")
        let failure = StubResponse.status(500)
        let estimate = await saved("run", "--dry-run", videos: failure, repositories: failure)
        #expect(estimate.output == "YouTube\tyoutube.search\t3\t0\t100\tyes\nGitHub\tsearch\t1\t0\t\t\n", "\(estimate)")
        let ofOneSearch = await saved("run", "tools", "--dry-run", "--json", videos: failure, repositories: failure)
        #expect(
            ofOneSearch.output.hasPrefix(#"[{"affordable":null,"budget":null,"cached":0,"calls":1,"#),
            "\(ofOneSearch)"
        )
    }

    @Test("reports how many calls all searches need if --budget allows fewer")
    func neededCalls() async {
        await addSearches()
        _ = await saved("edit", "walks", "--limit", "120")
        let outcome = await saved("run", "--budget", "0")
        #expect(outcome.status == .failure)
        #expect(
            outcome.messages.contains(
                "YouTube: the budget of 0 calls is used up, and the command needs up to 4; allow more with --budget\n"
            ),
            "\(outcome)"
        )
    }

    @Test("warns if today's quota is too small, and runs the searches of the other service")
    func insufficientQuota() async {
        await addSearches()
        let exceeded = JSONValue.object([
            "error": ["code": 403, "errors": [["reason": "quotaExceeded", "message": "x"]], "message": "x"]
        ])
        _ = await saved("run", "walks", videos: .json(exceeded, status: 403))
        let outcome = await saved("run")
        #expect(outcome.status == .success)
        #expect(
            outcome.messages.contains(
                "seek: warning: the run needs up to 1 call of YouTube's search quota, of which 0 are left today; "
                    + "see --dry-run\n"
            ),
            "\(outcome)"
        )
        #expect(outcome.output.hasPrefix("tools\tnew\t"))
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
