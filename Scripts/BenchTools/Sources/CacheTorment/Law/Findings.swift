import SeekCache

/// What a torment of the cache saw. A pure value.
public struct Findings: Sendable, Hashable {
    /// How many values were found and compared.
    public var right = 0
    /// How many reads found nothing.
    public var missed = 0
    /// How many values were not, byte for byte, what was put.
    public var wrongValues = 0
    /// How many stores could not be used.
    public var unopenable = 0
    /// The first few violations, in words.
    public private(set) var violations: [String] = []
    /// What else is to be told, such as how a disk was filled.
    public var remark = ""

    /// Makes empty findings.
    public init() {}

    /// Takes in something that breaks the law.
    public mutating func note(_ violation: String) {
        if violations.count < 5 { violations.append(violation) }
    }

    /// Takes in a value found under a key's number, and tells its version.
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

    /// Whether the law was kept.
    public var isLawful: Bool { violations.isEmpty && wrongValues == 0 && unopenable == 0 }

    /// `1200 values right, 3 missed, 0 wrong, 0 stores unopenable`
    public var summary: String {
        let text = "\(right) values right, \(missed) missed, \(wrongValues) wrong, \(unopenable) stores unopenable"
        return text + (remark.isEmpty ? "" : "; \(remark)") + violations.map { "\n        \($0)" }.joined()
    }
}
