import SeekBasics

/// A value or a range in the syntax of GitHub's qualifiers: `100`, `>=100`, `<100`, `10..20`, `10..*`.
struct QualifierRange: Sendable, Hashable {
    /// The value of the qualifier.
    let value: String

    /// Parses a number or a range of numbers.
    init?(numbers text: String) {
        self.init(text) { bound in bound.allSatisfy { $0.isASCII && $0.isNumber } && Int64(bound) != nil }
    }

    /// Parses a date or a range of dates. Dates may have a time (RFC 3339).
    init?(dates text: String) {
        self.init(text) { CalendarDate(String($0)) != nil || RFC3339.date(String($0)) != nil }
    }

    private init?(_ text: String, isBound: (Substring) -> Bool) {
        let bounds = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
        switch (bounds.first, bounds.last) {
        case ("*", let last?) where bounds.count == 2: self.init("<=", last, isBound)
        case (let first?, "*") where bounds.count == 2: self.init(">=", first, isBound)
        case (let first?, let last?) where bounds.count == 2:
            guard isBound(first), isBound(last) else { return nil }
            self.init(value: text)
        default:
            let comparison = [">=", "<=", ">", "<"].first(where: text.hasPrefix) ?? ""
            self.init(comparison, text.dropFirst(comparison.count), isBound)
        }
    }

    private init?(_ comparison: String, _ bound: Substring, _ isBound: (Substring) -> Bool) {
        guard isBound(bound) else { return nil }
        self.init(value: comparison + bound)
    }

    private init(value: String) { self.value = value }
}
