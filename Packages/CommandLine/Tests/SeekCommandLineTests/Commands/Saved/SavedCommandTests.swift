import Foundation
import Seek
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Saved searches")
struct SavedCommandTests {
    private let saved: SavedCommandLine

    init() throws { saved = try SavedCommandLine() }

    @Test("are stored, run and removed; a run reports changes in its output and exit status")
    func reportedChanges() async {
        let emptyList = await saved("list")
        #expect(emptyList.status == .success)
        #expect(emptyList.messages.contains("no saved searches"))
        let added = await saved("add", "walks", "night", "walk", "--scope", "videos", "-L9")
        #expect(added == Outcome(status: .success, output: "", messages: ""))
        let list = await saved("list")
        #expect(list.output == "walks\tnight walk\tvideos\t--limit 9\t0\t\n")
        #expect(await saved("list", "--json", "limit,name").output == "[{\"limit\":9,\"name\":\"walks\"}]\n")
        func run(_ titles: [String], _ arguments: String...) async -> Outcome {
            await saved(["run", "walks"] + arguments, titles: titles)
        }
        let first = await run(["a", "b"], "--exit-code")
        #expect(first.status == .changed, "\(first)")
        #expect(first.output.hasPrefix("new\tvideo\ta\t"), "\(first)")
        #expect(first.output.split(separator: "\n").count == 2, "\(first)")
        let unchanged = await run(["a", "b"], "--exit-code")
        #expect(unchanged == Outcome(status: .success, output: "", messages: "seek: no changes since the last run\n"))
        #expect(await run(["a", "b"], "--json").output == #"{"failures":[],"results":[]}"# + "\n")
        #expect(await run(["a", "b"], "--unchanged").output.hasPrefix("unchanged\tvideo\ta\t"))
        let changed = await run(["A"], "--json", "title,change")
        #expect(changed.status == .success)
        #expect(
            changed.output
                == #"{"failures":[],"results":[{"change":"changed","title":"A"},{"change":"removed","title":"b"}]}"#
                + "\n"
        )
        let failed = await saved("run", "walks", videos: .status(500))
        #expect(failed.status == .failure)
        #expect(failed.output.isEmpty)
        #expect(await saved("remove", "walks").status == .success)
        let missing = await saved("remove", "walks")
        #expect(missing.status == .failure)
        #expect(missing.messages.contains("no saved search 'walks'; run 'seek saved list'"))
        let unknown = await saved("run", "walks")
        #expect(unknown.status == .failure)
        #expect(unknown.messages.contains("walks"))
    }

    @Test("commands that send no request do not report problems of the cache")
    func unusableCache() async {
        let environment = saved.environment.merging(["SEEK_CACHE_DIR": "/proc/self/seek"]) { $1 }
        let added = await seek("saved", "add", "walks", "night walk", environment: environment)
        #expect(added == Outcome(status: .success, output: "", messages: ""))
        let list = await seek("saved", "list", "--columns", "name", environment: environment)
        #expect(list == Outcome(status: .success, output: "walks\n", messages: ""))
    }

    @Test("the stored results are shown in the requested format")
    func shownFormats() async {
        _ = await saved("add", "walks", "night walk", "--scope", "videos")
        func show(_ flags: String...) async -> Outcome {
            await saved(["show", "walks"] + flags)
        }
        #expect(await show("--format", "csv").messages.isEmpty)
        _ = await saved("run", "walks", titles: ["a", "b"])
        #expect(await show("--columns", "title").output == "a\nb\n")
        #expect(await show("--format", "markdown").output.hasPrefix("| kind | title | by | date |\n"))
        #expect(await show("--template", "{{.title}}").output == "a\nb\n")
        #expect(
            await show("--format", "ndjson", "--columns", "title").output == "{\"title\":\"a\"}\n{\"title\":\"b\"}\n"
        )
        let document = await show("--json", "title").output
        #expect(document.contains("\"results\":[{\"title\":\"a\"},{\"title\":\"b\"}]"), "\(document)")
        #expect(document.contains("\"name\":\"walks\""))
    }

    @Test("a search with an existing name is rejected, or with --replace replaces the existing one")
    func existingName() async {
        #expect(await saved("add", "walks", "night walk").messages.isEmpty)
        let rejected = await saved("add", "walks", "day walk")
        #expect(rejected.status == .usage)
        #expect(
            rejected.messages
                == "seek: a saved search 'walks' already exists; choose another name, or add --replace\n"
        )
        #expect(await saved("list").output.hasPrefix("walks\tnight walk\t"))
        let replaced = await saved("add", "walks", "day walk", "--replace")
        #expect(replaced.status == .success)
        #expect(
            replaced.messages == "seek: the saved search 'walks' is now 'day walk' --scope all --limit 30, without "
                + "history; it was 'night walk' --scope all --limit 30\n"
        )
        #expect(await saved("list").output.hasPrefix("walks\tday walk\t"))
    }

    @Test("without a key, --dry-run fails if only YouTube is searched, otherwise warns", arguments: ["videos", "all"])
    func estimateWithoutKey(scope: String) async {
        _ = await saved("add", "a", "x", "--scope", scope)
        let variables = saved.environment.filter { $0.key != "YOUTUBE_API_KEY" }
        let outcome = await seek(["saved", "run", "--dry-run"], environment: variables)
        #expect((outcome.status == .success) == (scope == "all"), "\(outcome)")
        #expect(outcome.messages.contains("YouTube needs an API key"))
        #expect(!outcome.output.contains("YouTube"))
    }

    @Test("for a misspelled name, the most similar one is suggested", arguments: ["run", "show", "feed", "remove"])
    func misspelledName(command: String) async {
        _ = await saved("add", "walks", "night walk")
        let outcome = await saved(command, "wlaks")
        #expect(outcome.status == .failure)
        #expect(outcome.messages == "seek: no saved search 'wlaks'; did you mean 'walks'?\n")
    }

    @Test("are listed with their options; an option that is not set is null in JSON")
    func listedOptions() async {
        _ = await saved("add", "a", "x", "-L7", "--order", "view-count", "--sort", "stars")
        _ = await saved("add", "b", "x", "--scope", "issues")
        let list = await saved("list")
        #expect(
            list.output == """
                a\tx\tall\t--limit 7 --order view-count --sort stars\t0\t
                b\tx\tissues\t--limit 30\t0\t

                """
        )
        let json = await saved("list", "--json", "name,order,sort")
        #expect(
            json.output
                == #"[{"name":"a","order":"view-count","sort":"stars"},{"name":"b","order":null,"sort":null}]"# + "\n"
        )
    }

    @Test("are shown with their options, the date of the last run and its results")
    func shownSearch() async {
        _ = await saved("add", "walks", "night walk", "--scope", "videos", "-L9", "--order", "date")
        let beforeRun = await saved("show", "walks")
        let options = "name\twalks\ntext\tnight walk\nscope\tvideos\nlimit\t9\norder\tdate\n"
        #expect(beforeRun.output == options + "last run\tnever\nresults\t0\n")
        _ = await saved("run", "walks", titles: ["a", "b"])
        let afterRun = await saved("show", "walks")
        #expect(afterRun.output.hasPrefix(options + "last run\t2026-09-21T14:13:20Z\nresults\t2\n--\nvideo\ta\t"))
        let json = await saved("show", "walks", "--json").output
        #expect(json.contains(#""lastRunAt":"2026-09-21T14:13:20Z","limit":9,"name":"walks","order":"date""#))
        #expect(json.contains(#""title":"b""#))
    }

    @Test("report a result as dropped if it may still exist beyond the fetched results")
    func droppedResult() async {
        func run(_ titles: [String]) async -> Outcome {
            let page = StubResponse.json(SearchCommandTests.videos(titles, next: "2"))
            return await saved("run", "walks", "--json", "title,change", videos: page)
        }
        _ = await saved("add", "walks", "x", "--scope", "videos", "-L2")
        _ = await run(["a", "b"])
        let second = await run(["a"])
        #expect(second.output == #"{"failures":[],"results":[{"change":"dropped","title":"b"}]}"# + "\n")
    }

    @Test("compare the results of the other sources if a source fails, and name the failed source")
    func failedSource() async {
        _ = await saved("add", "walks", "x")
        _ = await saved("run", "walks", titles: ["a"])
        let outcome = await saved("run", "walks", "--exit-code", videos: .status(500))
        #expect(outcome.status == .success)
        #expect(
            outcome.messages.contains(
                "seek: no changes since the last run; not compared: YouTube\n"
            ),
            "\(outcome)"
        )
    }

    @Test(
        "reject flags that do not apply to the scope",
        arguments: [("repositories", "--order=date"), ("videos", "--sort=stars")]
    )
    func ordersOutsideScope(scope: String, flag: String) async {
        let outcome = await saved("add", "x", "y", "--scope", scope, flag)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.contains("has no effect with --scope \(scope)"))
    }

    @Test("require a state folder")
    func withoutFolder() async {
        let outcome = await seek("saved", "list", environment: [:])
        #expect(outcome.status == .failure)
        #expect(outcome.messages.hasPrefix("seek: "))
    }
}
