/// One page of a windowed search.
public struct WindowedPage<Item: Sendable>: Sendable {
    /// The results that were not there before, in the API's order.
    public var items: [Item]
    /// The window of time they are of.
    public var window: TimeWindow
    /// How many results were left out because they break the rules of their model, and why.
    public var page: SearchPage<Item>
    /// The plan after this page: what was spent, what is to come. Keep it to go on from here.
    public var cursor: WindowPlan
}

/// All results of a search, beyond what an API pages: window by window, each result once, held to a budget of calls.
///
/// ```swift
/// let search = youTube.windowedSearch(query, over: year, budget: 20)
/// print(try await search.cost())                       // one call; asked again it comes from the cache
/// for try await page in search {
///     keep(page.items)
///     save(page.cursor)                                // JSON; search.resuming(cursor) goes on from there
/// }
/// ```
/// The sequence ends when all is found or the budget is spent; the last page's ``WindowPlan/nextStep`` tells which. An error
/// ends it too, and the cursor of the page before is still good.
public struct WindowedSearch<Item: Sendable & Identifiable>: AsyncSequence, Sendable where Item.ID: Sendable {
    /// Fetches one page of a window.
    public typealias Fetch = @Sendable (TimeWindow, PageCursor?) async throws(SearchError) -> SearchPage<Item>

    private let plan: WindowPlan
    private let budget: Int
    private let fetch: Fetch

    /// Makes a search.
    ///
    /// - Parameters:
    ///   - plan: the plan, new or kept.
    ///   - budget: how many calls this run may cost at the most. A page that is retried may exceed it by its retries.
    ///   - fetch: fetches one page of a window.
    public init(_ plan: WindowPlan, budget: Int, fetch: @escaping Fetch) {
        self.plan = plan
        self.budget = budget
        self.fetch = fetch
    }

    /// The search from where a plan that was kept stands, with the same budget anew.
    public func resuming(_ plan: WindowPlan) -> Self {
        Self(plan, budget: budget, fetch: fetch)
    }

    /// What the search will cost: asks for its first page, which the search itself then finds in the store.
    public func cost() async throws(SearchError) -> WindowCost {
        guard let step = plan.nextStep else { return WindowCost(total: plan.foundCount, windows: 0, calls: 0) }
        let page = try await fetch(step.window, step.cursor)
        return plan.cost(total: page.totalCount ?? page.items.count)
    }

    /// Begins at the plan's next step.
    public func makeAsyncIterator() -> Iterator {
        Iterator(plan: plan, limit: plan.spentCalls.addingClamped(Swift.max(budget, 0)), fetch: fetch)
    }

    /// Fetches page after page.
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

        /// The next page, or nil when all is found or the budget is spent.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(SearchError) -> WindowedPage<Item>? {
            guard !hasFailed, plan.spentCalls < limit, let step = plan.nextStep else { return nil }
            hasFailed = true
            let page = try await fetch(step.window, step.cursor)
            hasFailed = false
            let new = plan.receive(
                ids: page.items.map { "\($0.id)" },
                total: page.totalCount,
                next: page.next,
                cost: page.quotaCost
            )
            return WindowedPage(items: new.map { page.items[$0] }, window: step.window, page: page, cursor: plan)
        }

        /// The next page, or nil when all is found or the budget is spent.
        public mutating func next() async throws(SearchError) -> WindowedPage<Item>? {
            try await next(isolation: nil)
        }
    }
}
