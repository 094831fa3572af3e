import SeekModels
import SeekNetworking

/// A search text, and the source that is searched for it.
struct Search<Item: SearchHitConvertible>: Sendable {
    let text: String
    let source: any SearchSource<Item>
}

/// The state of a ``SearchModel``: the rows, the request in progress and the last failure.
///
/// A value without side effects: the model performs the requests and records their outcomes. The outcome of a request
/// that was replaced or cancelled has no effect.
struct SearchState<Item: SearchHitConvertible> {
    struct Request: Sendable {
        enum Purpose: Hashable {
            case search
            /// The first page of the search that is shown, fetched again. The rows remain until it has been fetched.
            case refresh
            case more(PageCursor)
        }

        /// Identifies the request; each new request has the next number.
        let number: Int
        let purpose: Purpose
        let search: Search<Item>
    }

    /// The results that are shown: an empty list if nothing was found; nil before the first results, after a failed
    /// search and after ``clear()``.
    private(set) var list: ResultList<Item>?
    private(set) var request: Request?
    /// The last request and its error, if it failed; nil as soon as another request starts. If the failed request was a
    /// search, ``list`` is nil.
    private(set) var failure: (request: Request, error: SearchError)?
    /// Empty unless the search is federated.
    private(set) var sources: [SourceReport] = []
    private var lastNumber = 0

    var search: Search<Item>? { request?.search ?? failure?.request.search ?? list?.search }

    var phase: SearchPhase {
        if let request, !request.loadsFurtherPage { return .searching }
        if list != nil { return .results }
        return failure.map { .failure($0.error) } ?? .idle
    }

    var loadMoreError: SearchError? { failure?.request.loadsFurtherPage == true ? failure?.error : nil }
    var refreshError: SearchError? { failure?.request.purpose == .refresh ? failure?.error : nil }

    /// Replaces the request in progress.
    mutating func begin(_ search: Search<Item>) -> Request {
        begin(.search, search)
    }

    /// Starts to load the current search again from a source, bypassing the cache; returns nil if there is no search.
    mutating func beginRefresh(from source: any SearchSource<Item>) -> Request? {
        guard let search else { return nil }
        // While a search is in progress, the list may belong to the search before it.
        let isShown = list != nil && request?.purpose != .search
        let source = source.with { $0.cacheMode = .reload }
        return begin(isShown ? .refresh : .search, Search(text: search.text, source: source))
    }

    /// Starts to load the next page; returns nil if there is no next page or a request is in progress.
    mutating func beginMore() -> Request? {
        guard request == nil, let list, let next = list.next else { return nil }
        return begin(.more(next), list.search)
    }

    /// Repeats the failed request; returns nil if no request has failed.
    mutating func beginRetry() -> Request? {
        failure.map { begin($0.request.purpose, $0.request.search) }
    }

    private mutating func begin(_ purpose: Request.Purpose, _ search: Search<Item>) -> Request {
        lastNumber += 1
        let request = Request(number: lastNumber, purpose: purpose, search: search)
        self.request = request
        failure = nil
        if !request.loadsFurtherPage { sources = (search.source as? any ProgressiveSource<Item>)?.pendingReports ?? [] }
        return request
    }

    mutating func update(_ request: Request, with page: SearchPage<Item>) {
        guard isCurrent(request) else { return }
        sources = page.sources
        // The previous rows remain until the search has results or the refresh is complete.
        if request.purpose == .search, !page.items.isEmpty { list = ResultList(request.search, page) }
    }

    mutating func finish(_ request: Request, with result: Result<SearchPage<Item>, SearchError>) {
        guard isCurrent(request) else { return }
        switch result {
        case .success(let page): complete(request, with: page)
        case .failure(let error) where error.isCancellation: cancel(request)
        case .failure(let error): fail(request, with: error)
        }
    }

