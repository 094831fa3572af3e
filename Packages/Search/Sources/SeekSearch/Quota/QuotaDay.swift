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
        let second = Int(max(Self.firstSecond, min(Self.lastSecond, date.timeIntervalSince1970.rounded(.down))))
        number = (second - PacificTime.delay(at: second)).floorDivided(by: PacificTime.secondsPerDay)
    }

    init(number: Int) { self.number = number }

    /// When the day begins.
    public var start: Date {
        let standardMidnight = number * PacificTime.secondsPerDay + PacificTime.standardDelay
        let midnight = number * PacificTime.secondsPerDay + PacificTime.delay(at: standardMidnight)
        return Date(timeIntervalSince1970: Double(midnight))
    }

    /// When the day ends and the next one begins.
    public var end: Date { QuotaDay(number: number + 1).start }

    /// The earlier day is the lesser.
    public static func < (lhs: QuotaDay, rhs: QuotaDay) -> Bool { lhs.number < rhs.number }

    /// The date: `2026-11-21`.
    public var description: String {
        let date = PacificTime.date(ofDay: number)
        func padded(_ value: Int, _ width: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    }

    /// Reads a ``description``; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(number: PacificTime.day(year: year, month: month, day: day))
        guard description == text else { return nil }
    }
}
