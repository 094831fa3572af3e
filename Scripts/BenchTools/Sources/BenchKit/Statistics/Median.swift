extension Collection<Double> {
    /// The median, for an even number of values the mean of the middle two; nil if there is none.
    ///
    /// On a shared machine all outliers are on one side, and they would affect a mean.
    public var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = self.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
