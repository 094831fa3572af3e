import Seek
import SeekBasics
import SeekNetworking

/// Parses and formats byte counts: `1500`, `500kB`, `10MB`, `1GB`. Units are decimal (SI).
enum ByteSize {
    private static let units: [(name: String, bytes: Int)] = [
        ("gb", 1_000_000_000), ("mb", 1_000_000), ("kb", 1_000), ("b", 1),
    ]

    /// Parses the value of `--max-size`. The `B` of a unit may be omitted.
    static func parse(_ text: String) throws(UsageError) -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var unit = text.dropFirst(digits.count).filter { $0 != " " }.lowercased()
        if !unit.hasSuffix("b") { unit += "b" }
        if let number = Int(digits), let factor = units.first(where: { $0.name == unit })?.bytes {
            let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
            if !overflow { return bytes }
        }
        throw UsageError("--max-size must be a size such as 1500, 500kB, 10MB or 1GB, not '\(SafeText.line(text))'")
    }

    /// Returns a size with its unit and, from 1 kB, one decimal place: `512 B`, `345.6 kB`.
    static func formatted(_ bytes: Int) -> String {
        // A size that rounds to 1000.0 of a unit has the next unit: from 999,950 bytes, 1.0 MB.
        guard let unit = units.first(where: { bytes >= $0.bytes - $0.bytes / 20_000 }), unit.bytes > 1 else {
            return "\(bytes) B"
        }
        let tenths = (Double(bytes) / Double(unit.bytes) * 10).rounded() / 10
        let name = unit.name == "kb" ? "kB" : unit.name.uppercased()
        return "\(tenths) \(name)"
    }
}

enum WebURL {
    /// Parses an http or https URL to which requests can be sent. The name of its flag is part of errors.
    static func parse(_ text: String, of name: String, example: String) throws(UsageError) -> URL {
        guard let url = URL(string: text), Origin(url) != nil, url.user() == nil, url.password() == nil else {
            throw UsageError(
                "\(name) must be an http or https URL without a user name, such as \(example), "
                    + "not '\(SafeText.line(text))'"
            )
        }
        if let problem = problem(with: url) { throw UsageError("\(name) is invalid: \(problem)") }
        return url
    }

    /// Returns why no request can be sent to a URL, such as an invalid host or port; `nil` if requests can be sent.
    static func problem(with url: URL) -> String? {
        do throws(NetworkError) {
            try HTTPRequest(method: .get, url: url).validate()
            return nil
        } catch {
            return if case .invalidRequest(let reason, _) = error { reason } else { error.description }
        }
    }
}

extension URL {
    /// Creates the URL of a file. A `~` at the start is part of the name: the shell has already expanded every `~` that
    /// means `HOME`, and Foundation would expand this one to the home folder in the system's list of users.
    init(literalPath path: String) { self.init(filePath: path.hasPrefix("~") ? "./\(path)" : path) }
}

/// A date or a range of dates in a flag: `2026-01-31`, `2026-01`, `2026`, `7d`, `>=2026-01-31`, `<7d`,
/// `2026-01..2026-03`, `30d..*`.
///
/// A relative date alone is the period since then: `7d` is the last seven days.
struct DateRange: Sendable {
    private enum Value {
        case single(SearchDate)
        case compared(String, SearchDate)
        /// At least one bound is not nil.
        case between(SearchDate?, SearchDate?)
    }

    private let value: Value

    init?(_ text: String) {
        let bounds = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if bounds.count == 2 {
            let dates = bounds.map { SearchDate($0) }
            guard zip(bounds, dates).allSatisfy({ $0 == "*" || $1 != nil }), bounds != ["*", "*"] else { return nil }
            value = .between(dates[0], dates[1])
            return
        }
        let comparison = [">=", "<=", ">", "<"].first(where: text.hasPrefix) ?? ""
        guard let date = SearchDate(String(text.dropFirst(comparison.count))) else { return nil }
        value = comparison.isEmpty ? .single(date) : .compared(comparison, date)
    }

    /// Returns whether the range ends before it begins.
    func isReversed(at now: Date) -> Bool {
        guard case .between(let lower?, let upper?) = value else { return false }
        return lower.start(at: now) > upper.end(at: now)
    }

    /// Returns the range in the syntax of GitHub's qualifiers, which has days and times, but no months, years and
    /// relative dates.
    func qualifierValue(at now: Date) -> String {
        switch value {
        case .single(let date):
            let (first, last) = (date.first(at: now), date.last(at: now))
            return date.isRelative ? ">=\(first)" : first == last ? first : "\(first)..\(last)"
        // A relative date is rounded so that it extends the range, and is therefore included.
        case .compared(let comparison, let date) where date.isRelative:
            return comparison.hasPrefix(">") ? ">=\(date.first(at: now))" : "<=\(date.last(at: now))"
        case .compared(let comparison, let date):
            return comparison + ([">=", "<"].contains(comparison) ? date.first(at: now) : date.last(at: now))
        case .between(let lower?, let upper?): return "\(lower.first(at: now))..\(upper.last(at: now))"
        case .between(let lower?, nil): return ">=\(lower.first(at: now))"
        case .between(nil, let upper): return "<=\(upper?.last(at: now) ?? "*")"
        }
    }
}

extension SearchDate {
    /// Returns the first day of the date; for a time, the time as it was given.
    fileprivate func first(at now: Date) -> String {
        let start = start(at: now)
        return text(of: start, isDay: start.isMidnight)
    }

    /// Returns the last day of the date; for a time, the time as it was given.
    fileprivate func last(at now: Date) -> String {
        var end = end(at: now)
        // A relative date ends at midnight, the end of the day before.
        if isRelative, end.isMidnight { end -= 1 }
        return text(of: end, isDay: (end + 1).isMidnight)
    }

    private func text(of time: Date, isDay: Bool) -> String {
        if RFC3339.date(description) != nil { return description }
        let text = RFC3339.string(from: time)
        return isDay ? String(text.prefix("2026-01-31".count)) : text
    }
}

extension Date {
    fileprivate var isMidnight: Bool { timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 0 }
}
