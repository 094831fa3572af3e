extension Collection<Double> {
    /// The median, or nil if there are no values. For an even number of values, the mean of the middle two.
    ///
    /// Rows report medians, because the outliers of a shared machine are all too slow and would raise a mean.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = self.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
