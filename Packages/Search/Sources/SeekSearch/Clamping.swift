#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Date {
    /// The seconds since 1970 of the years 1 to 9999, the range of RFC 3339.
    static let secondsOfFourDigitYears = -62_135_596_800.0...253_402_300_799.0

    /// The date limited to the years 1 to 9999; 1970-01-01 for a date that is not a number.
    var clampedToFourDigitYears: Date {
        let seconds = timeIntervalSince1970
        return Date(timeIntervalSince1970: seconds.isNaN ? 0 : Self.secondsOfFourDigitYears.clamped(seconds))
    }
}

extension ClosedRange {
    /// Returns the value limited to the range.
    func clamped(_ value: Bound) -> Bound { Swift.max(lowerBound, Swift.min(upperBound, value)) }
}

extension FixedWidthInteger {
    /// Returns the sum, or the maximum if it overflows.
    func addingClamped(_ other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
