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
