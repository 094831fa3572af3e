#if os(macOS) || os(Linux)
import Foundation
import SeekBasics
import SeekCommandLine
import SeekTestHelpers
import Testing

@Suite("seek web", .concurrentProgramLimit)
struct SeekWebTests {
    @Test("starts seek-web from the folder of seek, with the flags and the values of the configuration file")
    func startedProgram() async throws {
        let folder = try TemporaryFolder()
        try folder.writeScript("echo \"$0 $* $YOUTUBE_API_KEY $SEEK_LIMIT\"; exit 5", to: "seek-web")
        let folderInPath = try TemporaryFolder()
        try folderInPath.writeScript("echo other", to: "seek-web")
        let environment = [
            "PATH": "\(folderInPath.url.path):/usr/bin:/bin", "YOUTUBE_API_KEY": "key",
            "SEEK_CONFIG": try folder.write("limit = 7\n", to: "settings").path,
        ]
        // `exec -a` sets the path by which seek finds its folder. The path must be that of a program.
        let program = Program(environment: environment)
            .launched(by: "/bin/bash", "-c", "exec -a '\(folder.url.path)/seek' \"$0\" \"$@\"")
        try folder.writeScript("exit 1", to: "seek")
        let outcome = try await program.run("web", "--open", "--port", "0", "--token-file", "a b")
        // The flags are passed in the order of the help.
        #expect(outcome.output == "\(folder.path(of: "seek-web")) --port 0 --open --token-file a b key 7\n")
        #expect(outcome.status == 5)
        #expect(outcome.messages.isEmpty)
    }

    @Test(
        "prints the command with --dry-run",
        arguments: [
            ([], ""), (["--port", "80", "--log"], " --port 80 --log"),
            (["--public-only", "--no-token"], " --no-token --public-only"),
        ]
    )
    func printedCommand(flags: [String], printed: String) async throws {
        let folder = try TemporaryFolder()
        try folder.writeScript("exit 0", to: "seek-web")
        let outcome = await runCommand(["web", "--dry-run"] + flags, environment: ["PATH": folder.url.path])
        #expect(outcome.output == "\(folder.path(of: "seek-web"))\(printed)\n")
        #expect(outcome.status == .success)
    }

    @Test("if seek-web is not installed, reports in one line how to install it")
    func missingProgram() async throws {
        let outcome = await runCommand(["web"], environment: ["PATH": "/nonexistent"])
        #expect(outcome.status == .failure)
        #expect(
            outcome.messages.contains("'apt install ./seek-web_\(SeekVersion.current)-1_amd64.deb', or in the folder")
        )
        #expect(outcome.messages.hasSuffix("swift build -c release --product seek-web\n"))
        #expect(outcome.messages.split(separator: "\n").count == 1)
    }
}
#endif
