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
