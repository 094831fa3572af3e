import SeekCache

/// The results of a cache stress test.
public struct Findings: Sendable, Hashable {
    /// The number of correct values.
    public var right = 0
    /// The number of misses.
    public var missed = 0
    /// The number of values that differ from those stored.
    public var wrongValues = 0
    /// The number of stores that could not be opened.
    public var unopenable = 0
    /// Descriptions of the first five violations.
    public private(set) var violations: [String] = []
    /// A remark, for example how a disk was filled.
    public var remark = ""

    /// Creates empty findings.
    public init() {}

    /// Records a violation. Only the first five are retained.
    public mutating func note(_ violation: String) {
        if violations.count < 5 { violations.append(violation) }
    }

    /// Counts an entry as correct, missing or wrong, and returns the version of a correct value.
    @discardableResult
    mutating func see(_ entry: CacheEntry?, _ number: Int, _ place: @autoclosure () -> String) -> Int? {
        guard let entry else {
            missed += 1
            return nil
        }
        guard let version = Payload.version(of: entry.data, number) else {
            wrongValues += 1
            note("\(place()): a wrong value for \(number)")
            return nil
        }
        right += 1
        return version
    }

    /// Whether there are no violations, wrong values or stores that could not be opened.
    public var hasPassed: Bool { violations.isEmpty && wrongValues == 0 && unopenable == 0 }

    /// A summary, for example `1200 values right, 3 missed, 0 wrong, 0 stores unopenable`.
    public var summary: String {
        let text = "\(right) values right, \(missed) missed, \(wrongValues) wrong, \(unopenable) stores unopenable"
        return text + (remark.isEmpty ? "" : "; \(remark)") + violations.map { "\n        \($0)" }.joined()
    }
}
