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
/// The latest search wins: one that was overtaken or cancelled shows nothing. The indicator always ends. With a ``typingPause`` the
/// screen searches by itself while the text is typed.
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
        /// The search failed; the error's description is the text to show. Rows that were there before a further page failed stay.
        case failure(SearchError)
    }

    /// What stands in the search field.
    public var text = "" {
        didSet { if text != oldValue { typed() } }
    }
    /// What the screen is doing or showing.
    public private(set) var phase = Phase.idle
    /// The rows: the results so far, in order.
    public private(set) var items: [Item] = []
    /// Whether a further page is awaited.
    public private(set) var isLoadingMore = false
    /// Whether results were left out because the API ran out of time.
    public private(set) var isIncomplete = false
    /// Whether there is a further page to load.
    public var hasMore: Bool { next != nil }
    /// Whether the activity indicator turns.
    public var isSearching: Bool {
        if case .searching = phase { true } else { isLoadingMore }
    }
    /// What went wrong and what to do, to show in place of rows; nil where nothing did.
    public var failureText: String? {
        if case .failure(let error) = phase { error.description } else { nil }
    }

    @ObservationIgnored private let source: any SearchSource<Item>
    @ObservationIgnored private let typingPause: Duration?
    @ObservationIgnored private let sleep: @Sendable (Duration) async throws -> Void
    @ObservationIgnored private var searched: String?
    @ObservationIgnored private var work: Task<Void, Never>?
    @ObservationIgnored private var pause: Task<Void, Never>?
    @ObservationIgnored private var shown: Set<PageCursor> = []
    private var next: PageCursor?

    /// Makes the model of a screen over a source.
    ///
    /// - Parameters:
    ///   - source: what is searched.
    ///   - typingPause: how long the text has to stay as it is until it is searched for by itself; nil searches only when told to.
    ///     Every search of YouTube costs one of a hundred calls a day: half a second is a good pause there, or none at all.
    ///   - sleep: how that time is spent.
    public init(
        source: any SearchSource<Item>,
        typingPause: Duration? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.source = source
        self.typingPause = typingPause
        self.sleep = sleep
    }

    deinit {
        work?.cancel()
        pause?.cancel()
    }

    /// Searches for what stands in the search field, in place of any search under way. An empty field asks nothing and says so.
    ///
    /// - Returns: the search, to wait for.
    @discardableResult
    public func search() -> Task<Void, Never> {
        pause?.cancel()
        pause = nil
        work?.cancel()
        searched = text
        clear()
        phase = .searching
        return run(text, at: nil)
    }

    /// Loads the next page behind the rows. Does nothing while a search is under way or where there is none.
    ///
    /// - Returns: the loading, to wait for.
    @discardableResult
    public func loadMore() -> Task<Void, Never> {
        guard let next, let searched, !isSearching else { return work ?? Task {} }
        isLoadingMore = true
        return run(searched, at: next)
    }

    /// Tells that a row has come into view: near the last one the next page is loaded, once.
    ///
    /// - Parameters:
    ///   - index: the row.
    ///   - margin: how many rows before the last it is time.
    public func rowAppeared(at index: Int, margin: Int = 5) {
        guard index >= items.count - 1 - margin, !isSearching else { return }
        // A page that failed is loaded again when told to, not by scrolling.
        if case .failure = phase { return }
        loadMore()
    }

    /// Does once more what failed: the search, or the loading of a further page. Does nothing where nothing failed.
    ///
    /// - Returns: what is done, to wait for.
    @discardableResult
    public func retry() -> Task<Void, Never> {
        guard case .failure = phase else { return work ?? Task {} }
        if next != nil {
            phase = .results
            return loadMore()
        }
        if let searched, searched != text { text = searched }
        return search()
    }

    /// Ends the search under way, and one that typing would begin. Rows that are there stay.
    public func cancel() {
        pause?.cancel()
        pause = nil
        work?.cancel()
        work = nil
        isLoadingMore = false
        if case .searching = phase { phase = .idle }
    }

    private func typed() {
        guard let typingPause else { return }
        pause?.cancel()
        pause = nil
        guard !QueryText.trimmed(text).isEmpty else {
            // An empty field while typing is no mistake: there is nothing to show.
            cancel()
            clear()
            searched = nil
            phase = .idle
            return
        }
        guard text != searched else { return }
        pause = Task { [weak self, sleep] in
            guard (try? await sleep(typingPause)) != nil, !Task.isCancelled else { return }
            self?.search()
        }
    }

    private func clear() {
        items = []
        next = nil
        shown = []
        isLoadingMore = false
        isIncomplete = false
    }

    private func run(_ text: String, at cursor: PageCursor?) -> Task<Void, Never> {
        let task = Task { [weak self, source] in
            let result: Result<SearchPage<Item>, SearchError>
            do throws(SearchError) {
                result = .success(try await source.page(for: text, at: cursor))
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
            isIncomplete = isIncomplete || page.isIncomplete
            // A cursor seen before leads in a circle.
            next = page.next.flatMap { shown.insert($0).inserted ? $0 : nil }
            phase = .results
        case .failure(let error) where error.isCancellation:
            phase = items.isEmpty ? .idle : .results
        case .failure(let error):
            phase = .failure(error)
        }
    }
}
