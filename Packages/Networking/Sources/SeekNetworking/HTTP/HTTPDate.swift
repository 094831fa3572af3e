#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Dates as HTTP writes them (RFC 9110 §5.6.7), read in all three forms to the letter: what is nearly a date is none, because an
/// `Expires` that is none has expired. Only the case of names is not looked at, nor whether the day of the week is right.
enum HTTPDate {
    /// The last second that HTTP can write, the end of the year 9999, in seconds since 1970.
    static let latest = 253_402_300_799.0

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`; nil for
    /// anything else.
    ///
    /// - Parameter now: Tells the century of a year of two digits: at most 50 years ahead.
    static func date(_ text: String, now: Date) -> Date? {
        guard HTTPFieldLimits.allows(text) else { return nil }
        var scanner = Scanner(rest: Array(text.utf8)[...])
        guard let weekday = scanner.letters() else { return nil }
        if scanner.skip(", ") {
            let dash = weekday.count > 3
            guard let day = scanner.number(2), scanner.skip(dash ? "-" : " "), let month = scanner.month(months),
                scanner.skip(dash ? "-" : " "), let year = scanner.number(dash ? 2 : 4), scanner.skip(" "),
                let time = scanner.time(), scanner.skip(" "), scanner.letters() == "gmt", scanner.rest.isEmpty
            else { return nil }
            return date(year: dash ? century(of: year, now) : year, month, day, time)
        }
        guard weekday.count == 3, scanner.skip(" "), let month = scanner.month(months), scanner.skip(" "),
            let day = scanner.skip(" ") ? scanner.number(1) : scanner.number(2), scanner.skip(" "),
            let time = scanner.time(), scanner.skip(" "), let year = scanner.number(4), scanner.rest.isEmpty
        else { return nil }
        return date(year: year, month, day, time)
    }

    /// Writes `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ date: Date) -> String {
        // The form has four digits for the year: 0001-01-01 to 9999-12-31.
        let time = date.timeIntervalSince1970
        let seconds = Int(min(max(time.isNaN ? 0 : time, -62_135_596_800), latest).rounded(.down))
        let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let clock = seconds - day * 86_400
        let (year, month, dayOfMonth) = civil(day)
        let weekday = days[((day % 7) + 7) % 7]
        let name = months[month - 1].capitalized
        let parts = [clock / 3_600, clock / 60 % 60, clock % 60].map(twoDigits).joined(separator: ":")
        let fourDigits = String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
        return "\(weekday), \(twoDigits(dayOfMonth)) \(name) \(fourDigits) \(parts) GMT"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func century(of year: Int, _ now: Date) -> Int {
        let years = now.timeIntervalSince1970 / 31_556_952
        let thisYear = Int(min(max(years.isNaN ? 0 : years, 0), 8_000)) + 1_970
        var full = year + 1_900
        while full + 50 < thisYear { full += 100 }
        return full
    }

    private static func date(year: Int, _ month: Int, _ day: Int, _ time: Int) -> Date? {
        guard year >= 1, (1...length(ofMonth: month, year)).contains(day) else { return nil }
        return Date(timeIntervalSince1970: Double(daysSince1970(year: year, month: month, day: day) * 86_400 + time))
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days in the proleptic Gregorian calendar, counted in eras of 400 years that begin in March.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The other way round.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ text: String) -> Bool {
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
            return true
        }

        /// At least three letters, in lower case.
        mutating func letters() -> String? {
            let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
            rest = rest[letters.endIndex...]
            return letters.count < 3 ? nil : String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
        }

        mutating func month(_ names: [String]) -> Int? {
            letters().flatMap { names.firstIndex(of: $0) }.map { $0 + 1 }
        }

        /// A number of so many digits.
        mutating func number(_ count: Int) -> Int? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            rest = rest[digits.endIndex...]
            return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
        }

        /// `08:49:37`, in seconds; a leap second is allowed.
        mutating func time() -> Int? {
            guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
                hour < 24, minute < 60, second <= 60
            else { return nil }
            return hour * 3_600 + minute * 60 + second
        }
    }
}
