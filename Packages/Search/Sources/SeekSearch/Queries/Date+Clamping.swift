#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Date {
    /// The seconds since 1970 of the years 1 to 9999, the range of RFC 3339.
    static let secondsOfFourDigitYears = -62_135_596_800.0...253_402_300_799.0

    /// The date limited to the years 1 to 9999; 1970 for an invalid date.
    var clampedToFourDigitYears: Date {
        let (seconds, range) = (timeIntervalSince1970, Self.secondsOfFourDigitYears)
        guard !seconds.isNaN else { return Date(timeIntervalSince1970: 0) }
        return Date(timeIntervalSince1970: max(range.lowerBound, min(range.upperBound, seconds)))
    }
}
