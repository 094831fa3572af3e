#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The time on the Pacific coast of the United States, by which YouTube's days begin and end.
///
/// By rule, not by the system's time zones: those cost a program the start-up of all of Foundation, and may be missing. Daylight saving
/// runs from the second Sunday of March to the first of November, 2 o'clock each (15 U.S.C. §260a, since 2007).
enum PacificTime {
    static let secondsPerDay = 86_400
    private static let secondsPerHour = 3_600
    /// From midnight in Greenwich on to midnight there, in standard time.
    static let standardDelay = 8 * secondsPerHour

    /// How much later than Greenwich it strikes there, in seconds.
    static func delay(at second: Int) -> Int {
        isDaylightSaving(at: second) ? standardDelay - secondsPerHour : standardDelay
    }

    private static func isDaylightSaving(at second: Int) -> Bool {
        let standardDay = (second - standardDelay).floorDivided(by: secondsPerDay)
        let year = year(ofDay: standardDay)
        let clockChange = 2 * secondsPerHour
        let begin = sunday(2, ofMonth: 3, of: year) * secondsPerDay + clockChange + standardDelay
        // The clocks that are set back show daylight saving time.
        let end = sunday(1, ofMonth: 11, of: year) * secondsPerDay + clockChange + standardDelay - secondsPerHour
        return (begin..<end).contains(second)
    }

    /// The day of the n-th Sunday of a month, in days since 1970.
    private static func sunday(_ number: Int, ofMonth month: Int, of year: Int) -> Int {
        let first = day(year: year, month: month, day: 1)
        // 1970 began on a Thursday.
        let weekday = ((first + 4) % 7 + 7) % 7
        return first + (7 - weekday) % 7 + 7 * (number - 1)
    }

    /// Days since 1970 of a date of the Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    static func day(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.floorDivided(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date of a day since 1970: the inverse of ``day(year:month:day:)``.
    static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func year(ofDay day: Int) -> Int { date(ofDay: day).year }
}

extension Int {
    /// The quotient rounded down.
    func floorDivided(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
