import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What was spent of a day's calls. A pure value: the time comes in.
struct YouTubeQuota: Sendable {
    /// What a call costs.
    enum Cost: Sendable {
        /// A call of search.list, from a bucket of its own.
        case search
        /// A unit of the common budget.
        case unit
        /// A call of videos.batchGetStats, from a bucket of its own.
        case statistics
    }

    private var day: CalendarDate?
    private var searches = 0
    private var units = 0
    private var statistics = 0

    /// Spends one call; false where the day has none left.
    mutating func spend(_ cost: Cost, of configuration: SampleAPIConfiguration, at now: Date) -> Bool {
        let today = PacificTime.date(at: now)
        if day != today { self = YouTubeQuota(day: today) }
        switch cost {
        case .search where searches < configuration.searchQuota: searches += 1
        case .unit where units < configuration.unitQuota: units += 1
        case .statistics where statistics < configuration.statisticsQuota: statistics += 1
        default: return false
        }
        return true
    }

    init(day: CalendarDate? = nil) {
        self.day = day
    }
}
