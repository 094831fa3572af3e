import Seek
import SeekBasics
import SeekCommandLine
import SeekSampleAPI
import SeekTestHelpers
import Testing

/// Runs commands against a local server that simulates both APIs.
@Suite("With the sample API", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct CommandsOnSampleAPITests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs a command with a server that is started for it.
    private func seek(
        _ arguments: [String],
        timeout: Duration = .seconds(60),
        configuration: SampleAPIConfiguration? = nil
    ) async throws -> Outcome {
        let server =
            if let configuration {
                try TestServer.start(SampleAPI(folder: SampleAPI.sampleFolder(), configuration: configuration))
            } else {
                try TestServer.start()
            }
        defer { server.stop() }
        return await runCommand(arguments, environment: TestServer.environment(server, folder)) {
            $0.client.timeout = timeout
            $0.client.clock = ImmediateClock()
        }
    }

    @Test(
        "any text is accepted; the expected number of different results is printed, or a message if there are none",
        arguments: [
            (["videos", "東京 夜景"], 6...30), (["videos", "swift", "--limit", "30"], 30...30),
            (["repos", "swift"], 30...30),
            (["user", "octocat"], 8...30), (["user", "manyrepos", "--limit", "1000"], 101...1_000),
            (["user", "emptyhanded"], 0...0), (["videos", "あああああ"], 0...30), (["videos", "C++ & C#"], 0...30),
            (["videos", "100%"], 0...30), (["videos", "👩‍💻"], 0...30), (["repos", "C++ & C#"], 0...30),
        ]
    )
    func resultCounts(arguments: [String], count: ClosedRange<Int>) async throws {
        let outcome = try await seek(arguments)
        #expect(outcome.status == .success, "\(outcome.messages)")
        let lines = outcome.output.split(separator: "\n")
        #expect(count.contains(lines.count))
        #expect(outcome.messages.isEmpty != outcome.output.isEmpty, "either results or a message")
        #expect(Set(lines).count == lines.count)
        #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" && $0 != "\n" })
    }

    @Test(
        "reports each failure of the server in one line with advice",
        arguments: [
            // The message continues with the variable of the service: SEEK_YOUTUBE_URL or SEEK_GITHUB_URL.
            (SampleAPIFault.html, "check SEEK_"), (.malformed, "check SEEK_"),
            (.truncated, "try again"), (.serverError, "try again later"), (.stall, "try again"),
            (.reset, "try again"),
            (.empty, "try again"), (.garbage, "try again"), (.slow, "try again"),
        ]
    )
    func serverFaults(fault: SampleAPIFault, message: String) async throws {
        let timeout: Duration = [.stall, .slow].contains(fault) ? .milliseconds(50) : .seconds(60)
        var configuration = SampleAPIConfiguration()
        configuration.fault = fault
        for command in [["videos", "swift"], ["repos", "swift"]] {
            let outcome = try await seek(command, timeout: timeout, configuration: configuration)
            #expect(outcome.status == .failure)
            #expect(outcome.output.isEmpty)
            #expect(outcome.messages.hasPrefix("seek: "), "\(outcome.messages)")
            #expect(outcome.messages.contains(message), "\(outcome.messages)")
            #expect(outcome.messages.split(separator: "\n").count == 1)
        }
    }
}
