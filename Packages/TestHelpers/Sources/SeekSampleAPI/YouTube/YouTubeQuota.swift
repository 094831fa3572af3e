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

    private var day: CivilDate?
    private var searches = 0
    private var units = 0
    private var statistics = 0

    /// Spends one call; false where the day has none left.
    mutating func spend(_ cost: Cost, of configuration: SampleAPIConfiguration, at now: Date) -> Bool {
        let today = PacificTime.day(of: now)
        if day != today { self = YouTubeQuota(day: today) }
        switch cost {
        case .search where searches < configuration.searchQuota: searches += 1
        case .unit where units < configuration.unitQuota: units += 1
        case .statistics where statistics < configuration.statisticsQuota: statistics += 1
        default: return false
        }
        return true
    }

    init(day: CivilDate? = nil) {
        self.day = day
    }
}

/// The time by which a quota day ends: UTC−8, and UTC−7 from the second Sunday in March to the first in November, at 2 o'clock
/// (15 U.S.C. §260a). Foundation knows time zones only with its large library.
enum PacificTime {
    /// The day it is on the Pacific coast.
    static func day(of date: Date) -> CivilDate {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        return CivilDate(daysSince1970: floorDivide(seconds + offset(atUTC: seconds), 86400))
    }

    /// Seconds to add to UTC.
    static func offset(atUTC seconds: Int) -> Int {
        let year = CivilDate(daysSince1970: floorDivide(seconds - 8 * 3600, 86400)).year
        let start = sunday(onOrAfter: CivilDate(year: year, month: 3, day: 8)) * 86400 + 10 * 3600
        let end = sunday(onOrAfter: CivilDate(year: year, month: 11, day: 1)) * 86400 + 9 * 3600
        return (start..<end).contains(seconds) ? -7 * 3600 : -8 * 3600
    }

    private static func sunday(onOrAfter date: CivilDate) -> Int {
        let day = date.daysSince1970
        // 1970-01-01 was a Thursday.
        let weekday = (day + 4) % 7
        return day + (7 - weekday) % 7
    }

    private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
    }
}
