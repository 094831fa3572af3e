#if os(macOS) || os(Linux)
import Foundation
import Seek
import SeekCommandLine
import SeekTestHelpers
import Testing

@Suite("The environment of programs that seek starts", .concurrentProgramLimit)
struct ProgramEnvironmentTests {
    @Test(
        "contains no secrets of the environment or the configuration file",
        arguments: [
            ("pager", ["videos", "x"]), ("browser", ["videos", "x", "--web"]), ("fzf", ["videos", "x", "--pick"]),
            ("jq", ["videos", "x", "--jq", "."]), ("jq", ["api", "x", "--jq", "."]),
            ("browser", ["open", "swiftlang/swift"]), ("gh", ["auth", "login", "github"]),
        ],
        [false, true]
    )
    func withoutSecrets(program: (name: String, arguments: [String]), inFile: Bool) async throws {
        let folder = try TemporaryFolder()
        let dump = folder.path(of: "dump")
        try folder.writeScript("env >> '\(dump)'; cat > /dev/null", to: program.name)
        var environment = [
            "PATH": "\(folder.url.path):/usr/bin:/bin", "PAGER": folder.path(of: "pager"),
            "BROWSER": folder.path(of: "browser"), "SEEK_CONFIG": folder.path(of: "settings"), "SEEK_LIMIT": "7",
        ]
        // The value is a URL, because the variable for Redis must contain one.
        if inFile {
            try folder.writePrivate("youtube-api-key = C4NARY\ngithub-token = C4NARY\n", to: "settings")
        } else {
            for secret in secretVariables { environment[secret] = "redis://C4NARY" }
        }
        _ = await runCommand(
            program.arguments,
            environment: environment,
            input: InputLines([]),
            terminal: Terminal(columns: 80),
            messagesGoToTerminal: true
        ) {
            // Does not connect to the Redis of that URL.
            $0.sharedBackend = nil
            $0.client.transport = StubTransport([
                stub(.any, "/{+path}", times: .any, returning: .json(SearchCommandTests.videos(["a"])))
            ])
        }
        let variables = try String(contentsOfFile: dump, encoding: .utf8)
        #expect(variables.contains("SEEK_LIMIT=7\n"))
        #expect(!variables.contains("C4NARY"), "\(variables)")
    }
}

@Suite("The pager")
struct PagerTests {
    @Test("of tables", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    /// More text than the buffer of a pipe holds.
    private static let title = String(repeating: "long", count: 1_000)

    private static let transcript = """
        # receives the whole text, and LESS=FRX unless the user has options for less
        GET youtube/search -> videos \((0..<50).map { "\(title)\($0)" }.joined(separator: " "))
        $ stty cols 5000
        $ PAGER=cat seek videos x > direct
        $ export PAGER='cat > {folder}/page; echo "$LESS" > {folder}/less'
        $ seek videos x
        $ cmp direct page
        $ cat less
        FRX
        $ LESS=S seek videos x
        $ cat less
        S

        # counts as having shown the text even if it fails or reads only a part, unless the shell cannot find it
        GET youtube/search -> videos \((0..<50).map { "\(title)\($0)" }.joined(separator: " "))
        $ stty cols 5000
        $ PAGER='exit 0' seek videos x
        $ PAGER='exit 1' seek videos x
        $ PAGER='head -n 1 > /dev/null' seek videos x
        $ PAGER='kill -KILL $$' seek videos x
        $ PAGER='exit 127' seek videos x
        Showing 30 of *
        ... 32 lines
        """
}
#endif
