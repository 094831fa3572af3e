#if os(Linux)
import SeekCommandLine
import SeekTestHelpers
import Testing

/// Runs commands on terminals that are too narrow for tables.
@Suite("On a narrow terminal", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct NarrowTerminalTests {
    /// Command lines, and a part of the text that each prints.
    static let commands: [(arguments: [String], excerpt: String)] = [
        (["repos", "swift", "--limit", "2"], "  stars: 4,120\n"), (["videos", "東京", "--limit", "2"], "  channel: "),
        (["search", "swift", "--limit", "4", "--why"], "  why: github #1"),
        (["quota"], "youtube.search\n  service: YouTube\n"),
        (["videos", "tetris", "--dry-run"], "  calls: 1\n"), (["config", "list"], "limit\n  value: 30\n"),
        (["auth", "status"], "YouTube\n  state: valid\n"), (["video", "m9-e0ceo0OF"], "\nviews: "),
        (["cache", "stats"], "\nentries: 0\n"),
        (["help"], "  videos [TEXT...]\n      Search YouTube"), (["repos", "--help"], "\n  -L, --limit N\n"),
    ]

    @Test(
        "prints the expected text; no line exceeds the width except URLs, paths and, in the help, examples and single words",
        arguments: commands,
        [20, 40] as [UInt16]
    )
    func narrow(command: (arguments: [String], excerpt: String), columns: UInt16) async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        let terminal = try #require(PseudoTerminal(columns: columns))
        let program = Program(environment: TestServer.environment(server, folder))
        let outcome = try await program.run(command.arguments, output: terminal.programEnd)
        let text = plainText(try await terminal.text())
        #expect(outcome.status == 0, "\(outcome)")
        #expect(text.contains(command.excerpt), "\(text)")
        let longLines = text.split(separator: "\n").filter { displayWidth(of: $0) > Int(columns) }
        let isHelp = !Set(command.arguments).isDisjoint(with: ["help", "--help"])
        let unexpectedlyLongLines = longLines.filter { line in
            let words = line.split(separator: " ")
            return !(isHelp && (line.hasPrefix("  seek ") || words.count == 1))
                && !words.allSatisfy { $0.contains("/") }
        }
        #expect(unexpectedlyLongLines.isEmpty, "\(text)")
    }
}
#endif
