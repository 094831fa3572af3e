import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A point of time as people write it: a day, a time of ISO 8601, or so long ago.
enum TimePoint {
    /// Reads the value of a flag: `2026-01-31`, `2026-01-31T12:00:00Z`, `7d`. A day begins at midnight UTC.
    static func parse(_ text: String?, of name: OptionSpec.Name, now: Date) throws(UsageError) -> Date? {
        guard let text else { return nil }
        if let date = CalendarDate(text)?.midnight ?? RFC3339.date(text) { return date }
        if let span = TimeSpan.read(text) { return now.addingTimeInterval(-Double(span.components.seconds)) }
        throw UsageError(
            "--\(name.rawValue) must be a day such as 2026-01-31, a time such as 2026-01-31T12:00:00Z, or so long ago as 12h, "
                + "7d, not '\(SafeText.line(text))'"
        )
    }
}
