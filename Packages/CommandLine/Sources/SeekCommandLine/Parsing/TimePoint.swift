import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Parses points in time: a date, an ISO 8601 time, or a duration before now.
enum TimePoint {
    /// Parses the value of a flag: `2026-01-31` (midnight UTC), `2026-01-31T12:00:00Z`, `7d`.
    static func parse(_ text: String?, of name: OptionSpec.Name, now: Date) throws(UsageError) -> Date? {
        guard let text else { return nil }
        if let date = CalendarDate(text)?.midnight ?? RFC3339.date(text) { return date }
        if let span = TimeSpan.read(text) { return now.addingTimeInterval(-Double(span.components.seconds)) }
        throw UsageError(
            "--\(name.rawValue) must be a date such as 2026-01-31, a time such as 2026-01-31T12:00:00Z, or a duration "
                + "before now such as 12h or 7d, not '\(SafeText.line(text))'"
        )
    }
}
