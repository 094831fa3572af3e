extension Collection<Double> {
    /// The middle value; of an even number the mean of the middle two; nil where there is none.
    ///
    /// A bench on a machine that others use sees outliers on one side only: a mean would take them in, a median does
    /// not.
    public var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = self.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
