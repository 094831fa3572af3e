/// What a torment saw, added up: how requests ended, what broke the law, how late the latest was. A pure value.
public struct Record: Sendable, Hashable {
    private var tally: [String: Int] = [:]
    /// The first few violations, in words; `violationCount` counts them all.
    public private(set) var violations: [String] = []
    /// How often the law was broken.
    public private(set) var violationCount = 0
    private var latest: Duration?

    /// Makes an empty record.
    public init() {}

    /// How many requests ended.
    public var count: Int { tally.values.reduce(0, +) }

    /// How many ended in this way: `200`, `cancelled`, `timedOut`, `transport`…
    public func count(of word: String) -> Int { tally[word, default: 0] }

    /// Takes in a request's end and what it breaks of the law.
    public mutating func add(_ ending: Ending, violation: String?) {
        tally[ending.word, default: 0] += 1
        latest = latest.map { max($0, ending.lateness) } ?? ending.lateness
        if let violation { note(violation) }
    }

    /// Takes in something that is wrong and no request's end.
    public mutating func note(_ violation: String) {
        violationCount += 1
        if violations.count < 5 { violations.append(violation) }
    }

    /// Takes in another record.
    public mutating func add(_ other: Record) {
        tally.merge(other.tally, uniquingKeysWith: +)
        violationCount += other.violationCount
        violations = Array((violations + other.violations).prefix(5))
        if let theirs = other.latest { latest = latest.map { max($0, theirs) } ?? theirs }
    }

    /// What the latest request breaks of the law, in words; nil where it kept it.
    func lateness(beyond tolerance: Duration) -> String? {
        guard let latest, latest > tolerance else { return nil }
        return "a request ended \(latest.milliseconds) after its deadline, \(tolerance.milliseconds) were allowed"
    }

    /// `1200 requests (200: 800, timedOut: 400), the latest 3.1 ms after its deadline`
    public var summary: String {
        let ends = tally.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        let late = latest.map { $0 > .zero ? ", the latest \($0.milliseconds) after its deadline" : "" } ?? ""
        return "\(count) requests (\(ends))\(late)"
    }
}
