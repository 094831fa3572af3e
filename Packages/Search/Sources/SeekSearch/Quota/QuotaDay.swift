import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A day of YouTube's quota: from midnight to midnight on the Pacific coast, 23 to 25 hours.
public struct QuotaDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Days since 1970-01-01.
    let number: Int

    /// Within the years 1970 and 9999 everywhere on earth.
    private static let (firstSecond, lastSecond) = (86_400.0, 253_402_200_000.0)

    /// The day it is at a moment.
    public init(at date: Date) {
        // No clock, however wrong, ends the program or makes a day that could not be written down.
        let second = max(Self.firstSecond, min(Self.lastSecond, date.timeIntervalSince1970))
        number = PacificTime.date(at: Date(timeIntervalSince1970: second)).daysSince1970
    }

    init(number: Int) { self.number = number }

    /// When the day begins.
    public var start: Date { PacificTime.midnight(of: CalendarDate(daysSince1970: number)) }

    /// When the day ends and the next one begins.
    public var end: Date { QuotaDay(number: number + 1).start }

    /// The earlier day is the lesser.
    public static func < (lhs: QuotaDay, rhs: QuotaDay) -> Bool { lhs.number < rhs.number }

    /// The date: `2026-11-21`.
    public var description: String { CalendarDate(daysSince1970: number).description }

    /// Reads a ``description``; nil for any other text.
    init?(_ text: String) {
        guard let date = CalendarDate(text), date.year >= 1970 else { return nil }
        self.init(number: date.daysSince1970)
    }
}
