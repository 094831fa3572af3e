/// The results of a stress test: outcomes of requests, violations, and the maximum lateness.
package struct StressTestRecord: Sendable, Hashable {
    private var counts: [String: Int] = [:]
    /// Descriptions of the first five violations; `violationCount` counts all.
    package private(set) var violations: [String] = []
    package private(set) var violationCount = 0
    /// The maximum lateness of the requests; nil if there are none.
    private var maximumLateness: Duration?

    package init() {}

    package var count: Int { counts.values.reduce(0, +) }

    /// Returns the number of requests with an outcome: `200`, `cancelled`, `timedOut`, `transport`…
    package func count(of label: String) -> Int { counts[label, default: 0] }

    /// Adds the outcome of a request and, if it is not permitted, its violation.
    package mutating func add(_ outcome: RequestOutcome, violation: String?) {
        counts[outcome.label, default: 0] += 1
        maximumLateness = maximumLateness.map { max($0, outcome.lateness) } ?? outcome.lateness
        if let violation { addViolation(violation) }
    }

    /// Adds a violation that does not belong to the outcome of a single request.
    package mutating func addViolation(_ violation: String) {
        violationCount += 1
        if violations.count < 5 { violations.append(violation) }
    }

    package mutating func add(_ other: StressTestRecord) {
        counts.merge(other.counts, uniquingKeysWith: +)
        violationCount += other.violationCount
        violations = Array((violations + other.violations).prefix(5))
        if let theirs = other.maximumLateness { maximumLateness = maximumLateness.map { max($0, theirs) } ?? theirs }
    }

    /// Returns a description of the maximum lateness if it exceeds the tolerance, or nil.
    func lateness(beyond tolerance: Duration) -> String? {
        guard let maximumLateness, maximumLateness > tolerance else { return nil }
        return "a request ended \(maximumLateness.millisecondsText) after its deadline; "
            + "the tolerance is \(tolerance.millisecondsText)"
    }

    /// The record as text: `1200 requests (200: 800, timedOut: 400), the latest 3.1 ms after its deadline`.
    package var summary: String {
        let outcomes = counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        let late =
            maximumLateness.map { $0 > .zero ? ", the latest \($0.millisecondsText) after its deadline" : "" } ?? ""
        return "\(count) requests (\(outcomes))\(late)"
    }
}
