import SeekBasics

extension Date {
    /// The date limited to the years 1 to 9999; 1970-01-01 if its time interval is NaN.
    var clampedToFourDigitYears: Date {
        let seconds = timeIntervalSince1970
        return Date(timeIntervalSince1970: seconds.isNaN ? 0 : seconds.clamped(to: UTCTime.validSeconds))
    }
}

extension Comparable {
    func clamped(to limits: ClosedRange<Self>) -> Self { max(limits.lowerBound, min(limits.upperBound, self)) }
}

extension FixedWidthInteger {
    /// Returns the sum of this value and a nonnegative value, or the maximum if the sum overflows.
    func addingClamped(_ other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
