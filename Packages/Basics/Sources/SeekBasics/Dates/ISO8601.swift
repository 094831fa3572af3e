/// Parses and formats dates and times as web APIs write them ([RFC
/// 3339](https://www.rfc-editor.org/rfc/rfc3339#section-5.6)): `2025-11-20T10:30:15Z`.
///
/// Much faster than Foundation's formatters, and stricter: a date that the calendar does not have is not parsed.
public enum RFC3339 {
    /// Parses a date and time with any fraction and offset, or returns nil.
    ///
    /// The date and the time may be separated by a space. A leap second (60) is accepted and counts as the following
    /// second.
    public static func date(_ string: String) -> Date? { seconds(string).map { Date(timeIntervalSince1970: $0) } }

    /// Parses a date and time as ``date(_:)`` does, and returns the seconds since 1970.
    public static func seconds(_ string: String) -> Double? {
        var scanner = DigitScanner(string)
        guard let date = scanner.date(), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            let hour = scanner.number(digits: 2), scanner.skip(":"), let minute = scanner.number(digits: 2),
            scanner.skip(":"),
            let second = scanner.number(digits: 2), hour < 24, minute < 60, second <= 60,
            let fraction = fraction(&scanner), let offset = offset(&scanner), scanner.isAtEnd
        else { return nil }
        let time = hour * 3_600 + minute * 60 + second - offset
        return Double(date.daysSince1970) * 86_400 + Double(time) + fraction
    }

    /// Returns a date as a string in UTC, rounded down to a second: `2026-11-21T07:30:00Z`.
    ///
    /// A date outside the years 1 to 9999 becomes the first or the last second of that range.
    public static func string(from date: Date) -> String {
        let time = UTCTime(date)
        return "\(time.date)T\(time.timeOfDay)Z"
    }

    /// Returns a date as ``string(from:)`` does, with a fraction if it has one: `2026-11-21T07:30:00.25Z`.
    ///
    /// The fraction has as many digits as ``seconds(_:)`` needs to return the same value, at most nine.
    public static func fractionalString(from date: Date) -> String {
        let roundedDown = string(from: date)
        let seconds = date.timeIntervalSince1970
        let fraction = seconds - seconds.rounded(.down)
        guard fraction > 0, UTCTime.validSeconds.contains(seconds.rounded(.down)) else { return roundedDown }
        var (best, scale) = (roundedDown, 1.0)
        for digitCount in 1...9 {
            scale *= 10
            let number = (fraction * scale).rounded()
            // A fraction that rounds up to a whole second needs more digits.
            guard number < scale else { continue }
            best = "\(roundedDown.dropLast()).\(Int(number).padded(to: digitCount))Z"
            if self.seconds(best) == seconds { break }
        }
        return best
    }

    private static func fraction(_ scanner: inout DigitScanner) -> Double? {
        guard scanner.skip(".") else { return 0 }
        var (value, scale, digitCount) = (0.0, 1.0, 0)
        while let digit = scanner.number(digits: 1) {
            digitCount += 1
            scale /= 10
            value += Double(digit) * scale
        }
        return digitCount > 0 ? value : nil
    }

    /// Reads an offset from UTC such as `Z` or `+09:00`, and returns it in seconds, positive to the east.
    private static func offset(_ scanner: inout DigitScanner) -> Int? {
        if scanner.skip("Z") || scanner.skip("z") { return 0 }
        let isEast = scanner.skip("+")
        guard isEast || scanner.skip("-"), let hours = scanner.number(digits: 2), scanner.skip(":"),
            let minutes = scanner.number(digits: 2), hours < 24, minutes < 60
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (isEast ? 1 : -1)
    }
}

/// Durations in ISO 8601 form, as sent by YouTube: `PT4M13S`, `P1DT2H`, `P0D` for a broadcast that has not ended.
public enum ISO8601Duration {
    /// Returns the duration; nil if the string is invalid. Years and months, which have no fixed length, and fractions
    /// are not supported. Neither the order nor the uniqueness of the units is checked.
    public static func parse(_ text: String) -> Duration? {
        var unparsed = text.utf8[...]
        guard unparsed.popFirst() == UInt8(ascii: "P"), !unparsed.isEmpty else { return nil }
        var (totalSeconds, isInTimePart) = (Int64(0), false)
        while let first = unparsed.first {
            if first == UInt8(ascii: "T") {
                guard !isInTimePart, unparsed.count > 1 else { return nil }
                isInTimePart = true
                unparsed.removeFirst()
                continue
            }
            let digits = unparsed.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            unparsed.removeFirst(digits.count)
            guard let value = Int64(String(Substring(digits))), let unit = unparsed.popFirst(),
                let seconds = seconds(of: unit, isInTimePart: isInTimePart)
            else { return nil }
            let (product, multiplicationOverflows) = value.multipliedReportingOverflow(by: seconds)
            let (sum, additionOverflows) = totalSeconds.addingReportingOverflow(product)
            guard !multiplicationOverflows, !additionOverflows else { return nil }
            totalSeconds = sum
        }
        return .seconds(totalSeconds)
    }

    /// Returns the length of a unit; nil if the unit is not supported in this part. `T` begins the time part.
    private static func seconds(of unit: UInt8, isInTimePart: Bool) -> Int64? {
        switch (Unicode.Scalar(unit), isInTimePart) {
        case ("W", false): 604_800
        case ("D", false): 86_400
        case ("H", true): 3_600
        case ("M", true): 60
        case ("S", true): 1
        default: nil
        }
    }
}

/// A scanner for the numbers and separators of a date in the format of RFC 3339.
struct DigitScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ string: some StringProtocol) { bytes = Array(string.utf8) }

    var isAtEnd: Bool { index == bytes.count }

    /// Reads a number with exactly this many digits, or returns nil and reads nothing.
    mutating func number(digits: Int) -> Int? {
        guard index + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[index..<index + digits] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        index += digits
        return value
    }

    /// Skips the next character if it is the given ASCII character, and returns whether it did so.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Reads a date such as `2026-11-21`, or returns nil, possibly after reading a part of it.
    mutating func date() -> CalendarDate? {
        guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
            let day = number(digits: 2)
        else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }
}
