#if os(macOS) || os(Linux)
import Foundation
import SeekTestHelpers
import Testing

/// Estimates the cost of commands: in a pipe before and after they are run with a local server, and on a terminal.
@Suite("--dry-run", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct DryRunTests {
    private static let commandLines: [[String]] = [
        ["videos", "swift"], ["videos", "--channel", "@slowswift"], ["videos", "swift", "--details"],
        ["videos", "swift", "--channel", "@slowswift"], ["videos", "--channel", "@slowswift", "--all", "--details"],
        ["playlist", "PLdXHL4Lh_Bdzm48P__d1E9oRU_c9rF3vc"], ["repo", "octocat/Hello-World"],
        ["issue", "octocat/Hello-World#18", "octocat/Hello-World#20"],
        ["channels", "swift"], ["playlists", "swift"], ["video", "m9-e0ceo0OF"],
        ["repos", "swift"], ["repos", "swift", "--all", "--since", "2010-01-01"],
        ["issues", "hello"], ["issues", "hello", "--type", "all"], ["prs", "hello"], ["commits", "fix"],
        ["users", "octocat"], ["code", "hello", "--repo", "octocat/Hello-World"], ["topics", "swift"],
        ["labels", "bug", "--repo", "octocat/Hello-World"], ["user", "octocat"], ["search", "swift"],
        ["search", "hello", "--kinds", "channels,issues,code"], ["saved", "run", "walks"],
    ]

    /// A row of the estimate.
    private struct Row: Decodable {
        var calls: Int?
        var cached: Int
        var affordable: Bool?
    }

    private static func rows(_ outcome: Program.Outcome) throws -> [Row] {
        try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
    }

    @Test("counts calls before a command is run, and responses in the cache afterwards", arguments: commandLines)
    func callsAndCachedResponses(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        let program = Program(environment: TestServer.environment(server, folder))
        if arguments[0] == "saved" { _ = try await program.run("saved", "add", "walks", "swift") }
        let dryRun = arguments + ["--dry-run", "--format", "json"]
        let before = try await program.run(dryRun)
        #expect(before.status == 0, "\(before)")
        for row in try Self.rows(before) {
            #expect(row.cached == 0)
            // The calls of a search with --all are unknown before its first page.
            #expect(row.calls.map { $0 > 0 } ?? arguments.contains("--all"))
        }
        #expect(server.received.isEmpty)
        let run = try await program.run(arguments)
        #expect(run.status == 0, "\(run)")
        let count = server.received.count
        let after = try await program.run(dryRun)
        let rows = try Self.rows(after)
        #expect(!rows.isEmpty)
        for row in rows {
            #expect(row.calls == 0, "\(after)")
            #expect(row.cached > 0, "\(after)")
            #expect(row.affordable == true, "\(after)")
        }
        let refresh = try Self.rows(await program.run(dryRun + ["--refresh"]))
        #expect(refresh.allSatisfy { $0.cached == 0 })
        #expect(refresh.contains { $0.calls != 0 })
        #expect(server.received.count == count)
    }

    @Test("estimates without a cache, and rejects an invalid command line")
    func withoutCache() async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        var environment = TestServer.environment(server, folder)
        environment["SEEK_CACHE_DIR"] = nil
        environment["SEEK_STATE_DIR"] = nil
        let program = Program(environment: environment)
        for arguments in Self.commandLines where arguments[0] != "saved" {
            let outcome = try await program.run(arguments + ["--dry-run", "--format", "json"])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try Self.rows(outcome).allSatisfy { $0.cached == 0 })
        }
        let invalid = try await program.run("videos", "x", "--channel", "UC", "--dry-run")
        #expect(invalid.status == 2, "\(invalid)")
        #expect(invalid.output.isEmpty)
        #expect(server.received.isEmpty)
    }
}
#endif
