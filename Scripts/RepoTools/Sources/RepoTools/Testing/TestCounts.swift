/// The numbers of tests in a log of `swift test`, which has up to two parts: XCTest and Swift Testing.
struct TestCounts: Codable, Equatable {
    var passed = 0
    var failed = 0
}

extension TestCounts {
    /// Parses a log. An unsuccessful run counts at least one failure even if the log contains none; a successful run
    /// counts none.
    init(log: String, succeeded: Bool) {
        var executed = XCTestSummary()
        var failedCases = 0
        var total: Int?
        var failedTests = 0
        var passedTests = 0
        for line in log.split(whereSeparator: \.isNewline) {
            let text = line.drop { $0 == " " || $0 == "\t" }
            if let summary = XCTestSummary(text) {
                executed = summary
            } else if text.hasPrefix("Test Case "), text.contains("' failed (") {
                failedCases += 1
            } else if let count = Self.testRunCount(text) {
                total = count
            } else if text.hasPrefix("✘ Test "), text.contains(" failed after ") {
                failedTests += 1
            } else if text.hasPrefix("✔ Test "), text.contains(" passed after ") {
                passedTests += 1
            }
        }
        // The status decides, because a test may print text that looks like a failure.
        let xctestFailures = failedCases > 0 ? failedCases : executed.failures
        failed = succeeded ? 0 : max(1, failedTests + xctestFailures)
        // A crashed run prints no total, so the results of single tests are counted. The number of XCTest includes its
        // failures, which are subtracted with the others.
        passed = max(0, executed.tests + (total.map { $0 - failed } ?? passedTests - xctestFailures))
    }

    /// The numbers in `Executed 3 tests, with 1 test skipped and 2 failures (0 unexpected) in 0.1 (0.1) seconds`. The
    /// last such line counts.
    private struct XCTestSummary {
        var tests = 0
        var failures = 0

        init() {}

        init?(_ line: Substring) {
            let words = line.split(separator: " ")
            guard words.first == "Executed", words.count > 1, let tests = Int(words[1]) else { return nil }
            self.tests = tests
            for index in words.indices.dropFirst() where words[index].hasPrefix("failure") {
                failures = Int(words[index - 1]) ?? failures
            }
        }
    }

    /// Parses the number in `✔ Test run with 12 tests`; only a symbol may precede the text.
    private static func testRunCount(_ line: Substring) -> Int? {
        let words = line.split(separator: " ", maxSplits: 5)
        guard words.count == 6, words[1...3] == ["Test", "run", "with"], words[5].hasPrefix("test") else { return nil }
        return Int(words[4])
    }

    /// Returns the first `limit` lines that describe failures, or the last 15 lines of the log if none does. A final
    /// line contains the number of omitted lines, if any.
    static func failingLines(of log: String, limit: Int = 40) -> [String] {
        let marks = ["error:", "✘", " failed (", "Fatal error", "fatal error"]
        let lines = log.split(whereSeparator: \.isNewline).filter { line in
            // ━ marks a known issue, | a repeated message of the compiler.
            !line.hasPrefix("━") && line.first { $0 != " " } != "|" && marks.contains { line.contains($0) }
        }
        // The last lines of a crashed run explain most.
        let candidates = lines.isEmpty ? Array(log.split(whereSeparator: \.isNewline).suffix(15)) : lines
        let shown = candidates.prefix(limit).map(String.init)
        return shown + (candidates.count > limit ? ["… and \(candidates.count - limit) more lines"] : [])
    }
}

extension [TestCounts] {
    var sum: TestCounts { TestCounts(passed: reduce(0) { $0 + $1.passed }, failed: reduce(0) { $0 + $1.failed }) }
}
