import SeekBasics

/// A half-open span of time in whole seconds.
struct TimeWindow: Sendable, Hashable {
    /// The start.
    let start: Date
    /// The end, not included.
    let end: Date

    /// Creates a window of at least one second. Fractions are dropped, and dates are clamped to the years 1 to 9999.
    init(start: Date, end: Date) {
        let startSecond = min(Self.second(of: start), UTCTime.validSeconds.upperBound - 1)
        self.start = Date(timeIntervalSince1970: startSecond)
        self.end = Date(timeIntervalSince1970: max(Self.second(of: end), startSecond + 1))
    }

    init(_ span: Range<Date>) {
        self.init(start: span.lowerBound, end: span.upperBound)
    }

    private static func second(of date: Date) -> Double {
        date.clampedToFourDigitYears.timeIntervalSince1970.rounded(.down)
    }

    /// The length in seconds.
    var seconds: Int64 { Int64(end.timeIntervalSince(start)) }

    /// Returns the number of parts into which the window can be divided: at most `count`, none shorter than `minimum`
    /// seconds.
    func partCount(atMost count: Int64, minimum: Int) -> Int64 {
        max(1, min(count, seconds / Int64(max(minimum, 1))))
    }

    /// Returns the window divided into parts of nearly equal length: at most `count`, none shorter than `minimum`
    /// seconds.
    func parts(atMost count: Int64, minimum: Int) -> [TimeWindow] {
        let count = partCount(atMost: count, minimum: minimum)
        return (0..<count).map { index in
            TimeWindow(
                start: start + Double(seconds * index / count),
                end: start + Double(seconds * (index + 1) / count)
            )
        }
    }
}

/// The plan of a search over a span of time: decides which window of time to fetch next.
///
/// GitHub and YouTube report the total number of results of a search, but return no more than a cap: 1,000 and about
/// 500, respectively. A window with more results than the cap is divided into parts. The plan is also the cursor, see
/// ``WindowCursor``. It performs no I/O.
@_spi(Seek) public struct WindowPlan: Sendable, Hashable {
    /// The limits of a plan.
    struct Rules: Sendable, Hashable {
        /// The maximum number of results that one search returns: 1,000 on GitHub, about 500 on YouTube.
        var cap: Int
        /// The number of results per page.
        var pageSize: Int
        /// The minimum length of a window in seconds. A window that cannot be divided further is fetched up to the
        /// cap.
        var minimumSeconds: Int

        /// Creates rules; values below 1 become 1.
        init(cap: Int, pageSize: Int, minimumSeconds: Int) {
            self.cap = max(cap, 1)
            self.pageSize = max(pageSize, 1)
            self.minimumSeconds = max(minimumSeconds, 1)
        }
    }

    /// One request of a plan.
    struct Step: Sendable, Hashable {
        let window: TimeWindow
        /// The page; nil is the first.
        let cursor: PageCursor?
    }

    /// The results of the first page of a window that was divided. They are returned again by its parts.
    struct DividedWindow: Sendable, Hashable {
        var ids: [String]
        /// The number of windows that are left after all parts.
        var pendingCount: Int
    }

    /// The maximum number of parts into which a window is divided at once. Parts with too many results are divided
    /// again, so that the number of pending windows stays small whatever total the server reports.
    static let maximumParts = 1_000

    /// The windows that are not complete, latest first and adjacent: the last element is the current window.
    var pending: [TimeWindow]
    /// The number of windows that have more results than the cap but cannot be divided. Their results beyond the cap are
    /// unavailable.
    @_spi(Seek) public internal(set) var saturatedCount = 0
    /// The number of distinct results found so far.
    var foundCount = 0
    /// The total number of results as reported with the first page; nil if unknown.
    var total: Int64?
    /// The next page of the current window; nil is the first.
    var cursor: PageCursor?
    /// Hashes of the cursors that were followed in the current window.
    var followedCursors: Set<UInt64> = []
    /// The ids of the results of the current window.
    var windowIDs: Set<String> = []
    /// The divided windows that have parts left, the outermost first.
    var divided: [DividedWindow] = []
    /// The estimated cost of the search; nil except after its first page, and if the API reports no total.
    @_spi(Seek) public internal(set) var estimate: WindowCost?

