public import SeekBasics

/// Parses and formats HTTP dates (RFC 9110 §5.6.7). Parsing is strict, because an invalid `Expires` means that the
/// response is stale (RFC 9111 §5.3). Only the case of letters and the day of the week are not checked.
@_spi(Seek)
public enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`, or
    /// returns nil.
    ///
    /// - Parameter now: The current date, which determines the century of a two-digit year: the latest one in which the
    ///   date is not more than 50 years in the future.
    public static func parse(_ text: String, now: Date) -> Date? {
        guard HTTPFieldLimits.allows(text) else { return nil }
        var scanner = Scanner(remaining: Array(text.utf8)[...])
        guard let weekday = scanner.letters() else { return nil }
        if scanner.skip(", ") {
            let hasTwoDigitYear = weekday.count > 3
            let separator = hasTwoDigitYear ? "-" : " "
            guard let day = scanner.number(2), scanner.skip(separator), let month = scanner.month(months),
                scanner.skip(separator), let year = scanner.number(hasTwoDigitYear ? 2 : 4), scanner.skip(" "),
                let time = scanner.time(), scanner.skip(" "), scanner.letters() == "gmt", scanner.remaining.isEmpty
            else { return nil }
            return date(year: hasTwoDigitYear ? fullYear(year, month, day, time, now) : year, month, day, time)
        }
        guard weekday.count == 3, scanner.skip(" "), let month = scanner.month(months), scanner.skip(" "),
            let day = scanner.skip(" ") ? scanner.number(1) : scanner.number(2), scanner.skip(" "),
            let time = scanner.time(), scanner.skip(" "), let year = scanner.number(4), scanner.remaining.isEmpty
        else { return nil }
        return date(year: year, month, day, time)
    }

    /// Returns a date as `Sun, 06 Nov 1994 08:49:37 GMT`. A date outside the years 1 to 9999 becomes the first or the
    /// last second of that range.
    public static func string(from date: Date) -> String {
        let time = UTCTime(date)
        let parts = time.date.description.split(separator: "-")
        let month = months[time.date.month - 1].capitalized
        return "\(days[time.date.weekday]), \(parts[2]) \(month) \(parts[0]) \(time.timeOfDay) GMT"
    }

    /// Returns the latest year with the two given digits in which the date is at most 50 years after `now`.
    private static func fullYear(_ twoDigits: Int, _ month: Int, _ day: Int, _ time: Int, _ now: Date) -> Int {
        let today = UTCTime(max(now, Date(timeIntervalSince1970: 0)))
        let latest = today.date.year + 50
        let year = latest - (latest - twoDigits) % 100
        let secondOfDay = today.hour * 3_600 + today.minute * 60 + today.second
        let isTooLate =
            year == latest && (month, day, time) > (today.date.month, today.date.day, secondOfDay)
        return isTooLate ? year - 100 : year
    }

    private static func date(year: Int, _ month: Int, _ day: Int, _ time: Int) -> Date? {
        guard year >= 1 else { return nil }
        return CalendarDate(year: year, month: month, day: day)?.midnight.addingTimeInterval(Double(time))
    }

    private struct Scanner {
        var remaining: ArraySlice<UInt8>

        mutating func skip(_ text: String) -> Bool {
            guard remaining.starts(with: text.utf8) else { return false }
            remaining = remaining.dropFirst(text.utf8.count)
            return true
        }

        /// Scans at least three letters and returns them in lower case.
        mutating func letters() -> String? {
            let letters = remaining.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
            remaining = remaining[letters.endIndex...]
            return letters.count < 3 ? nil : String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
        }

        mutating func month(_ names: [String]) -> Int? {
            letters().flatMap { names.firstIndex(of: $0) }.map { $0 + 1 }
        }

        /// Scans a number with exactly this many digits.
        mutating func number(_ count: Int) -> Int? {
            let digits = remaining.prefix(count)
            guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            remaining = remaining[digits.endIndex...]
            return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
        }

        /// Scans a time such as `08:49:37` and returns the seconds since midnight; a leap second is allowed.
        mutating func time() -> Int? {
            guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
                hour < 24, minute < 60, second <= 60
            else { return nil }
            return hour * 3_600 + minute * 60 + second
        }
    }
}

/// Dates by the server's clock, which may differ from the local one. Each is converted once, when the response arrives:
/// the difference to the response's own `Date` is the same by both clocks.
extension HTTPFields {
    /// Returns the time of the server's clock when the response arrived: `Date`, plus the `Age` of a response from a
    /// cache (RFC 9110 §6.6.1, RFC 9111 §4.2.3).
    ///
    /// - Parameter now: The local time at which the response arrived.
    /// - Returns: Nil if `Date` is missing or malformed, or differs from the local time by more than a year. TLS
    ///   certificates would not be valid by such a local clock, so that the server's clock is wrong.
    public func serverDate(at now: Date) -> Date? {
        guard let date = self[values: .date].first.flatMap({ HTTPDate.parse($0, now: now) }) else { return nil }
        let server = date.addingTimeInterval(age)
        return abs(server.timeIntervalSince(now)) <= 366 * 86_400 ? server : nil
    }

    /// Returns the time by which the server's clock is ahead of the local clock; negative if it is behind. Zero if the
    /// clocks differ by two seconds or less, because `Date` has a resolution of one second, and the response takes time
    /// to arrive.
    ///
    /// - Parameter now: The local time at which the response arrived.
    /// - Returns: Nil if ``serverDate(at:)`` is nil.
    public func clockOffset(at now: Date) -> Duration? {
        guard let offset = serverDate(at: now)?.timeIntervalSince(now) else { return nil }
        return abs(offset) <= 2 ? .zero : .seconds(offset)
    }

    /// Converts a date by the server's clock to the local clock. Returns the date unchanged if ``clockOffset(at:)`` is
    /// nil or zero.
    ///
    /// - Parameter now: The local time at which the response arrived.
    public func localDate(_ serverDate: Date, at now: Date) -> Date {
        serverDate.addingTimeInterval(-(clockOffset(at: now)?.seconds ?? 0))
    }

    /// The value of `Age` in seconds, or 0. If there are several values, the first is used; a malformed value is
    /// ignored (RFC 9111 §5.1).
    @_spi(Seek) public var age: Double {
        let first = self[values: .age].first?.prefix { $0 != "," }
        return first.flatMap { DeltaSeconds.parse(String(decoding: $0.utf8.trimmed, as: UTF8.self)) } ?? 0
    }

    /// Returns the wait that `Retry-After` requests (RFC 9110 §10.2.3), in seconds or as a date. Nil if the field is
    /// missing or malformed, zero for a past date, and 1,000 years at most.
    ///
    /// - Parameter now: The local time at which the response arrived. A date in the field is compared with the
    ///   response's `Date`, or with this time if that is not known (``serverDate(at:)``).
    public func retryAfter(at now: Date) -> Duration? {
        guard let text = self[values: .retryAfter].first else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        let seconds =
            isNumber
            ? Double(text)
            : HTTPDate.parse(text, now: now).map { localDate($0, at: now).timeIntervalSince(now) }
        return seconds.map { Duration(clampingSeconds: Swift.max(0, $0)) }
    }
}

/// A number of seconds in a field (RFC 9111 §1.2.2).
@_spi(Seek)
public enum DeltaSeconds {
    /// The maximum number of seconds, 2³¹. Larger numbers are replaced by it.
    public static let maximum = 2_147_483_648.0

    /// Parses a number of seconds, or returns nil.
    public static func parse(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, HTTPFieldLimits.allows(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return min(Double(text) ?? maximum, maximum)
    }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without the spaces and tabs at either end.
    @_spi(Seek) public var trimmed: SubSequence {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        var slice = self[...]
        while slice.first.map(isBlank) == true { slice = slice.dropFirst() }
        while slice.last.map(isBlank) == true { slice = slice.dropLast() }
        return slice
    }
}
