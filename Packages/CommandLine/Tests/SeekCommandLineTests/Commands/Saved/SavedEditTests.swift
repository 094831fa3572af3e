import Seek
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("seek saved edit")
struct SavedEditTests {
    private let saved: SavedCommandLine

    init() throws { saved = try SavedCommandLine() }

    private func addSearch() async {
        _ = await saved("add", "walks", "night walk", "--scope", "videos", "-L9", "--order", "date")
    }

    /// A line contains the name, the text, the scope, the options, the number of results and the date of the last run.
    @Test(
        "changes only what is given, but removes an order that does not apply to the new scope",
        arguments: [
            (["day", "walk"], "walks\tday walk\tvideos\t--limit 9 --order date\t0\t\n"),
            (["-L50"], "walks\tnight walk\tvideos\t--limit 50 --order date\t0\t\n"),
            (["--order", "title"], "walks\tnight walk\tvideos\t--limit 9 --order title\t0\t\n"),
            (
                ["--scope", "all", "--sort", "stars"],
                "walks\tnight walk\tall\t--limit 9 --order date --sort stars\t0\t\n"
            ),
            (["--scope", "repositories"], "walks\tnight walk\trepositories\t--limit 9\t0\t\n"),
            (["--name", "two words"], "two words\tnight walk\tvideos\t--limit 9 --order date\t0\t\n"),
        ]
    )
    func changedProperties(arguments: [String], line: String) async {
        await addSearch()
        let edited = await saved(["edit", "walks"] + arguments)
        #expect(edited == Outcome(status: .success, output: "", messages: ""))
        #expect(await saved("list").output == line)
    }

    @Test("--sort best-match removes the sort order")
    func bestMatch() async {
        _ = await saved("add", "tools", "swift", "--scope", "repositories", "--sort", "stars")
        _ = await saved("edit", "tools", "--sort", "best-match")
        #expect(await saved("list").output == "tools\tswift\trepositories\t--limit 30\t0\t\n")
    }

    @Test("retains the history and the IDs of the feed")
    func retainedHistory() async {
        await addSearch()
        _ = await saved("run", "walks", titles: ["a", "b"])
        let feed = await saved("feed", "walks").output
        _ = await saved("edit", "walks", "day walk", "--name", "days")
        let edited = await saved("feed", "days").output
        #expect(
            edited
                == feed.replacing("<title>walks<", with: "<title>days<").replacing(">night walk<", with: ">day walk<")
        )
        let run = await saved("run", "days", "--json", "title,change", titles: ["a"])
        #expect(run.output == #"{"failures":[],"results":[{"change":"removed","title":"b"}]}"# + "\n")
    }

    @Test("after a change of the scope, only the next run reports the earlier results as removed")
    func changedScope() async {
        await addSearch()
        _ = await saved("run", "walks", titles: ["a"])
        _ = await saved("edit", "walks", "--scope", "repositories")
        #expect(await saved("run", "walks").output.contains("removed\tvideo\ta\t"))
        #expect(await !saved("run", "walks").output.contains("removed"))
    }

    @Test("a change during a run is retained, and the run reports that its results were not stored")
    func editDuringRun() async {
        await addSearch()
        let gate = Gate()
        let page = StubResponse.held(at: gate, .json(SearchCommandTests.videos(["a"], total: 1)))
        async let run = saved("run", "walks", videos: page)
        await gate.waitForArrivals()
        _ = await saved("edit", "walks", "day walk")
        gate.open()
        let problem = "'walks' was run again, changed or removed during the run; this run was not stored"
        #expect(await run.messages == "seek: warning: \(problem)\n")
        #expect(await saved("list").output == "walks\tday walk\tvideos\t--limit 9 --order date\t0\t\n")
    }

    @Test(
        "rejects an invalid change with an explanation, and stores nothing",
        arguments: [
            (
                ["walks"], CommandStatus.usage,
                "missing TEXT: enter it, or a flag such as --limit; usage: seek saved edit NAME [TEXT...] [flags]"
            ),
            (["walks", "  "], .usage, "the search text is empty; enter one, or a flag such as --limit"),
            (["wlaks", "x"], .failure, "no saved search 'wlaks'; did you mean 'walks'?"),
            (["wlaks", "-L1", "--scope", "all"], .failure, "no saved search 'wlaks'; did you mean 'walks'?"),
            (["walks", "--name", "other"], .usage, "a saved search 'other' already exists; choose another name"),
            (
                ["walks", "--name", " "], .usage,
                "the name of a saved search is blank or contains a control character, or has more than 200 characters; "
                    + "choose another"
            ),
            (
                ["walks", "--sort", "stars"], .usage,
                "--sort has no effect with --scope videos; remove it, or choose another scope"
            ),
            (
                ["walks", "--scope", "issues", "--order", "date"], .usage,
                "--order has no effect with --scope issues; remove it, or choose another scope"
            ),
        ]
    )
    func invalidChanges(arguments: [String], status: CommandStatus, message: String) async {
        await addSearch()
        _ = await saved("add", "other", "x")
        let list = await saved("list").output
        let outcome = await saved(["edit"] + arguments)
        #expect(outcome == Outcome(status: status, output: "", messages: "seek: \(message)\n"))
        #expect(await saved("list").output == list)
    }
}
