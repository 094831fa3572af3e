#if os(macOS) || os(Linux)
import Foundation
import Seek
import SeekCommandLine
import SeekTestHelpers
import Testing

@Suite("The environment of programs that seek starts", .concurrentProgramLimit)
struct ProgramEnvironmentTests {
    @Test(
        "contains no secrets",
        arguments: [
            ("pager", ["videos", "x"]), ("browser", ["videos", "x", "--web"]), ("fzf", ["videos", "x", "--pick"]),
            ("jq", ["videos", "x", "--jq", "."]), ("jq", ["api", "x", "--jq", "."]),
            ("gh", ["auth", "login", "github"]),
        ]
    )
    func withoutSecrets(name: String, arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let dump = folder.path(of: "dump")
        try folder.writeScript("env >> '\(dump)'; cat > /dev/null", to: name)
        var environment = [
            "PATH": "\(folder.url.path):/usr/bin:/bin", "PAGER": folder.path(of: "pager"),
            "BROWSER": folder.path(of: "browser"), "SEEK_CONFIG": folder.path(of: "settings"), "SEEK_LIMIT": "7",
        ]
        // The value is a URL, because the variable for Redis must contain one.
        for secret in secretVariables { environment[secret] = "redis://C4NARY" }
        _ = await runCommand(
            arguments,
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
        let variables = try String(contentsOfFile: dump, encoding: .utf8).split(separator: "\n")
        #expect(variables.contains("SEEK_LIMIT=7"))
        for secret in secretVariables { #expect(!variables.contains { $0.hasPrefix("\(secret)=") }, "\(secret)") }
    }
}
#endif
