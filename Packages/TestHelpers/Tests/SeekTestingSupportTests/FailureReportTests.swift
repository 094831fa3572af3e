#if os(Linux)
import Foundation
import SeekTestHelpers
import Testing

/// Runs tests that fail on purpose in a child process, and checks the issues in its output.
@Suite("Reports of failed stubs, fixtures and recordings", .timeLimit(.minutes(3)))
struct FailureReportTests {
    /// Runs this test program with the given arguments in a child process, and returns its exit status and output.
    static func run(_ arguments: [String]) async throws -> (status: Int32?, output: String) {
        let folder = try TemporaryFolder()
        let log = folder.file("log")
        var environment = ProcessInfo.processInfo.environment
        environment[Failing.variable] = "1"
        // The child's coverage profile must not overwrite that of this process.
        environment["LLVM_PROFILE_FILE"] = folder.path(of: "child.profraw")
        environment["TMPDIR"] = folder.url.path
        let program = try ChildProgram("/proc/self/exe", arguments, environment: environment, log: log)
        let status = await program.status(within: .seconds(120))
        // When the child process ends, it removes its temporary folders.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.hasPrefix("seek-test-") }, "\(names)")
        return (status, try String(contentsOf: log, encoding: .utf8))
    }

    @Test("Swift Testing reports each failure at its line with the cause")
    func swiftTesting() async throws {
        let (status, output) = try await Self.run([
            "--testing-library", "swift-testing", "--filter", "SeekTestingSupportTests.FailingTests",
        ])
        #expect(try #require(status) != 0)
        let expected = [
            "no stub for GET https://example.com/b; nearest: GET https://example.com/a (FailingTests.swift:",
            "path is /b, not /a", "stub GET https://example.com/a (FailingTests.swift:", "was not used",
            "was used 1 time, not 2", "GET /a was received 1 time, not 3; received: GET https://example.com/a",
            "GET /z was received 0 times, not at least 1; received", "stub POST /a (FailingTests.swift:",
            "the moon did not come true within 0.001 seconds", "the recording 'no/such/recording' does not exist at ",
            "SEEK_RECORDING=all swift test --filter 'SeekTestingSupportTests.FailingTests/unrecorded()'",
            "no fixture 'youtube/serch'", "no task sleeps on the clock",
            // Fixtures: the file, the error, the path of the value, and a suggestion.
            "no fixture 'hal': looked for ", "did you mean 'half'?", "half.json is malformed",
            "empty.json is malformed",
            "whole.json is malformed at items[0].id", "fixture 'whole' cannot be changed at 'items[3]'",
            "'../whole' is not a fixture name",
            // Invalid stubs, and stubs used more or less often than declared.
            "neither an absolute http or https URL", "'{a' is not valid", "has an empty sequence of responses",
            "stub GET /file (FailingTests.swift:", "was used 1 time, not 3", "was used 2 times, not 1",
            // Differences between a request and the nearest stub.
            "header field Accept is missing", "body.a.b is 2, not 1", "page", "only this fails here",
            // Recordings.
            "no recording for GET https://example.com/b?page=2 in 'sample'; nearest: GET https://example.com/",
            "query parameter page is '2', not '1'", "recording 'sample' is stale: 1 unused exchange",
            "recording 'same' is being recorded by another test; use a separate recording for each test",
        ]
        for text in expected { #expect(output.contains(text), "\(text)") }
        // A transport that is passed directly reports an unmatched request once, at the line where it was created.
        let issueLine = "[^\n]*issue at FailingTests.swift:[0-9]+:[0-9]+[^\n]*"
        #expect(
            try output.matches(of: Regex("\(issueLine)\n?[^\n]*no stub for GET https://example.com/unmatched")).count
                == 1
        )
        // A test whose fixture is missing does not run.
        #expect(!output.contains("the test ran without its fixture"))
        // With the strictness `.unmatchedRequests`, an unused stub is not reported.
        #expect(!output.contains("/never"))
        // Each issue is reported at its own line of the file.
        #expect(output.matches(of: /recorded an issue at FailingTests.swift:[0-9]+:[0-9]+/).count >= 27, "\(output)")
    }

    @Test("XCTest reports each failure at its line with the cause")
    func xctest() async throws {
        let (status, output) = try await Self.run(["SeekTestingSupportTests.FailingXCTests"])
        #expect(try #require(status) != 0)
        for text in [
            "FailingTests.swift:", "path is /b, not /a", "was not used", "the moon did not come true",
            "the sun did not come true before the test was cancelled",
            "no stub for GET https://example.com/unmatched: there are no stubs (FailingTests.swift:",
            "--filter 'FailingXCTests'",
        ] {
            #expect(output.contains(text), "\(text)")
        }
    }
}
#endif
