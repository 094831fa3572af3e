import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value in a column. What is not known is empty.
enum Cell: Sendable {
    case text(String)
    /// A text that leads somewhere, where the terminal has links.
    case link(String, to: URL?)
    case number(Int?)
    /// A time: ISO 8601 in UTC for programs, relative to now for people.
    case time(Date?)

    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    /// For programs: nothing left out, the same at any time.
    var plain: String {
        switch self {
        case .text(let text), .link(let text, _): text
        case .number(let number): number.map { "\($0)" } ?? ""
        case .time(let date): date.map(Timestamp.text) ?? ""
        }
    }

    /// For people.
    func text(now: Date) -> String {
        if case .time(let date) = self { date.map { Timestamp.relative($0, to: now) } ?? "" } else { plain }
    }

    var url: URL? {
        if case .link(_, let url) = self { url } else { nil }
    }
}

/// How times are told.
enum Timestamp {
    /// `2026-11-21T07:30:00Z`. Foundation's own formatter takes 3 µs for it, which a list of a hundred thousand feels.
    static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        guard seconds.magnitude < 1e11 else { return date.formatted(.iso8601) }
        let whole = Int(seconds.rounded(.down))
        let day = whole >= 0 ? whole / 86_400 : -((86_399 - whole) / 86_400)
        let second = whole - day * 86_400
        let (year, month, dayOfMonth) = civil(day)
        // Before 1583 Foundation counts by the Julian calendar.
        guard (1_583...9_999).contains(year) else { return date.formatted(.iso8601) }
        return String(unsafeUninitializedCapacity: 20) { buffer in
            func write(_ number: Int, at index: Int, digits: Int) {
                var rest = number
                for offset in (0..<digits).reversed() {
                    buffer[index + offset] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
            }
            for (index, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "Z")]
                as [(Int, Unicode.Scalar)]
            {
                buffer[index] = UInt8(ascii: mark)
            }
            write(year, at: 0, digits: 4)
            write(month, at: 5, digits: 2)
            write(dayOfMonth, at: 8, digits: 2)
            write(second / 3_600, at: 11, digits: 2)
            write(second / 60 % 60, at: 14, digits: 2)
            write(second % 60, at: 17, digits: 2)
            return 20
        }
    }

    /// The date of a day since 1970 in the Gregorian calendar.
    ///
    /// Source: Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”, `civil_from_days`.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// How old an answer is: `40 s`, `12 min`, `3 h`.
    static func age(_ age: Duration) -> String {
        let seconds = age.components.seconds
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7_200: "\(seconds / 60) min"
        default: "\(seconds / 3_600) h"
        }
    }

    /// `3 hours ago`, `in 2 days`: whole units, rounded down.
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
