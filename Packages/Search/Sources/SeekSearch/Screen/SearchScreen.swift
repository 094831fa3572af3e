public import Observation

/// What a search screen shows and does, without the screen: a search field, a button, an activity indicator, a list.
///
/// ```swift
/// let screen = SearchScreen(source: gitHub.userRepositories())
/// screen.text = "octocat"      // the search field
/// screen.search()              // the button
/// screen.isSearching           // the activity indicator
/// screen.items                 // the rows
/// ```
///
/// The latest search wins: one that was overtaken or cancelled shows nothing. The indicator always ends.
@MainActor
@Observable
public final class SearchScreen<Item: Sendable> {
    /// What a screen is doing or showing.
    public enum Phase: Sendable {
        /// Nothing was searched yet, or the search was cancelled.
        case idle
        /// The first page is awaited.
        case searching
        /// ``SearchScreen/items`` are the results; they may be none.
        case results
        /// The search failed; the error's description is the text to show.
        case failure(SearchError)
    }

    /// What stands in the search field.
    public var text = ""
    /// What the screen is doing or showing.
    public private(set) var phase = Phase.idle
    /// The rows: the results so far, in order.
    public private(set) var items: [Item] = []
    /// Whether a further page is awaited.
    public private(set) var isLoadingMore = false
    /// Whether there is a further page to load.
    public var hasMore: Bool { next != nil }
    /// Whether the activity indicator turns.
    public var isSearching: Bool {
        if case .searching = phase { true } else { isLoadingMore }
    }

    @ObservationIgnored private let source: any SearchSource<Item>
    @ObservationIgnored private var searched = ""
    @ObservationIgnored private var work: Task<Void, Never>?
    private var next: PageCursor?

    /// Makes the model of a screen over a source.
    public init(source: any SearchSource<Item>) {
        self.source = source
    }

    deinit {
        work?.cancel()
    }

    /// Searches for what stands in the search field, in place of any search under way. An empty field asks nothing and says so.
    ///
    /// - Returns: the search, to wait for.
    @discardableResult
    public func search() -> Task<Void, Never> {
        work?.cancel()
        searched = text
        items = []
        next = nil
        isLoadingMore = false
        phase = .searching
        return run(at: nil)
    }

    /// Loads the next page behind the rows. Does nothing while a search is under way or where there is none.
    ///
    /// - Returns: the loading, to wait for.
    @discardableResult
    public func loadMore() -> Task<Void, Never> {
        guard let next, !isSearching else { return work ?? Task {} }
        isLoadingMore = true
        return run(at: next)
    }

    /// Ends the search under way. Rows that are there stay.
    public func cancel() {
        work?.cancel()
        work = nil
        isLoadingMore = false
        if case .searching = phase { phase = .idle }
    }

    private func run(at cursor: PageCursor?) -> Task<Void, Never> {
        let task = Task { [weak self, source, searched] in
            let result: Result<SearchPage<Item>, SearchError>
            do throws(SearchError) {
                result = .success(try await source.page(for: searched, at: cursor))
            } catch {
                result = .failure(error)
            }
            // Whoever overtakes or cancels a search cancels its task, on this actor: what is not cancelled is the latest.
            guard !Task.isCancelled else { return }
            self?.show(result)
        }
        work = task
        return task
    }

    private func show(_ result: Result<SearchPage<Item>, SearchError>) {
        isLoadingMore = false
        switch result {
        case .success(let page):
            items += page.items
            next = page.next
            phase = .results
        case .failure(let error):
            phase = .failure(error)
        }
    }
}
