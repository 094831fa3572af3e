#if os(Linux)
import Foundation
import SeekTestHelpers
import Testing

/// Runs the failing tests as a person would, and reads what they are told.
@Suite("What fails, fails, and says where", .timeLimit(.minutes(3)))
struct FailureReportTests {
    /// What a child process with some of the tests says: its status and its words.
    static func run(_ arguments: [String]) async throws -> (status: Int32?, words: String) {
        let folder = try TemporaryFolder()
        let log = folder.file("log")
        var environment = ProcessInfo.processInfo.environment
        environment[Failing.variable] = "1"
        // The profile of the child must not replace that of the tests.
        environment["LLVM_PROFILE_FILE"] = folder.path(of: "child.profraw")
        environment["TMPDIR"] = folder.url.path
        let program = try ChildProgram("/proc/self/exe", arguments, environment: environment, log: log)
        let status = await program.status(within: .seconds(120))
        // Not even the folders that are kept for as long as a program runs outlive it.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.hasPrefix("seek-test-") }, "\(names)")
        return (status, try String(contentsOf: log, encoding: .utf8))
    }

    @Test("Swift Testing")
    func swiftTesting() async throws {
        let (status, words) = try await Self.run([
            "--testing-library", "swift-testing", "--filter", "SeekTestingSupportTests.FailingTests",
        ])
        #expect(status != 0 && status != nil)
        let expected = [
            "no stub for GET https://example.com/b; nearest: GET https://example.com/a (FailingTests.swift:",
            "path is /b, not /a", "stub GET https://example.com/a (FailingTests.swift:", "was not used",
            "answered 1 of 2 requests", "GET /a was received 1 times, not 3; received: GET https://example.com/a",
            "GET /z was not received; received", "stub POST /a (FailingTests.swift:",
            "the moon did not come true within 0.001 seconds", "there is no recording 'no/such/recording' at ",
            "SEEK_RECORDING=all swift test --filter 'SeekTestingSupportTests.FailingTests/unrecorded()'",
            "no fixture 'youtube/serch'", "no task sleeps on the clock",
            // Fixtures: the file, what is wrong, where, and what to do.
            "no fixture 'hal': looked for ", "did you mean 'half'?", "half.json is malformed",
            "empty.json is malformed",
            "whole.json is malformed at items[0].id", "fixture 'whole' cannot be changed at 'items[3]'",
            "'../whole' is no name of a fixture",
            // Stubs that are wrong by themselves, or used otherwise than was said.
            "has no absolute http or https URL", "a brace of '{a' has no other", "has an empty sequence of answers",
            "stub GET /file (FailingTests.swift:", "answered 1 of 3 requests", "answered 2 of 1 requests",
            // Requests, field by field.
            "header field Accept is missing", "body.a.b is 2, not 1", "page", "only this fails here",
            // Recordings.
            "no recording for GET https://example.com/b?page=2 in 'sample'; nearest: exchange 1",
            "query item page is '2', not '1'", "recording 'sample' is stale: nobody asked for 1 of its exchanges",
            "days old, more than 1; record it anew by: SEEK_RECORDING=all swift test",
            "recording 'same' is being made by another test; give each its own",
        ]
        for text in expected { #expect(words.contains(text), "\(text)") }
        #expect(!words.contains("it runs all the same") && !words.contains("/never"))
        // Each issue stands at its own line of the file.
        #expect(words.matches(of: /recorded an issue at FailingTests.swift:[0-9]+:[0-9]+/).count >= 28, "\(words)")
    }

    @Test("XCTest")
    func xctest() async throws {
        let (status, words) = try await Self.run(["SeekTestingSupportTests.FailingXCTests"])
        #expect(status != 0 && status != nil)
        for text in [
            "FailingTests.swift:", "path is /b, not /a", "was not used", "the moon did not come true",
            "--filter 'FailingXCTests'",
        ] {
            #expect(words.contains(text), "\(text)")
        }
    }
}
#endif
