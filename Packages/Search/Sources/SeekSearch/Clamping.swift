import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Date {
    /// The date limited to the years 1 to 9999; 1970-01-01 for a date that is not a number.
    var clampedToFourDigitYears: Date {
        let seconds = timeIntervalSince1970
        return Date(timeIntervalSince1970: seconds.isNaN ? 0 : UTCTime.validSeconds.clamped(seconds))
    }
}

extension ClosedRange {
    /// Returns the value limited to the range.
    func clamped(_ value: Bound) -> Bound { Swift.max(lowerBound, Swift.min(upperBound, value)) }
}

extension FixedWidthInteger {
    /// Returns the sum with a number that is not negative, or the maximum if the sum overflows.
    func addingClamped(_ other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
