public import SeekBasics

/// A half-open span of time in whole seconds.
public struct TimeWindow: Sendable, Hashable, Codable {
    /// The start.
    public let start: Date
    /// The end, not included.
    public let end: Date

    /// Creates a window of at least one second. Fractions are dropped, and dates are clamped to the years 1 to 9999.
    public init(start: Date, end: Date) {
        let startSecond = min(Self.second(of: start), UTCTime.validSeconds.upperBound - 1)
        self.start = Date(timeIntervalSince1970: startSecond)
        self.end = Date(timeIntervalSince1970: max(Self.second(of: end), startSecond + 1))
    }

    private static func second(of date: Date) -> Double {
        date.clampedToFourDigitYears.timeIntervalSince1970.rounded(.down)
    }

    /// Decodes a window; its dates are clamped as in ``init(start:end:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            start: try container.decode(Date.self, forKey: .start),
            end: try container.decode(Date.self, forKey: .end)
        )
    }

    /// The length in seconds.
    public var seconds: Int64 { Int64(end.timeIntervalSince(start)) }

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

/// The plan of a search beyond the cap of an API: decides which window of time to fetch next.
///
/// GitHub and YouTube report the total number of results of a search, but return no more than a cap: 1,000 and about
/// 500, respectively. A window with more results than the cap is divided into parts. The plan is also the cursor: store
/// it after any page to resume later (it is `Codable`). It performs no I/O.
public struct WindowPlan: Sendable, Hashable, Codable {
    /// The limits of a plan.
    public struct Rules: Sendable, Hashable, Codable {
        /// The maximum number of results that one search returns: 1,000 on GitHub, about 500 on YouTube.
        public var cap: Int
        /// The number of results per page.
        public var pageSize: Int
        /// The minimum length of a window in seconds. A window that cannot be divided further is fetched up to the
        /// cap.
        public var minimumSeconds: Int

        /// Creates rules; values below 1 become 1.
        public init(cap: Int, pageSize: Int, minimumSeconds: Int) {
            self.cap = max(cap, 1)
            self.pageSize = max(pageSize, 1)
            self.minimumSeconds = max(minimumSeconds, 1)
        }

        /// Decodes rules; values below 1 become 1.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                cap: Int(clamping: try container.decode(Int64.self, forKey: .cap)),
                pageSize: Int(clamping: try container.decode(Int64.self, forKey: .pageSize)),
                minimumSeconds: Int(clamping: try container.decode(Int64.self, forKey: .minimumSeconds))
            )
        }
    }

    /// One request of a plan.
    public struct Step: Sendable, Hashable {
        /// The window.
        public let window: TimeWindow
        /// The page; nil is the first.
        public let cursor: PageCursor?
    }

    /// The maximum number of parts into which a window is divided at once. Parts with too many results are divided
    /// again, so that the number of pending windows stays small whatever total the server reports.
    public static let maximumParts = 1_000

    /// The limits.
    public let rules: Rules
    /// The windows that are not complete, latest first: the last element is the current window.
    public private(set) var pending: [TimeWindow]
    /// The windows that have more results than the cap but cannot be divided. Their results beyond the cap are
    /// unavailable.
    public private(set) var saturated: [TimeWindow] = []
    /// The number of calls made so far.
    public private(set) var spentCalls = 0
    /// The number of distinct results found so far.
    public var foundCount: Int { seenIDs.count }

    /// The next page of the current window; nil is the first.
    private var cursor: PageCursor?
    /// The cursors that were followed in the current window.
    private var seenCursors: Set<PageCursor> = []
    private var seenIDs: Set<String> = []

    /// Creates a plan for a span of time.
    public init(_ span: TimeWindow, rules: Rules) {
        self.rules = rules
        pending = [span]
    }

    /// The next request; nil when the search is complete.
    public var nextStep: Step? { pending.last.map { Step(window: $0, cursor: cursor) } }

    /// Records the response to the next step.
    ///
    /// - Parameters:
    ///   - ids: The ids of the page's results, in order.
    ///   - total: The total number of results in the window, as reported by the API; nil if unknown.
    ///   - next: The cursor of the window's next page; nil after the last page.
    ///   - cost: The number of calls made for the page.
    /// - Returns: The indices of the results that are new.
    public mutating func receive(ids: [String], total: Int64?, next: PageCursor?, cost: Int) -> [Int] {
        spentCalls = spentCalls.addingClamped(max(cost, 0))
        let newIndices = ids.indices.filter { seenIDs.insert(ids[$0]).inserted }
        guard let window = pending.last else { return newIndices }
        // Only the total of the first page is used, because estimates change from page to page.
        if cursor == nil, let total, total > rules.cap {
            let count = min(Self.targetPartCount(forTotal: total, rules), Int64(Self.maximumParts))
            let parts = window.parts(atMost: count, minimum: rules.minimumSeconds)
            if parts.count > 1 {
                pending.removeLast()
                pending += parts.reversed()
                return newIndices
            }
            saturated.append(window)
        }
        if let next, seenCursors.insert(next).inserted {
            cursor = next
        } else {
            // The last page, or a cursor that was already followed.
            pending.removeLast()
            cursor = nil
            seenCursors = []
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

/// The estimated cost of a windowed search.
public struct WindowCost: Sendable, Hashable {
    /// The total number of results as reported by the API. YouTube's is an estimate.
    public var total: Int64
    /// The number of windows to search.
    public var windows: Int64
    /// The number of pages to fetch if the results are spread evenly over time, including the page for the estimate.
    /// Each page costs one call; a page of both issues and pull requests costs two.
    public var pages: Int64
}

extension WindowPlan {
    /// Returns the estimated cost of the next window, which in a new plan is the whole span.
    ///
    /// - Parameter total: The total number of results in the window.
    public func cost(total: Int64) -> WindowCost {
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
