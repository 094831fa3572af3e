import SeekBasics

/// A value or a range in the syntax of GitHub's qualifiers: `100`, `>=100`, `<100`, `10..20`, `10..*`.
struct QualifierRange: Sendable, Hashable {
    let value: String

    init?(numbers text: String) {
        self.init(text) { bound in bound.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(bound) : nil }
    }

    /// Parses a date or a range of dates. Dates may have a time (RFC 3339).
    init?(dates text: String) {
        self.init(text) { CalendarDate(String($0))?.midnight ?? RFC3339.date(String($0)) }
    }

    private init?<Bound: Comparable>(_ text: String, bound: (Substring) -> Bound?) {
        let bounds = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
        switch (bounds.first, bounds.last) {
        case ("*", let last?) where bounds.count == 2: self.init("<=", last, bound)
        case (let first?, "*") where bounds.count == 2: self.init(">=", first, bound)
        case (let first?, let last?) where bounds.count == 2:
            guard let lower = bound(first), let upper = bound(last), lower <= upper else { return nil }
            self.init(value: text)
        default:
            let comparison = [">=", "<=", ">", "<"].first(where: text.hasPrefix) ?? ""
            self.init(comparison, text.dropFirst(comparison.count), bound)
        }
    }

    private init?<Bound>(_ comparison: String, _ text: Substring, _ bound: (Substring) -> Bound?) {
        guard bound(text) != nil else { return nil }
        self.init(value: comparison + text)
    }

    private init(value: String) { self.value = value }
}
