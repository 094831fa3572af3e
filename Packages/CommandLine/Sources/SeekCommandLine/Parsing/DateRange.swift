import Seek
import SeekBasics

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
