#if os(Linux)
import Fleet

/// The result of a stress test.
package struct FleetStressResult: Sendable {
    var report = MachineReport()
    /// A note, for example the number of rounds.
    package var note = ""
    /// Descriptions of the first five violations.
    package private(set) var violations: [String] = []

    package init() {}

    /// Records a violation. Only the first five are retained.
    mutating func addViolation(_ violation: String) {
        if violations.count < 5 { violations.append(violation) }
    }

    /// Adds a report. Responses to another search and failed searches are violations.
    mutating func add(_ part: MachineReport) {
        report = report + part
        guard part.wrong + part.failed > 0 else { return }
        addViolation("\(part.wrong) wrong and \(part.failed) failed searches: \(part.errors.joined(separator: "; "))")
    }

    /// Records a violation if more than `limit` failures of the stores were reported after the first `earlier` ones.
    mutating func checkWarnings(since earlier: Int, atMost limit: Int) {
        let count = report.storeFailures - earlier
        guard count > limit else { return }
        let examples = report.storeErrors.joined(separator: "; ")
        addViolation("\(count) warnings, but at most \(limit) are expected: \(examples)")
    }

    package var passed: Bool { violations.isEmpty }

    /// A summary on one line, followed by the violations.
    package var summary: String {
        let sources = report.sources.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let longest = Int(report.longest * 1_000)
        return "\(report.succeeded) searches (\(sources)), at most \(longest) ms, \(report.rejected) rejected, "
            + "\(report.storeFailures) warnings" + (note.isEmpty ? "" : "; \(note)")
            + violations.map { "\n        \($0)" }.joined()
    }
}
#endif
