#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Moments as both APIs write them (RFC 3339 §5.6): `2025-11-20T10:30:15Z`, with fractions and offsets.
///
/// By hand: a page holds fifty of them, and they are all of one form.
enum RFC3339 {
    /// The moment, or nil where the text is none.
    static func parse(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { Scanner(bytes: $0).date() }
    }

    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        var index = 0

        init(bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
        }

        func date() -> Date? {
            var scanner = self
            return scanner.scan()
        }

        private mutating func scan() -> Date? {
            guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
                (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
                skip("T") || skip("t") || skip(" "),
                let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
                hour < 24, minute < 60, second <= 60,
                let fraction = fraction(), let offset = offset(), index == bytes.count
            else { return nil }
            let days = Self.daysSince1970(year, month, day)
            let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
            return Date(timeIntervalSince1970: Double(seconds) + fraction)
        }

        private mutating func number(_ digits: Int) -> Int? {
            guard index + digits <= bytes.count else { return nil }
            var value = 0
            for _ in 0..<digits {
                let digit = bytes[index] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                value = value * 10 + Int(digit)
                index += 1
            }
            return value
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        private mutating func fraction() -> Double? {
            guard skip(".") else { return 0 }
            var (value, scale, digits) = (0.0, 1.0, 0)
            while let digit = number(1) {
                digits += 1
                scale /= 10
                value += Double(digit) * scale
            }
            return digits > 0 ? value : nil
        }

        private mutating func offset() -> Int? {
            if skip("Z") || skip("z") { return 0 }
            let isEast = skip("+")
            guard isEast || skip("-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24,
                minutes < 60
            else { return nil }
            return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
        }

        private static func days(in month: Int, of year: Int) -> Int {
            switch month {
            case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }

        /// Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”, `days_from_civil`, for years from 0 on.
        private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
            let year = month <= 2 ? year - 1 : year
            let era = (year >= 0 ? year : year - 399) / 400
            let yearOfEra = year - era * 400
            let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
            let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            return era * 146_097 + dayOfEra - 719_468
        }
    }
}
