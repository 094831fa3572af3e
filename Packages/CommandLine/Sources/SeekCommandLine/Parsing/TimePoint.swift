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
        if let date = try? Date(text.count == 10 ? "\(text)T00:00:00Z" : text, strategy: .iso8601), isDay(text) {
            return date
        }
        if let span = TimeSpan.read(text) { return now.addingTimeInterval(-Double(span.components.seconds)) }
        throw UsageError(
            "--\(name.rawValue) must be a day such as 2026-01-31, a time such as 2026-01-31T12:00:00Z, or so long ago as 12h, "
                + "7d, not '\(SafeText.line(text))'"
        )
    }

    /// Whether the day a time begins with is one of the calendar: Foundation reads 30 February as 2 March.
    private static func isDay(_ text: String) -> Bool {
        let day = text.prefix(10)
        guard let midnight = try? Date("\(day)T00:00:00Z", strategy: .iso8601) else { return false }
        return Timestamp.text(midnight).hasPrefix(day)
    }
}
