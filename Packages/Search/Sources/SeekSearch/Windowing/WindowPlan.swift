#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A span of time, its end not included, in whole seconds.
public struct TimeWindow: Sendable, Hashable, Codable {
    /// The first moment.
    public let start: Date
    /// The moment after the last.
    public let end: Date

    /// Creates a window of at least a second. Fractions are dropped, and dates beyond the years 1 to 9999 are clamped to them.
    public init(start: Date, end: Date) {
        let first = min(Self.second(of: start), Date.secondsOfFourDigitYears.upperBound - 1)
        self.start = Date(timeIntervalSince1970: first)
        self.end = Date(timeIntervalSince1970: max(Self.second(of: end), first + 1))
    }

    private static func second(of date: Date) -> Double {
        date.clampedToFourDigitYears.timeIntervalSince1970.rounded(.down)
    }

    /// Reads a window; its dates are clamped as in ``init(start:end:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            start: try container.decode(Date.self, forKey: .start),
            end: try container.decode(Date.self, forKey: .end)
        )
    }

    private enum CodingKeys: String, CodingKey {
        case start, end
    }

    /// Its length in seconds.
    public var seconds: Int { Int(end.timeIntervalSince(start)) }

    /// The number of parts, `count` at the most, of which none is shorter than `minimum` seconds.
    func partCount(_ count: Int, minimum: Int) -> Int { max(1, min(count, seconds / max(minimum, 1))) }

    /// The window in `count` parts of nearly equal length, none shorter than `minimum` seconds.
    func parts(_ count: Int, minimum: Int) -> [TimeWindow] {
        let count = partCount(count, minimum: minimum)
        return (0..<count).map { index in
            TimeWindow(
                start: start + Double(seconds * index / count),
                end: start + Double(seconds * (index + 1) / count)
            )
        }
    }
}

/// A search beyond the cap of an API, as a plan: which window of time to ask for next, and what to make of the answer.
///
/// A pure value. Both APIs tell how many results a search has and page only the first of them: a window with more than the cap is
/// cut into parts, and each of them asked for. The plan is at the same time the cursor: keep it after any page (it is
/// `Codable`) and go on from there later.
public struct WindowPlan: Sendable, Hashable, Codable {
    /// What a plan is held to.
    public struct Rules: Sendable, Hashable, Codable {
        /// How many results of one search can be paged: 1,000 of GitHub, about 500 of YouTube.
        public var cap: Int
        /// How many results a page has.
        public var pageSize: Int
        /// The shortest window, in seconds. A shorter one is paged as far as it goes.
        public var minimumSeconds: Int

        /// Makes rules.
        public init(cap: Int, pageSize: Int, minimumSeconds: Int) {
            self.cap = max(cap, 1)
            self.pageSize = max(pageSize, 1)
            self.minimumSeconds = max(minimumSeconds, 1)
        }