    /// Ends a request that was cancelled. The rows remain.
    mutating func cancel(_ request: Request) {
        guard isCurrent(request) else { return }
        self.request = nil
        list?.cancelPendingSources()
        sources = list?.sources ?? []
    }

    mutating func clear() {
        (list, request, failure, sources) = (nil, nil, nil, [])
    }

    private mutating func complete(_ request: Request, with page: SearchPage<Item>) {
        var newList = ResultList(request.search, page)
        if request.loadsFurtherPage, let list {
            newList = list
            newList.append(page)
        }
        guard !newList.isUnreadable else { return fail(request, with: .unreadableResults(newList.skipped)) }
        list = newList
        sources = newList.sources
        self.request = nil
    }

    private mutating func fail(_ request: Request, with error: SearchError) {
        if request.purpose == .search { list = nil }
        failure = (request, error)
        self.request = nil
    }

    private func isCurrent(_ request: Request) -> Bool { request.number == self.request?.number }
}

extension SearchState.Request {
    var loadsFurtherPage: Bool { if case .more = purpose { true } else { false } }

    /// Fetches the page. `update` receives the results so far of a first page from a ``ProgressiveSource``.
    func page(
        _ update: @Sendable (SearchPage<Item>) async -> Void
    ) async throws(SearchError) -> SearchPage<Item> {
        switch purpose {
        case .more(let cursor):
            return try await search.source.page(for: search.text, at: cursor)
        case .search, .refresh:
            guard let source = search.source as? any ProgressiveSource<Item> else {
                return try await search.source.page(for: search.text, at: nil)
            }
            return try await source.page(for: search.text, update: update)
        }
    }
}

/// The results of one search, accumulated page by page.
struct ResultList<Item: SearchHitConvertible> {
    let search: Search<Item>
    /// Without duplicates.
    private(set) var items: [Item] = []
    private(set) var skipped: [SkippedItem] = []
    /// The total number of results as reported with the last page that has it; nil if unknown.
    private(set) var totalCount: Int64?
    /// Why results are missing from the API's responses; empty if none are.
    private(set) var incompleteReasons: Set<IncompleteReason> = []
    /// The provenance of all pages: the costliest source, the greatest age, and the sum of the attempts.
    private(set) var provenance: Provenance
    /// Empty unless the search is federated.
    private(set) var sources: [SourceReport]
    /// The cursor of the next page; nil after the last page.
    private(set) var next: PageCursor?
    private var cursors: Set<PageCursor> = []
    private var ids: Set<AnyHashable> = []

    init(_ search: Search<Item>, _ page: SearchPage<Item>) {
        self.search = search
        provenance = page.provenance
        sources = page.sources
        add(page)
    }

    /// Whether there are results, none could be decoded, and there is no further page.
    var isUnreadable: Bool { items.isEmpty && next == nil && !skipped.isEmpty }

    /// Appends the results that the list does not contain yet.
    mutating func append(_ page: SearchPage<Item>) {
        provenance = Provenance(merging: [provenance, page.provenance])
        add(page)
    }

    mutating func cancelPendingSources() {
        for index in sources.indices where sources[index].isPending { sources[index].state = .cancelled }
    }

    /// Adds the items of a page. A cursor that an earlier page has returned is ignored; otherwise paging would never
    /// end.
    private mutating func add(_ page: SearchPage<Item>) {
        for item in page.items {
            if let id = Self.id(of: item), !ids.insert(id).inserted { continue }
            items.append(item)
        }
        skipped += page.skipped
        totalCount = page.totalCount ?? totalCount
        incompleteReasons.formUnion(page.incompleteReasons)
        next = page.next.flatMap { cursors.insert($0).inserted ? $0 : nil }
    }

    /// Nil if the type of the item is not `Identifiable`.
    private static func id(of item: Item) -> AnyHashable? {
        func id(_ item: some Identifiable) -> AnyHashable { AnyHashable(item.id) }
        return (item as? any Identifiable).map { id($0) }
    }
}
