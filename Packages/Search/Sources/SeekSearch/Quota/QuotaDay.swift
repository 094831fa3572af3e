public import SeekBasics

/// A day of YouTube's quota: from midnight to midnight Pacific time, 23 to 25 hours.
public struct QuotaDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Days since 1970-01-01.
    let number: Int

    /// The seconds since 1970-01-01 to which dates are clamped, so that the day and its end are within the years 1970
    /// to 9999.
    private static let (firstSecond, lastSecond) = (86_400.0, 253_402_200_000.0)

    /// Creates the day that contains a date. Dates before 1970-01-02 or after 9999-12-30 (UTC) are clamped.
    public init(at date: Date) {
        let second = max(Self.firstSecond, min(Self.lastSecond, date.timeIntervalSince1970))
        number = PacificTime.date(at: Date(timeIntervalSince1970: second)).daysSince1970
    }

    init(number: Int) { self.number = number }

    /// The start of the day.
    public var start: Date { PacificTime.midnight(of: CalendarDate(daysSince1970: number)) }

    /// The end of the day, and the start of the next.
    public var end: Date { QuotaDay(number: number + 1).start }

    /// Returns whether the first day is earlier.
    public static func < (lhs: QuotaDay, rhs: QuotaDay) -> Bool { lhs.number < rhs.number }

    /// The date: `2026-11-21`.
    public var description: String { CalendarDate(daysSince1970: number).description }
}

extension QuotaDay: RawRepresentable {
    /// The date, as in ``description``.
    public var rawValue: String { description }

    /// Creates the day with a ``description``; nil for any other text, or a year before 1970.
    public init?(rawValue: String) {
        guard let date = CalendarDate(rawValue), date.year >= 1970 else { return nil }
        self.init(number: date.daysSince1970)
    }
}
