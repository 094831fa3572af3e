/// A date of the proleptic Gregorian calendar in the years 0 to 9999, without a time or a time zone.
///
/// The arithmetic is that of Howard Hinnant's [chrono-Compatible Low-Level Date
/// Algorithms](https://howardhinnant.github.io/date_algorithms.html). Foundation's `Calendar` is slower, reads
/// 30 February as a date in March, and in the case of `Calendar(identifier: .gregorian)` is Julian before 1582.
public struct CalendarDate: Sendable, Hashable {
    /// The year, 0 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates a date, or returns nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month),
            (1...Self.dayCount(ofMonth: month, in: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates the date that is a number of days after 1970-01-01, or before it if the number is negative.
    ///
    /// The result is limited to the years 0 to 9999.
    public init(daysSince1970 days: Int) {
        // From 0000-01-01 to 9999-12-31. The algorithm counts days from 0000-03-01, and its years begin in March.
        let shifted = min(max(days, -719_528), 2_932_896) + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Parses a date such as `2026-11-21`, or returns nil.
    public init?(_ string: some StringProtocol) {
        var scanner = DigitScanner(string)
        guard let date = scanner.date(), scanner.isAtEnd else { return nil }
        self = date
    }

    /// The number of days from 1970-01-01 to the date, negative for an earlier date.
    public var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.floorDivided(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the week, from 0 for Sunday to 6 for Saturday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let days = daysSince1970 + 4
        return days - days.floorDivided(by: 7) * 7
    }

    /// The start of the date in UTC.
    public var midnight: Date { Date(timeIntervalSince1970: Double(daysSince1970) * 86_400) }

    private static func dayCount(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDate: CustomStringConvertible {
    /// The date in the format of ISO 8601: `2026-11-21`.
    public var description: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }
}

extension FixedWidthInteger {
    /// Returns the quotient by a positive divisor, rounded down.
    func floorDivided(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Returns the decimal digits, padded with leading zeros to a minimum width.
    func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}

/// A date and time of day in UTC, rounded down to a second.
public struct UTCTime: Sendable, Hashable {
    /// The times that can be represented, in seconds since 1970: the years 1 to 9999. RFC 3339 and HTTP dates can
    /// represent all of them.
    public static let validSeconds = -62_135_596_800.0...253_402_300_799.0

    /// The date.
    public let date: CalendarDate
    /// The hour, 0 to 23.
    public let hour: Int
    /// The minute, 0 to 59.
    public let minute: Int
    /// The second, 0 to 59.
    public let second: Int

    /// Creates the date and time of day of a `Date`.
    ///
    /// A `Date` outside the years 1 to 9999 is clamped to the first or last second of that range, so that the year
    /// always has four digits. NaN becomes 1970-01-01.
    public init(_ date: Date) {
        let seconds = date.validSecondsSince1970
        let days = seconds.floorDivided(by: 86_400)
        let secondOfDay = Int(seconds - days * 86_400)
        self.date = CalendarDate(daysSince1970: Int(days))
        (hour, minute, second) = (secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60)
    }

    /// The time of day: `08:49:37`.
    public var timeOfDay: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))" }
}

extension Date {
    /// The seconds since 1970, rounded down and limited to ``UTCTime/validSeconds``; 0 for NaN.
    var validSecondsSince1970: Int64 {
        let seconds = timeIntervalSince1970
        guard !seconds.isNaN else { return 0 }
        return Int64(min(max(seconds.rounded(.down), UTCTime.validSeconds.lowerBound), UTCTime.validSeconds.upperBound))
    }
}

/// Pacific Time, in which the days of YouTube's quota begin and end.
///
/// Daylight saving time lasts from the second Sunday in March to the first Sunday in November and changes at 2 o'clock
/// local time (15 U.S.C. §260a, since 2007). The rule is applied to all years, so times before 2007 can be off by an
/// hour. The system's time zones are not used: they need all of Foundation and may not be installed.
public enum PacificTime {
    private static let standardOffset: Int64 = -8 * 3_600
    private static let daylightOffset: Int64 = -7 * 3_600

    /// Returns the calendar date in Pacific Time. An instant outside the years 1 to 9999 in UTC is clamped to that
    /// range.
    public static func date(at instant: Date) -> CalendarDate {
        let seconds = instant.validSecondsSince1970
        return CalendarDate(daysSince1970: Int((seconds + offset(at: seconds)).floorDivided(by: 86_400)))
    }

    /// Returns the instant at which a date begins in Pacific Time.
    public static func midnight(of date: CalendarDate) -> Date {
        let midnight = Int64(date.daysSince1970) * 86_400
        // In daylight time, this is the offset at 1 o'clock, which is the same: it changes at 2 o'clock.
        return Date(timeIntervalSince1970: Double(midnight - offset(at: midnight - standardOffset)))
    }

    /// Returns the offset from UTC in seconds, which is negative, at an instant in seconds since 1970.
    private static func offset(at seconds: Int64) -> Int64 {
        let standardDay = (seconds + standardOffset).floorDivided(by: 86_400)
        let year = CalendarDate(daysSince1970: Int(standardDay)).year
        let start = twoOClock(onFirstSundayFrom: CalendarDate(year: year, month: 3, day: 8)) - standardOffset
        let end = twoOClock(onFirstSundayFrom: CalendarDate(year: year, month: 11, day: 1)) - daylightOffset
        return start <= seconds && seconds < end ? daylightOffset : standardOffset
    }

    /// Returns 2 o'clock on the first Sunday on or after a date, as seconds of local time since 1970; 0 if the date
    /// does not exist.
    private static func twoOClock(onFirstSundayFrom date: CalendarDate?) -> Int64 {
        guard let date else { return 0 }
        return Int64(date.daysSince1970 + (7 - date.weekday) % 7) * 86_400 + 2 * 3_600
    }
}
