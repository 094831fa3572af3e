import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Parses and formats byte counts: `1500`, `500kB`, `10MB`, `1GB`. Units are decimal (SI).
enum ByteSize {
    private static let units: [(name: String, bytes: Int)] = [
        ("gb", 1_000_000_000), ("mb", 1_000_000), ("kb", 1_000), ("b", 1),
    ]

    /// Parses the value of `--max-size`. The `B` of a unit may be omitted.
    static func parse(_ text: String) throws(UsageError) -> Int {
        let text = text.lowercased()
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var unit = text.dropFirst(digits.count).filter { $0 != " " }
        if !unit.hasSuffix("b") { unit += "b" }
        if let number = Int(digits), let factor = units.first(where: { $0.name == unit })?.bytes {
            let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
            if !overflow { return bytes }
        }
        throw UsageError("--max-size must be a size such as 1500, 500kB, 10MB or 1GB, not '\(SafeText.line(text))'")
    }

    /// Returns a size with its unit and, from 1 kB, one decimal place: `512 B`, `345.6 kB`.
    static func formatted(_ bytes: Int) -> String {
        guard let unit = units.first(where: { bytes >= $0.bytes }), unit.bytes > 1 else { return "\(bytes) B" }
        let tenths = (Double(bytes) / Double(unit.bytes) * 10).rounded() / 10
        let name = unit.name == "kb" ? "kB" : unit.name.uppercased()
        return "\(tenths) \(name)"
    }
}

/// Parses durations: `90s`, `15m`, `1h`, `2d`.
enum TimeSpan {
    /// Parses the value of a flag, which the error names.
    static func parse(_ text: String, of name: OptionSpec.Name) throws(UsageError) -> Duration {
        if let duration = parse(text) { return duration }
        let value = SafeText.line(text)
        throw UsageError("--\(name.rawValue) must be a duration such as 90s, 15m, 1h or 2d, not '\(value)'")
    }

    /// Parses a duration. Returns `nil` if the string is invalid.
    static func parse(_ text: String) -> Duration? {
        let secondsPerUnit: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number <= 1_000_000, digits.endIndex < text.endIndex,
            text.index(after: digits.endIndex) == text.endIndex, let seconds = secondsPerUnit[text[digits.endIndex]]
        else { return nil }
        return .seconds(number * seconds)
    }
}

/// Parses points in time: a date, an ISO 8601 time, or a duration before now.
enum TimePoint {
    /// Parses the value of a flag: `2026-01-31` (midnight UTC), `2026-01-31T12:00:00Z`, `7d`.
    static func parse(_ text: String?, of name: OptionSpec.Name, now: Date) throws(UsageError) -> Date? {
        guard let text else { return nil }
        if let date = CalendarDate(text)?.midnight ?? RFC3339.date(text) { return date }
        if let age = TimeSpan.parse(text) { return now.addingTimeInterval(-Double(age.components.seconds)) }
        throw UsageError(
            "--\(name.rawValue) must be a date such as 2026-01-31, a time such as 2026-01-31T12:00:00Z, or a duration "
                + "before now such as 12h or 7d, not '\(SafeText.line(text))'"
        )
    }
}
