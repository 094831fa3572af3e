#if os(macOS) || os(Linux)
import Foundation
import Seek
import SeekCommandLine
import SeekTestHelpers
import Testing

/// Runs commands against the sample API, as a user does.
@Suite("Playlists, uploads, single repositories and issues", .concurrentProgramLimit)
struct SingleResultTests {
    /// Runs a command, and returns its outcome and the paths of its requests.
    private static func run(_ line: String, terminal: Terminal? = nil) async throws -> (Outcome, [String]) {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        let environment = TestServer.environment(server, folder)
        let outcome = await runCommand(line.words, environment: environment, terminal: terminal)
        return (outcome, server.received.map { $0.url.path() })
    }

    private static let playlist = "PLdXHL4Lh_Bdzm48P__d1E9oRU_c9rF3vc"

    @Test(
        "are fetched without a search",
        arguments: [
            ("playlist \(playlist) --limit 2 --columns position,title", 2, "0\t", ["playlistItems"]),
            (
                "playlist https://www.youtube.com/watch?v=x&list=\(playlist) --all --columns id", 19, "",
                ["playlistItems"]
            ),
            (
                "playlist \(playlist) --details --columns title,duration", 19, "",
                ["playlistItems", "videos:batchGetStats"]
            ),
            ("videos --channel @slowswift --columns id", 27, "", ["channels", "playlistItems"]),
            ("videos --channel UCYlG8pjIwQjRIq56SYslnJA --all", 27, "", ["channels", "playlistItems"]),
            ("videos --channel @slowswift --after 2025-01-01 --columns id", 8, "", ["channels", "playlistItems"]),
            ("videos --channel @slowswift --order view-count", 27, "", ["channels", "search"]),
            ("videos --channel @slowswift --duration short", 6, "", ["channels", "search"]),
            ("videos --channel @slowswift --before 2025-01-01 --columns id", 19, "", ["channels", "search"]),
            ("videos --channel @slowswift --columns id,liveBroadcastContent", 27, "", ["channels", "search"]),
            ("repo octocat/Hello-World --columns fullName,defaultBranch", 1, "octocat/Hello-World\t", ["Hello-World"]),
            ("repo https://github.com/octocat/Hello-World/issues/1 --columns name", 1, "Hello-World", ["Hello-World"]),
            (
                "issue octocat/Hello-World#18 github.com/octocat/Hello-World/pull/20 --columns state,isPullRequest", 2,
                "open\tfalse\nmerged\ttrue\n", ["18", "20"]
            ),
        ]
    )
    func requests(line: String, count: Int, output: String, methods: [String]) async throws {
        let (outcome, paths) = try await Self.run(line)
        #expect(outcome.status == .success, "\(outcome)")
        #expect(outcome.messages.isEmpty, "\(outcome)")
        #expect(outcome.output.split(separator: "\n").count == count, "\(outcome)")
        #expect(outcome.output.hasPrefix(output), "\(outcome)")
        #expect(paths.compactMap { $0.split(separator: "/").last.map(String.init) } == methods)
    }

    @Test("uploads are those of the search by date")
    func sameResults() async throws {
        let columns = "--columns id,title,channelTitle,publishedAt,channelID"
        let (uploads, _) = try await Self.run("videos --channel @slowswift \(columns)")
        let (search, _) = try await Self.run("videos --channel @slowswift --order date --safe-search none \(columns)")
        #expect(uploads == search)
        #expect(!uploads.output.isEmpty)
    }

    @Test(
        "that do not exist are reported",
        arguments: [
            ("playlist PLunknown", CommandStatus.failure, "YouTube has no playlist 'PLunknown'"),
            ("playlist WL", .failure, "'watch later' playlists cannot be retrieved"),
            ("playlist https://www.youtube.com/watch?v=x", .usage, "is not the URL of a playlist"),
            ("videos --channel @nobody", .failure, "YouTube has no channel '@nobody'"),
            ("repo octocat/nothing", .failure, "GitHub has no repository 'octocat/nothing'"),
            ("repo octocat", .usage, "'octocat' is not OWNER/NAME or the URL of its page; correct it"),
            ("repo https://example.com/a/b", .usage, "is not OWNER/NAME"),
            ("issue octocat/Hello-World#999", .failure, "no issue or pull request 'octocat/Hello-World#999'"),
            ("issue octocat/Hello-World", .usage, "is not OWNER/NAME#NUMBER"),
        ]
    )
    func missing(line: String, status: CommandStatus, message: String) async throws {
        let (outcome, _) = try await Self.run(line)
        #expect(outcome.status == status, "\(outcome)")
        #expect(outcome.messages.contains(message), "\(outcome)")
        #expect(outcome.output.isEmpty)
    }

    @Test("a missing repository does not hide the others")
    func missingAmongOthers() async throws {
        let (outcome, _) = try await Self.run("repo octocat/nothing octocat/Hello-World --columns name -v")
        #expect(outcome.status == .failure)
        #expect(outcome.output == "Hello-World\n")
        #expect(outcome.messages.contains("octocat/Hello-World from network, cost 1 call\n"), "\(outcome)")
    }

    @Test("a renamed repository is found by its former name")
    func formerName() async throws {
        let (outcome, _) = try await Self.run("repo octocat/runcible-spoon --columns fullName")
        #expect(outcome.output == "octocat/spork\n", "\(outcome)")
    }

    @Test(
        "are shown with all properties on a terminal",
        arguments: [
            ("repo octocat/Hello-World", ["name ", "open issues ", "branch ", "url "]),
            (
                "issue octocat/Hello-World#20",
                ["pull request  octocat/Hello-World#20", "state         merged", "merged "]
            ),
            ("issue octocat/Hello-World#18", ["issue ", "labels ", "The greeting"]),
        ]
    )
    func terminal(line: String, parts: [String]) async throws {
        let (outcome, _) = try await Self.run(line, terminal: Terminal(columns: 100))
        for part in parts { #expect(outcome.output.contains(part), "\(outcome)") }
    }

    @Test(
        "are opened in the browser with --web, without a request",
        arguments: [
            ("playlist \(playlist)", "https://www.youtube.com/playlist?list=\(playlist)\n"),
            ("repo octocat/Hello-World", "https://github.com/octocat/Hello-World\n"),
            ("issue octocat/Hello-World#18", "https://github.com/octocat/Hello-World/issues/18\n"),
        ]
    )
    func web(line: String, url: String) async throws {
        let (outcome, paths) = try await Self.run("\(line) --web --dry-run")
        #expect(outcome == Outcome(status: .success, output: url, messages: ""))
        #expect(paths.isEmpty)
    }
}
#endif
