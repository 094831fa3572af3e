import SeekBasics

/// The calls that were counted on a day. A pure value: the time is a parameter.
struct YouTubeQuota: Sendable {
    /// The raw value is its name in the contract.
    enum Bucket: String, Sendable {
        /// Calls of search.list.
        case searches
        /// Calls of the methods without a separate limit, which cost one unit each.
        case units
        /// Calls of videos.batchGetStats.
        case statistics
    }

    private var day: CalendarDate?
    private var calls: [Bucket: Int] = [:]

    /// Counts a call unless the quota of the day is exhausted. Returns whether it was counted.
    mutating func spend(_ bucket: Bucket, of configuration: SampleAPIConfiguration, at date: Date) -> Bool {
        let today = PacificTime.date(at: date)
        if day != today { (day, calls) = (today, [:]) }
        let limit =
            switch bucket {
            case .searches: configuration.searchQuota
            case .units: configuration.unitQuota
            case .statistics: configuration.statisticsQuota
            }
        guard calls[bucket, default: 0] < limit else { return false }
        calls[bucket, default: 0] += 1
        return true
    }
}
