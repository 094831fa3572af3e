#if os(macOS) || os(Linux)
import Foundation
import Seek
import SeekCommandLine
import SeekTestHelpers
import Testing

/// Runs every command of the program with a local server, in a pipe and on a terminal.
@Suite("Every command", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct EveryCommandTests {
    /// At least one command line for each command, and a part of the text that it prints to standard output; an empty
    /// part if it prints none there.
    static let lines: [(arguments: [String], excerpt: String)] = [
        (["search", "swift", "--limit", "6", "--why"], "youtube #"),
        (["saved", "add", "x", "swift"], ""),
        (["saved", "list"], "walks"),
        (["saved", "run", "walks"], "new"),
        (["saved", "run"], "walks"),
        (["saved", "run", "--dry-run"], "youtube.search"),
        (["saved", "edit", "walks", "swift", "concurrency", "--limit", "5", "--name", "days"], ""),
        (["saved", "show", "walks"], "swift"),
        (["saved", "feed", "walks", "--url", "https://example.com/walks.xml"], "<feed"),
        (["saved", "remove", "walks"], ""),
        (["videos", "東京", "夜景", "--limit", "3"], "東京"),
        (["videos", "--channel", "@slowswift", "--limit", "2"], "Swift"),
        (["channels", "swift", "--limit", "2"], "UC"),
        (["playlists", "swift", "--limit", "2"], "PL"),
        (["video", "m9-e0ceo0OF"], "Attic Brass Band"),
        (["playlist", "PLdXHL4Lh_Bdzm48P__d1E9oRU_c9rF3vc", "--limit", "5"], "Compile"),
        (["repos", "swift", "--limit", "2"], "swift"),
        (["repos", "--owner", "swiftlet-works", "--stars", ">=1000"], "swiftlet-works"),
        (["repos", "swift", "--all", "--since", "2010-01-01"], "swift"),
        (["videos", "--channel", "@slowswift", "--all", "--budget", "9"], "Swift"),
        (["issues", "hello"], "octocat/Hello-World#18"),
        (["issues", "--label", "bug", "--state", "open"], "Hello is"),
        (["prs", "hello"], "octocat/Hello-World#17"),
        (["commits", "fix"], "7fd1a60"),
        (["users", "octocat"], "octocat"),
        (["code", "hello", "--repo", "octocat/Hello-World"], "Sources/Greeting.swift"),
        (["topics", "swift"], "swift-tools"),
        (["labels", "bug", "--repo", "octocat/Hello-World"], "bug"),
        (["user", "octocat", "--limit", "2"], "octocat/"),
        (["repo", "octocat/Hello-World"], "Hello-World"),
        (["issue", "octocat/Hello-World#18"], "Hello is not said at night"),
        (["open", "octocat/Hello-World", "--dry-run"], "https://github.com/octocat/Hello-World"),
        (["web", "--port", "0", "--dry-run"], "seek-web --port 0"),
        (["mcp", "--budget", "5"], ""),
        (["quota"], "YouTube"),
        (["alias", "set", "walks", "videos walk"], ""),
        (["alias", "list"], "octo"),
        (["alias", "delete", "octo"], ""),
        (["auth", "login", "github"], ""),
        (["auth", "status"], "valid"),
        (["auth", "logout", "github"], ""),
        (["api", "users/octocat/repos?per_page=1"], "octocat"),
        (["cache", "stats"], "entries"),
        (["cache", "clean", "--json"], "removed"),
        (["config", "list"], "youtube-api-key"),
        (["config", "get", "limit"], "7"),
        (["config", "set", "limit", "9"], ""),
        (["config", "unset", "limit"], ""),
        (["config", "path"], "settings"),
        (["completion", "bash"], "complete"),
        (["reference", "man"], ".TH"),
    ]

    private static func environment(_ server: LoopbackServer, _ folder: TemporaryFolder) throws -> [String: String] {
        var environment = TestServer.environment(server, folder)
        // `seek-web` is built by another package.
        try folder.writeScript("exit 0", to: "seek-web")
        environment["PATH", default: ""] += ":\(folder.url.path)"
        environment["SEEK_CONFIG"] = try folder.write("limit = 7\nalias.octo = user octocat\n", to: "settings").path
        return environment
    }

    /// Returns a token for the command that reads one, otherwise an empty input.
    private static func input(of arguments: [String], _ folder: TemporaryFolder) throws -> FileHandle? {
        guard arguments.starts(with: ["auth", "login"]) else { return nil }
        return try FileHandle(forReadingFrom: try folder.write("demo-token\n", to: "token"))
    }

    /// Saves the search that commands of `seek saved` need, and runs the search for `show` and `feed`, which print its
    /// stored results.
    private static func saveSearch(for arguments: [String], _ program: Program) async throws {
        guard arguments[0] == "saved" else { return }
        _ = try await program.run("saved", "add", "walks", "swift")
        if ["show", "feed"].contains(arguments[1]) { _ = try await program.run("saved", "run", "walks") }
    }

    /// Whether a command writes results: as lines that end with a URL, or as a table.
    private static func writesResults(_ arguments: [String]) -> Bool {
        let commands = [
            "search", "videos", "channels", "playlists", "playlist", "repos", "issues", "prs", "commits", "users",
            "code",
            "topics", "labels", "user",
        ]
        return commands.contains(arguments[0]) || arguments == ["saved", "run", "walks"]
    }

    @Test("succeeds and writes no escape sequences into a pipe, and has a help text", arguments: lines.indices)
    func inPipe(index: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        let program = Program(environment: try Self.environment(server, folder))
        let (arguments, excerpt) = Self.lines[index]
        try await Self.saveSearch(for: arguments, program)
        let outcome = try await program.run(arguments, input: try Self.input(of: arguments, folder))
        #expect(outcome.status == 0, "\(outcome)")
        #expect((excerpt.isEmpty || outcome.output.contains(excerpt)), "\(outcome)")
        // `api` writes the body unchanged, which does not end with a newline.
        #expect(outcome.output.last == "\n" || arguments[0] == "api" || excerpt.isEmpty)
        #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
        if Self.writesResults(arguments) {
            let rows = outcome.output.split(separator: "\n").map { $0.split(separator: "\t") }
            #expect(rows.allSatisfy { $0.last?.hasPrefix("https://") == true }, "\(outcome)")
        }
        let help = try await program.run(arguments + ["--help"])
        #expect(help.status == 0)
        #expect(help.output.contains("Usage:"))
        #expect(help.messages.isEmpty)
    }

    #if os(Linux)
    @Test("succeeds on a terminal, and tables of results fit the terminal", arguments: lines.indices)
    func onTerminal(index: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        let terminal = try #require(PseudoTerminal(columns: 72))
        var environment = try Self.environment(server, folder)
        environment["TERM"] = "xterm-kitty"
        let (arguments, excerpt) = Self.lines[index]
        let program = Program(environment: environment)
        try await Self.saveSearch(for: arguments, program)
        let input = try Self.input(of: arguments, folder)
        let outcome = try await program.run(arguments, input: input, output: terminal.programEnd)
        let text = try await terminal.text()
        #expect(outcome.status == 0, "\(outcome) \(text)")
        #expect((excerpt.isEmpty || text.contains(excerpt)), "\(outcome) \(text)")
        let plain = plainText(text)
        #expect(!plain.contains("\u{1B}"))
        if Self.writesResults(arguments) {
            #expect(text.contains("\u{1B}["))
            let hasLinks = ["videos", "channels", "playlists"].contains(arguments[0])
            #expect(!hasLinks || text.contains("\u{1B}]8;;https://"))
            #expect(plain.split(separator: "\n").allSatisfy { displayWidth(of: $0) <= 72 })
        }
    }
    #endif
}
#endif
