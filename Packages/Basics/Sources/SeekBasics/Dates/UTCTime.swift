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
