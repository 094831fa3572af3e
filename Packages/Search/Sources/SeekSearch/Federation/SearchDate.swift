public import SeekBasics

/// A bound of a period in a search: a day, a month, a year, a time, or a time relative to now.
///
/// A relative date is resolved when the search is sent, so that the period of a saved search moves with time.
///
/// ```swift
/// SearchDate("2026-01-31")             // a day in UTC
/// SearchDate("2026-01")                // a month
/// SearchDate("2026")                   // a year
/// SearchDate("2026-01-31T12:00:00Z")   // a time
/// SearchDate("7d")                     // seven days ago
/// ```
public struct SearchDate: Sendable, Hashable, LosslessStringConvertible {
    /// The text: `2026-01-31`, `2026-01`, `2026`, `2026-01-31T12:00:00Z`, `7d`.
    public let description: String

    private enum Value {
        /// The first day, and the day after the last one.
        case days(CalendarDate, CalendarDate)
        case time(Date)
        /// The number of seconds before now.
        case age(Int64)
    }

    /// Creates a date from its text, or returns nil if the text is invalid. The units of a relative date are `s`, `m`,
    /// `h`, `d` and `w`.
    public init?(_ description: String) {
        self.description = description
        guard value != nil else { return nil }
    }

    /// Creates a day in UTC.
    public init(_ day: CalendarDate) { description = day.description }

    /// Creates a time, in whole seconds.
    public init(_ time: Date) { description = RFC3339.string(from: time) }

    /// Creates the date that is a number of days before the search is sent.
    public static func daysAgo(_ count: Int) -> SearchDate { SearchDate(text: "\(count.clamped(to: 0...1_000_000))d") }

    private init(text: String) { description = text }

    /// Whether the date is relative to the time at which the search is sent.
    public var isRelative: Bool { if case .age = value { true } else { false } }

    /// Returns the first second of a period that begins with the date.
    ///
    /// A relative date is rounded, down as the start and up as the end of a period: to midnight UTC for whole days,
    /// otherwise to 15 minutes. A repeated search is then the same request, which the cache serves.
    public func start(at now: Date) -> Date { bound(at: now, rounding: .down) }

    /// Returns the last second of a period that ends with the date: of a day, the second before the next day.
    public func end(at now: Date) -> Date { bound(at: now, rounding: .up) }

    private func bound(at now: Date, rounding: FloatingPointRoundingRule) -> Date {
        switch value {
        case .days(let first, let next):
            return rounding == .down ? first.midnight : next.midnight.addingTimeInterval(-1)
        case .time(let time): return time
        case .age(let age):
            let step = age > 0 && age % 86_400 == 0 ? 86_400.0 : 900
            let time = now.timeIntervalSince1970 - Double(age)
            return Date(timeIntervalSince1970: (time / step).rounded(rounding) * step)
        // The initializers create no other text.
        case nil: return now
        }
    }

    private var value: Value? {
        if let day = CalendarDate(description) {
            return .days(day, CalendarDate(daysSince1970: day.daysSince1970 + 1))
        }
        if description.count == 7, let first = CalendarDate("\(description)-01") {
            let next = CalendarDate(daysSince1970: first.daysSince1970 + 31)
            return .days(first, CalendarDate(daysSince1970: next.daysSince1970 - next.day + 1))
        }
        if description.count == 4, let first = CalendarDate("\(description)-01-01"),
            let last = CalendarDate(year: first.year, month: 12, day: 31)
        {
            return .days(first, CalendarDate(daysSince1970: last.daysSince1970 + 1))
        }
        if let time = RFC3339.date(description) { return .time(time) }
        return TimeSpan.parse(description).map { .age($0.components.seconds) }
    }
}

extension SearchDate: Codable {
    /// Decodes the text of a date.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = SearchDate(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a date")
        }
        self = date
    }

    /// Encodes the ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
