#if os(Linux)
import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

/// Runs the commands of the tour for a terminal of 96 columns, and compares the output.
@Suite("The tour", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct TourTests {
    /// A command of the tour and its output.
    private struct Step {
        /// The command line for a shell.
        var line: String
        var arguments: [String]
        var output = ""
    }

    /// Returns the steps of the tour: the first code block after the heading “The tour” that begins with a command.
    private static func steps() throws -> [Step] { try steps(in: #require(blocks().first)) }

    /// Returns the code blocks after the heading “The tour” that begin with a command.
    private static func blocks() throws -> [String] {
        let package = #filePath.components(separatedBy: "/Tests/")[0]
        let page = try String(contentsOf: URL(filePath: "\(package)/Documentation/Tour.md"), encoding: .utf8)
        let tour = try #require(page.components(separatedBy: "## The tour").last)
        return tour.components(separatedBy: "```\n").filter { $0.hasPrefix("$ seek ") }
    }

    /// Returns the steps of the demo in the README of the repository.
    private static func demoSteps() throws -> [Step] {
        let root = #filePath.components(separatedBy: "/Packages/")[0]
        let readme = try String(contentsOf: URL(filePath: "\(root)/README.md"), encoding: .utf8)
        let section = try #require(readme.components(separatedBy: "\n## Demo\n").last)
        let block = try #require(section.components(separatedBy: "```\n").first { $0.hasPrefix("$ Scripts/demo\n") })
        let start = try #require(block.range(of: "$ seek ")?.lowerBound)
        return try steps(in: String(block[start...]))
    }

    private static func steps(in block: String) throws -> [Step] {
        var steps: [Step] = []
        for line in block.split(separator: "\n") {
            if line.hasPrefix("$ seek ") {
                steps.append(
                    Step(
                        line: String(line.dropFirst(2)),
                        arguments: try shellWords(String(line.dropFirst("$ seek ".count)))
                    )
                )
            } else {
                try #require(!steps.isEmpty, "\(line)")
                steps[steps.count - 1].output += line + "\n"
            }
        }
        return steps
    }

    /// Returns the lines that are not empty, with placeholders for folders, sizes and ages, which differ between runs.
    /// The URLs of images are replaced with those of the providers.
    private static func normalized(_ text: String) -> [Substring] {
        text.replacing(#/http://127\.0\.0\.1:\d+/images//#, with: "https://")
            .replacing(#/(folder +)\S+/#) { "\($0.1)FOLDER" }
            .replacing(#/disk, \d+ s old/#, with: "disk, 0 s old")
            .replacing(#/((?:size|on disk) +)[\d.]+ \w+/#) { "\($0.1)SIZE" }
            .split(separator: "\n")
    }

    /// The date of the tour, on which the dates in the output and the widths of its columns depend.
    private static let date = Date(timeIntervalSince1970: 1_795_460_292)

    @Test("matches the output of its commands")
    func tour() async throws {
        let steps = try Self.steps()
        #expect(steps.count > 15)
        try await check(steps)
    }

    @Test("the demo in the repository's README matches the output of its commands")
    func demo() async throws {
        var steps = try Self.demoSteps()
        #expect(steps.count == 3)
        // The demo introduces a command with a sentence, and the README replaces the unchanged rows with “…”.
        for index in steps.indices {
            steps[index].output.replace(#/The same search again.*\n/#, with: "")
        }
        #expect(steps[1].output.hasSuffix("\n…\n"))
        steps[1].output.removeLast(2)
        steps[1].output += steps[0].output.drop { !$0.isNewline }
        try await check(steps)
    }

    /// Runs the commands, and compares their output with that shown.
    private func check(_ steps: [Step]) async throws {
        let folder = try TemporaryFolder()
        // A separate API, because the quotas of `TestServer` are shared.
        let api = try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: SampleAPIConfiguration()) { Self.date }
        let server = try LoopbackServer { api.reply(to: $0) }
        defer { server.stop() }
        var environment = TestServer.environment(server, folder)
        environment["SEEK_CONFIG"] = folder.path(of: "config")
        environment["NO_COLOR"] = "1"
        for step in steps {
            let screen = RecordingOutput()
            var context = CommandContext(
                environment: environment,
                output: screen,
                messages: screen,
                terminal: Terminal(columns: 96)
            ) {
                $0.client.now = { Self.date }
                // Long enough for a loaded machine.
                $0.client.timeout = .seconds(600)
            }
            context.secondsFromGMT = { _ in 0 }
            let status = await SeekCommand.run(step.arguments, context: context)
            let printed = plainText(screen.text)
            #expect(status == .success, "\(step.arguments)\n\(printed)")
            #expect(Self.normalized(printed) == Self.normalized(step.output), "\(step.arguments)\n\(printed)")
        }
    }

    @Test(
        "the other samples succeed and print the output that the page shows",
        .enabled(if: JQFilterTests.isInstalled, "jq is not installed")
    )
    func otherSamples() async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        var environment = TestServer.environment(server, folder)
        environment["SEEK_CONFIG"] = folder.path(of: "config")
        try folder.write("demo-key\n", to: "key.txt")
        let program = Program(environment: environment)
        // The sample API has no GraphQL.
        let steps = try Self.blocks().dropFirst().filter { !$0.contains("api graphql") }.flatMap(Self.steps)
        #expect(steps.contains { $0.line.contains("--jq") })
        for step in steps {
            // `$0` is the path of the program, which is appended to the arguments of the shell.
            let script = "cd '\(folder.url.path)'; PATH=\"${0%/*}:$PATH\"; { \(step.line); } 2>&1"
            let outcome = try await program.launched(by: "/bin/sh", "-c", script).run()
            #expect(outcome.status == 0, "\(step.line)\n\(outcome)")
            // Both streams go to one pipe, in no particular order.
            func sortedLines(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }
            let lines = sortedLines(outcome.output)
            #expect(step.output.isEmpty || lines == sortedLines(step.output), "\(step.line)\n\(lines)")
        }
    }
}
#endif
