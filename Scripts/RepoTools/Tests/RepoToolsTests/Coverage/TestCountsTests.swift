import Testing

@testable import RepoTools

@Suite struct TestCountsTests {
    /// A log with a short name for the test case. Without the name, the run of these tests would print the log, and
    /// `repo test` would count the tests in it.
    struct Log: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
        var succeeded = true
        var passed = 0
        var failed = 0
    }

    @Test("tests of Swift Testing and XCTest are counted; a failed run has at least one failed test", arguments: logs)
    func counts(log: Log) {
        let counts = TestCounts(log: log.text, succeeded: log.succeeded)
        #expect(counts == TestCounts(passed: log.passed, failed: log.failed))
    }

    private static let logs = [
        Log(
            testDescription: "Swift Testing",
            text: "✔ Test run with 12 tests in 3 suites passed after 0.5 seconds.",
            passed: 12
        ),
        Log(
            testDescription: "one test",
            text: "✔ Test run with 1 test in 0 suites passed after 0.5 seconds.",
            passed: 1
        ),
        Log(
            testDescription: "one failing, and one with “failed” in its name",
            text: """
                ✘ Test "one" recorded an issue at A.swift:1:1: Expectation failed
                ✘ Test "one" failed after 0.001 seconds with 2 issues.
                ✔ Test "x failed after y" passed after 0.001 seconds.
                ✘ Suite S failed after 0.1 seconds with 2 issues.
                ✘ Test run with 5 tests in 1 suite failed after 0.5 seconds with 2 issues.
                """,
            succeeded: false,
            passed: 4,
            failed: 1
        ),
        Log(
            testDescription: "XCTest",
            text: "Executed 3 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds",
            passed: 3
        ),
        Log(
            testDescription: "XCTest with a failing case",
            text: """
                Test Case 'ATests.testOne' failed (0.1 seconds)
                \t Executed 2 tests, with 3 failures (0 unexpected) in 0.1 (0.1) seconds
                \t Executed 4 tests, with 1 test skipped and 3 failures (0 unexpected) in 0.1 (0.1) seconds
                """,
            succeeded: false,
            passed: 3,
            failed: 1
        ),
        Log(
            testDescription: "XCTest without its cases",
            text: "Executed 4 tests, with 2 failures (0 unexpected) in 0.1 (0.1) seconds",
            succeeded: false,
            passed: 2,
            failed: 2
        ),
        Log(
            testDescription: "both",
            text: """
                Executed 2 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds
                ◇ Test run started.
                ✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.
                """,
            passed: 5
        ),
        Log(
            testDescription: "does not build",
            text: "A.swift:1:1: error: no 'x' in scope",
            succeeded: false,
            failed: 1
        ),
        Log(
            testDescription: "crashed",
            text: "✔ Test one() passed after 0.1 seconds.\n◇ Test two() started.\nerror: Exited with signal 4",
            succeeded: false,
            passed: 1,
            failed: 1
        ),
        Log(
            testDescription: "all tests passed, and the run failed",
            text: "✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.\nerror: leak",
            succeeded: false,
            passed: 2,
            failed: 1
        ),
        Log(
            testDescription: "passed, with output that looks like a failure",
            text: "✘ Test a() failed after 1 second\n✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.",
            passed: 3
        ),
        Log(testDescription: "nothing", text: ""),
    ]

    @Test("the excerpt of a log contains the lines that describe failures, or else the last lines")
    func failingLines() {
        let log =
            "one\n━ Test b() recorded a known issue: Caught error: Stop()\n"
            + "A.swift:1:1: error: x\n✘ Test a() failed\ntwo"
        #expect(TestCounts.failingLines(of: log) == ["A.swift:1:1: error: x", "✘ Test a() failed"])
        #expect(TestCounts.failingLines(of: log, limit: 1) == ["A.swift:1:1: error: x", "… and 1 more lines"])
        let silent = (1...20).map { "line \($0)" }.joined(separator: "\n")
        #expect(TestCounts.failingLines(of: silent).count == 15)
        #expect(TestCounts.failingLines(of: silent).last == "line 20")
    }
}
