import SeekBasics

/// A search over a span of time: fetches one window after another, and passes its plan from page to page in the cursor.
struct WindowedSearch: Sendable {
    let span: TimeWindow
    let rules: WindowPlan.Rules

    /// Returns the page at a cursor, without results that an earlier page contained.
    ///
    /// - Parameters:
    ///   - search: Describes the search text and all parameters except the dates, so that the cursor of another search
    ///     is recognized.
    ///   - cursor: The cursor; nil is the first page of the span.
    ///   - fetch: Fetches one page of a window.
    func page<Item: Identifiable>(
        of search: String,
        at cursor: PageCursor?,
        fetch: (TimeWindow, PageCursor?) async throws(SearchError) -> SearchPage<Item>
    ) async throws(SearchError) -> SearchPage<Item> {
        let key = String(FNV1a.hash(search.utf8), radix: 36)
        var plan = WindowPlan(span)
        if let cursor {
            guard let decoded = WindowCursor(cursor), let stored = decoded.plan else { throw .invalidWindowCursor }
            guard decoded.key == key else { throw .cursorOfAnotherSearch }
            plan = stored
        }
        guard let step = plan.nextStep else { return SearchPage(items: []) }
        var page = try await fetch(step.window, step.cursor)
        if cursor == nil {
            plan.total = page.totalCount
            plan.estimate = page.totalCount.map { plan.cost(total: $0, rules: rules) }
        }
        let newIndices = plan.receive(
            ids: page.items.map { "\($0.id)" },
            total: page.totalCount,
            next: page.next,
            rules: rules
        )
        page.items = newIndices.map { page.items[$0] }
        page.totalCount = plan.total
        page.next = plan.nextStep == nil ? nil : PageCursor(WindowCursor(plan, key: key), prefix: WindowCursor.prefix)
        page.estimatedPages = plan.estimate?.pages
        page.saturatedWindows = plan.saturatedCount
        page.windowPlan = plan
        return page
    }
}

/// The text of a plan: `w` and JSON.
struct WindowCursor: Codable {
    /// The hash of the search.
    let key: String
    /// The start of the earliest pending window in seconds since 1970, and the lengths of all pending windows in order.
    private let windows: [Int64]
    private let cursor: String?
    private let followedCursors: [UInt64]?
    private let ids: [String]?
    private let divided: [Divided]?
    private let foundCount: Int
    private let saturatedCount: Int?
    private let total: Int64?

    private struct Divided: Codable {
        let ids: [String]
        let pendingCount: Int

        enum CodingKeys: String, CodingKey {
            case ids = "i"
            case pendingCount = "p"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case key = "k"
        case windows = "w"
        case cursor = "c"
        case followedCursors = "h"
        case ids = "i"
        case divided = "d"
        case foundCount = "f"
        case saturatedCount = "s"
        case total = "t"
    }

    /// Distinguishes the cursor from that of a merged search.
    static let prefix = "w"

    init(_ plan: WindowPlan, key: String) {
        self.key = key
        let start = plan.pending.last.map { [Int64($0.start.timeIntervalSince1970)] } ?? []
        windows = start + plan.pending.reversed().map(\.seconds)
        cursor = plan.cursor?.rawValue
        // Sorted, so that equal plans have equal cursors.
        followedCursors = plan.followedCursors.isEmpty ? nil : plan.followedCursors.sorted()
        ids = plan.windowIDs.isEmpty ? nil : plan.windowIDs.sorted()
        divided =
            plan.divided.isEmpty
            ? nil : plan.divided.map { Divided(ids: $0.ids, pendingCount: $0.pendingCount) }
        foundCount = plan.foundCount
        saturatedCount = plan.saturatedCount == 0 ? nil : plan.saturatedCount
        total = plan.total
    }

    /// Decodes a cursor; nil if it is not the cursor of a search over a span of time.
    init?(_ cursor: PageCursor) {
        guard let decoded = cursor.position(as: Self.self, prefix: Self.prefix) else { return nil }
        self = decoded
    }

    /// The plan; nil if it contains values that no plan has.
    var plan: WindowPlan? {
        guard let first = windows.first, windows.count > 1, [foundCount, saturatedCount ?? 0].allSatisfy({ $0 >= 0 })
        else { return nil }
        var pending: [TimeWindow] = []
        var start = first
        for length in windows.dropFirst() {
            let (end, overflows) = start.addingReportingOverflow(length)
            guard length > 0, !overflows else { return nil }
            let window = TimeWindow(
                start: Date(timeIntervalSince1970: Double(start)),
                end: Date(timeIntervalSince1970: Double(end))
            )
            // Dates out of range are clamped.
            guard window.seconds == length, Int64(window.start.timeIntervalSince1970) == start else { return nil }
            pending.append(window)
            start = end
        }
        var plan = WindowPlan(pending[0])
        plan.pending = pending.reversed()
        plan.cursor = cursor.map(PageCursor.init)
        plan.followedCursors = Set(followedCursors ?? [])
        plan.windowIDs = Set(ids ?? [])
        plan.divided = (divided ?? []).map { WindowPlan.DividedWindow(ids: $0.ids, pendingCount: $0.pendingCount) }
        guard plan.divided.allSatisfy({ (0..<pending.count).contains($0.pendingCount) }) else { return nil }
        plan.foundCount = foundCount
        plan.saturatedCount = saturatedCount ?? 0
        plan.total = total
        return plan
    }
}

extension WindowPlan {
    /// Returns the number of windows that a stored cursor has left; nil if it is not the cursor of a search over a span
    /// of time.
    @_spi(Seek) public static func pendingCount(in cursor: PageCursor) -> Int? {
        WindowCursor(cursor)?.plan?.pendingCount
    }
}

extension SearchError {
    static let invalidWindowCursor = Self.invalidQuery(
        "the page cursor is corrupt, or not one of a search over a span of time; start at the first page"
    )
}