        /// Reads rules; numbers below 1 are 1.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                cap: try container.decode(Int.self, forKey: .cap),
                pageSize: try container.decode(Int.self, forKey: .pageSize),
                minimumSeconds: try container.decode(Int.self, forKey: .minimumSeconds)
            )
        }

        private enum CodingKeys: String, CodingKey {
            case cap, pageSize, minimumSeconds
        }
    }

    /// One call of a plan.
    public struct Step: Sendable, Hashable {
        /// The window that is asked for.
        public let window: TimeWindow
        /// Which page of it; nil is the first.
        public let cursor: PageCursor?
    }

    /// The most parts that a window is cut into at once. A window with more results than fit is cut again, part by part, so that the
    /// number of pending windows stays small whatever total a server reports.
    public static let maximumParts = 1_000

    /// What the plan is held to.
    public let rules: Rules
    /// The windows that are still to be asked for; the next is the last.
    public private(set) var pending: [TimeWindow]
    /// The windows with more results than can be paged and too short to be cut: what lies beyond the cap is out of reach.
    public private(set) var saturated: [TimeWindow] = []
    /// How many calls it has cost.
    public private(set) var spentCalls = 0
    /// How many results it has found, each counted once.
    public var foundCount: Int { seen.count }

    private var page: PageCursor?
    private var pagesSeen: Set<PageCursor> = []
    private var seen: Set<String> = []

    /// Makes the plan of a search over a span of time.
    public init(_ span: TimeWindow, rules: Rules) {
        self.rules = rules
        pending = [span]
    }

    /// The next call, or nil when all is found.
    public var nextStep: Step? { pending.last.map { Step(window: $0, cursor: page) } }

    /// Takes in the answer to the next step.
    ///
    /// - Parameters:
    ///   - ids: the ids of the page's results, in order.
    ///   - total: how many results the window has, as far as the API tells.
    ///   - next: where the window's next page is.
    ///   - cost: how many calls the page cost.
    /// - Returns: the positions of those results that were not there before.
    public mutating func receive(ids: [String], total: Int?, next: PageCursor?, cost: Int) -> [Int] {
        spentCalls = spentCalls.addingClamped(max(cost, 0))
        let new = ids.indices.filter { seen.insert(ids[$0]).inserted }
        guard let window = pending.last else { return new }
        // Only the first page decides: an estimate that changes on the way must not throw away what was paged.
        if page == nil, let total, total > rules.cap {
            let count = min(Self.partCount(total, rules), Self.maximumParts)
            let parts = window.parts(count, minimum: rules.minimumSeconds)
            if parts.count > 1 {
                pending.removeLast()
                pending += parts.reversed()
                return new
            }
            saturated.append(window)
        }
        if let next, pagesSeen.insert(next).inserted {
            page = next
        } else {
            // The last page, or a cursor seen before: servers have been seen to page in a circle.
            pending.removeLast()
            page = nil
            pagesSeen = []
        }
        return new
    }

    /// How many parts a window is cut into: so many that one of them has 70 % of the cap when results are spread evenly.
    /// Fewer and most would have to be cut again, each for a call; more and their last pages are nearly empty.
    private static func partCount(_ total: Int, _ rules: Rules) -> Int {
        let count = (Double(total) / (Double(rules.cap) * 0.7)).rounded(.up)
        return max(2, Int(exactly: count) ?? .max)
    }
}

/// What a windowed search will cost, as far as one can know before.
public struct WindowCost: Sendable, Hashable {
    /// How many results there are, as the API tells; YouTube's is an estimate.
    public var total: Int
    /// How many windows it will be cut into.
    public var windows: Int
    /// How many calls it will take, the one that asked included, when results are spread evenly over time.
    public var calls: Int
}

extension WindowPlan {
    /// What the plan will cost from its beginning, by the number of results its whole span has.
    public func cost(total: Int) -> WindowCost {
        let total = max(total, 0)
        func pages(_ results: Int) -> Int { max(1, results / rules.pageSize + (results % rules.pageSize).signum()) }
        guard total > rules.cap, let span = pending.first else {
            return WindowCost(total: total, windows: 1, calls: pages(total))
        }
        let count = span.partCount(Self.partCount(total, rules), minimum: rules.minimumSeconds)
        guard count > 1 else { return WindowCost(total: total, windows: 1, calls: pages(rules.cap)) }
        let share = min(total / count + (total % count).signum(), rules.cap)
        // The first call, and one for each window that is cut again because there are more than `maximumParts`.
        let cuts = 1 + (count > Self.maximumParts ? Self.maximumParts : 0)
        let (calls, isTooMuch) = count.multipliedReportingOverflow(by: pages(share))
        return WindowCost(total: total, windows: count, calls: isTooMuch ? .max : calls.addingClamped(cuts))
    }
}

extension Int {
    /// The sum, or the largest number where it would be larger.
    func addingClamped(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
