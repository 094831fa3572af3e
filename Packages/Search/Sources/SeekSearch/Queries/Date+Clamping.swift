#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Date {
    /// The seconds since 1970 of the years 1 to 9999, which RFC 3339 can write.
    static let secondsOfFourDigitYears = -62_135_596_800.0...253_402_300_799.0

    /// The date within the years 1 to 9999; what is no date at all is 1970.
    var clampedToFourDigitYears: Date {
        let (seconds, range) = (timeIntervalSince1970, Self.secondsOfFourDigitYears)
        guard !seconds.isNaN else { return Date(timeIntervalSince1970: 0) }
        return Date(timeIntervalSince1970: max(range.lowerBound, min(range.upperBound, seconds)))
    }
}
