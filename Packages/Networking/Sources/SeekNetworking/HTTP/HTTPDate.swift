#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Dates as HTTP writes them (RFC 9110 §5.6.7), read in all three forms.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`; nil for
    /// anything else. The name of the day is not looked at.
    ///
    /// - Parameter now: Tells the century of a year of two digits: at most 50 years ahead.
    static func date(_ text: String, now: Date) -> Date? {
        guard !text.contains(" -") else { return nil }
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        switch words.count {
        case 6 where words[5] == "GMT" || words[5] == "UTC":
            return date(day: words[1], month: words[2], year: words[3], time: words[4], now: now)
        case 5:
            return date(day: words[2], month: words[1], year: words[4], time: words[3], now: now)
        default:
            return nil
        }
    }

    private static func date(day: String, month: String, year: String, time: String, now: Date) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
        guard let day = number(day[...]), let month = months.firstIndex(of: month), clock.count == 3,
            let hour = clock[0], let minute = clock[1], let second = clock[2],
            hour < 24, minute < 60, second <= 60, var full = number(year[...])
        else { return nil }
        if year.count == 2 {
            full += 1_900
            let thisYear = Int(now.timeIntervalSince1970 / 31_556_952) + 1_970
            while full + 50 < thisYear { full += 100 }
        } else if year.count != 4 {
            return nil
        }
        guard full >= 1, (1...length(ofMonth: month + 1, full)).contains(day) else { return nil }
        let days = daysSince1970(year: full, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.count <= 4, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(text)
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
}
