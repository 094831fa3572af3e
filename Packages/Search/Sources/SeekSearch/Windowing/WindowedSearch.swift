public import SeekNetworking

/// A page of a ``WindowedSearch``.
public struct WindowedPage<Item: Sendable>: ItemPage {
    /// The results that are new, in the API's order.
    public var items: [Item]
    /// The window of time to which the request was limited.
    public var window: TimeWindow
    /// The page as returned by the API.
    public var page: SearchPage<Item>
    /// The plan after this page. Store it to resume the search from here.
    public var cursor: WindowPlan
}

/// An asynchronous sequence of pages with all results of a search, even if there are more than the API returns for one
/// search. The search is sent for one window of time after another, within a budget of calls. Each result is returned
/// once.
///
/// ```swift
/// let search = youTube.windowedSearch(query, over: year, budget: 20)
/// print(try await search.cost())                       // fetches one page
/// for try await page in search {
///     show(page.items)
///     save(page.cursor)                                // JSON; search.resuming(cursor) continues from here
/// }
/// ```
///
/// The sequence ends when the search is complete or the budget is used up. In the first case, ``WindowPlan/nextStep``
/// of the last page's cursor is nil. After an error, the previous page's cursor remains valid.
public struct WindowedSearch<Item: Sendable & Identifiable>: AsyncSequence, Sendable where Item.ID: Sendable {
    /// A function that fetches one page of a window.
    public typealias Fetch = @Sendable (TimeWindow, PageCursor?) async throws(SearchError) -> SearchPage<Item>

    private let plan: WindowPlan
    private let budget: Int
    private let fetch: Fetch

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - plan: A new or stored plan.
    ///   - budget: The maximum number of calls of one iteration. Retries of the last page may exceed it.
    ///   - fetch: Fetches one page of a window.
    public init(_ plan: WindowPlan, budget: Int, fetch: @escaping Fetch) {
        self.plan = plan
        self.budget = budget
        self.fetch = fetch
    }

    /// Returns the search resumed from a stored plan, with the same budget.
    public func resuming(_ plan: WindowPlan) -> Self {
        Self(plan, budget: budget, fetch: fetch)
    }

    /// Fetches the next page, and estimates the cost of the search from the total number of results that the page
    /// reports. The estimate for a resumed search covers only its next window. With a store, the search then reuses the
    /// page.
    public func cost() async throws(SearchError) -> WindowCost {
        guard let step = plan.nextStep else { return WindowCost(total: Int64(plan.foundCount), windows: 0, pages: 0) }
        let page = try await fetch(step.window, step.cursor)
        return plan.cost(total: page.totalCount ?? Int64(page.items.count))
    }

    /// Returns an iterator that starts at the plan's next step.
    public func makeAsyncIterator() -> Iterator {
        Iterator(plan: plan, limit: plan.spentCalls.addingClamped(Swift.max(budget, 0)), fetch: fetch)
    }

    /// The iterator of a windowed search.
    public struct Iterator: AsyncIteratorProtocol {
        private var plan: WindowPlan
        private let limit: Int
        private let fetch: Fetch
        private var hasFailed = false

        fileprivate init(plan: WindowPlan, limit: Int, fetch: @escaping Fetch) {
            self.plan = plan
            self.limit = limit
            self.fetch = fetch
        }

        /// Returns the next page; nil when the search is complete or the budget is used up.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(SearchError) -> WindowedPage<Item>? {
            guard !hasFailed, plan.spentCalls < limit, let step = plan.nextStep else { return nil }
            // Remains set if the fetch throws an error.
            hasFailed = true
            let page = try await fetch(step.window, step.cursor)
            hasFailed = false
            let newIndices = plan.receive(
                ids: page.items.map { "\($0.id)" },
                total: page.totalCount,
                next: page.next,
                cost: page.quotaCost
            )
            let items = newIndices.map { page.items[$0] }
            return WindowedPage(items: items, window: step.window, page: page, cursor: plan)
        }

        /// Returns the next page; nil when the search is complete or the budget is used up.
        public mutating func next() async throws(SearchError) -> WindowedPage<Item>? {
            try await next(isolation: nil)
        }
    }
}