    /// Creates a plan for a span of time.
    init(_ span: TimeWindow) {
        pending = [span]
    }

    /// The number of windows that are not complete. Each takes at least one call.
    @_spi(Seek) public var pendingCount: Int { pending.count }

    /// The next request; nil when the search is complete.
    var nextStep: Step? { pending.last.map { Step(window: $0, cursor: cursor) } }

    /// Records the response to the next step.
    ///
    /// - Parameters:
    ///   - ids: The ids of the page's results, in order.
    ///   - total: The total number of results in the window, as reported by the API; nil if unknown.
    ///   - next: The cursor of the window's next page; nil after the last page.
    ///   - rules: The limits.
    /// - Returns: The indices of the results that are new.
    mutating func receive(ids: [String], total: Int64?, next: PageCursor?, rules: Rules) -> [Int] {
        let newIndices = ids.indices.filter { index in
            let isKnown = divided.contains { $0.ids.contains(ids[index]) }
            return windowIDs.insert(ids[index]).inserted && !isKnown
        }
        foundCount += newIndices.count
        guard let window = pending.last else { return newIndices }
        // Only the total of the first page is used, because estimates change from page to page.
        if cursor == nil, let total, total > rules.cap {
            let count = min(Self.targetPartCount(forTotal: total, rules), Int64(Self.maximumParts))
            let parts = window.parts(atMost: count, minimum: rules.minimumSeconds)
            if parts.count > 1 {
                pending.removeLast()
                divided.append(DividedWindow(ids: newIndices.map { ids[$0] }, pendingCount: pending.count))
                pending += parts.reversed()
                windowIDs = []
                return newIndices
            }
            saturatedCount += 1
        }
        if let next, followedCursors.insert(FNV1a.hash(next.rawValue.utf8)).inserted {
            cursor = next
        } else {
            // The last page, or a cursor that was already followed.
            pending.removeLast()
            (cursor, followedCursors, windowIDs) = (nil, [], [])
            divided.removeAll { $0.pendingCount >= pending.count }
        }
        return newIndices
    }

    /// Returns the number of parts at which evenly spread results fill each part to 70 % of the cap. With fewer parts,
    /// most would have to be divided again, at the cost of a call each; with more, many last pages would be nearly
    /// empty.
    private static func targetPartCount(forTotal total: Int64, _ rules: Rules) -> Int64 {
        let count = (Double(total) / (Double(rules.cap) * 0.7)).rounded(.up)
        return max(2, Int64(exactly: count) ?? .max)
    }
}

/// The estimated cost of a search over a span of time.
@_spi(Seek) public struct WindowCost: Sendable, Hashable {
    /// The total number of results as reported by the API. YouTube's is an estimate.
    @_spi(Seek) public var total: Int64
    /// The number of windows to search.
    @_spi(Seek) public var windows: Int64
    /// The number of pages to fetch if the results are spread evenly over time, including the page for the estimate.
    @_spi(Seek) public var pages: Int64
}

extension WindowPlan {
    /// Returns the estimated cost of the next window, which in a new plan is the whole span.
    ///
    /// - Parameter total: The total number of results in the window.
    func cost(total: Int64, rules: Rules) -> WindowCost {
        let total = max(total, 0)
        let (pageSize, cap) = (Int64(rules.pageSize), Int64(rules.cap))
        func pageCount(_ results: Int64) -> Int64 { max(1, results / pageSize + (results % pageSize).signum()) }
        guard total > cap, let window = pending.last else {
            return WindowCost(total: total, windows: 1, pages: pageCount(total))
        }
        let count = window.partCount(
            atMost: Self.targetPartCount(forTotal: total, rules),
            minimum: rules.minimumSeconds
        )
        guard count > 1 else { return WindowCost(total: total, windows: 1, pages: pageCount(cap)) }
        let share = min(total / count + (total % count).signum(), cap)
        // The first page, and one for each part that is divided again.
        let divisions = Int64(1 + (count > Self.maximumParts ? Self.maximumParts : 0))
        let (pages, overflows) = count.multipliedReportingOverflow(by: pageCount(share))
        return WindowCost(total: total, windows: count, pages: overflows ? .max : pages.addingClamped(divisions))
    }
}
