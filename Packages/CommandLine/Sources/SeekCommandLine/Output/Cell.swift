import Seek
import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The value of a column for one result. Missing values are written as empty strings.
enum Cell: Sendable {
    case text(String)
    /// A string that is a hyperlink in terminals that support it.
    case link(String, to: URL?)
    case number(Int64?)
    /// A date: ISO 8601 (UTC) in TSV, relative to now in a table.
    case time(Date?)

    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    /// The value in TSV, which does not depend on the current date.
    var plain: String {
        switch self {
        case .text(let text), .link(let text, _): text
        case .number(let number): number.map { "\($0)" } ?? ""
        case .time(let date): date.map(RFC3339.string) ?? ""
        }
    }

    /// Returns the value in a table.
    func formatted(relativeTo now: Date) -> String {
        if case .time(let date) = self { date.map { Timestamp.relative($0, to: now) } ?? "" } else { plain }
    }

    var url: URL? {
        if case .link(_, let url) = self { url } else { nil }
    }
}

/// Formats dates and durations.
enum Timestamp {
    /// Returns the age of a response in whole units, rounded down: `40 s`, `12 min`, `3 h`.
    static func age(_ age: Duration) -> String {
        let seconds = age.components.seconds
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7_200: "\(seconds / 60) min"
        default: "\(seconds / 3_600) h"
        }
    }

    /// Returns a relative date in whole units, rounded down: `3 hours ago`, `in 2 days`.
    static func relative(_ date: Date, to now: Date) -> String {
        let seconds = now.timeIntervalSince(date)
        let units: [(name: String, seconds: Double)] = [
            ("year", 31_557_600), ("month", 2_629_800), ("day", 86_400), ("hour", 3_600), ("minute", 60),
        ]
        guard let unit = units.first(where: { seconds.magnitude >= $0.seconds }) else {
            return seconds > -1 ? "just now" : "in \(Int(-seconds)) s"
        }
        let count = Int((seconds.magnitude / unit.seconds).rounded(.down))
        let text = "\(count) \(unit.name)\(count == 1 ? "" : "s")"
        return seconds > 0 ? "\(text) ago" : "in \(text)"
    }
}
