public import Observation
public import SeekModels

/// What a search screen shows and does, without the screen: a search field, a button, an activity indicator, a list.
///
/// ```swift
/// let screen = SearchModel(source: gitHub.userRepositories())
/// screen.text = "octocat"      // the search field
/// screen.search()              // the button
/// screen.isSearching           // the activity indicator
/// screen.items                 // the rows
/// ```
///
/// The latest search wins: one that was overtaken or cancelled shows nothing. The indicator always ends, also where the task that
/// ``search()`` returned is cancelled. The rows of the search before stay until there are new ones. With a ``debounce`` the screen
/// searches by itself while the text is typed.
@MainActor
@Observable
public final class SearchModel<Item: Sendable> {
    /// What a screen is doing or showing.
    public enum Phase: Sendable {
        /// There are no results: nothing was searched yet, or the first search was cancelled.
        case idle
        /// The first page is awaited; ``SearchModel/items`` are the results of the search before.
        case searching
        /// ``SearchModel/items`` are the results; they may be none.
        case results
        /// The search failed; the error's description is the text to show. Rows that were there before a further page failed stay. A
        /// first page of which no result can be read is ``SearchError/unreadableResults(_:)``.
        case failure(SearchError)
    }

    /// What stands in the search field.
    public var text = "" {
        didSet { if text != oldValue { typed() } }
    }
    /// What the screen is doing or showing.
    public private(set) var phase = Phase.idle
    /// The rows: the results so far, in order. Of results that are `Identifiable` each is shown once, also where pages overlap.
    public var items: [Item] { list.items }
    /// Whether a further page is awaited.
    public private(set) var isLoadingMore = false
    /// Whether results were left out because the API ran out of time.
    public var isIncomplete: Bool { list.isIncomplete }
    /// The results that were left out because they break the rules of their model, and why.
    public var skipped: [SkippedItem] { list.skipped }
    /// Whether there is a further page to load.
    public var hasMore: Bool { list.next != nil }
    /// Whether the activity indicator turns.
    public var isSearching: Bool {
        if case .searching = phase { true } else { isLoadingMore }
    }
    /// What went wrong and what to do, to show in place of rows; nil where nothing did.
    public var errorMessage: String? {
        if case .failure(let error) = phase { error.description } else { nil }
    }

    @ObservationIgnored private let source: any SearchSource<Item>
    @ObservationIgnored private let debounce: Duration?
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private var searched: String?
    @ObservationIgnored private var work: Task<Void, Never>?
    @ObservationIgnored private var pause: Task<Void, Never>?
    /// The number of the latest search or page: what an earlier one brings is not shown.
    @ObservationIgnored private var latest = 0
    private var list = ResultList<Item>()

    /// Makes the model of a screen over a source.
    ///
    /// - Parameters:
    ///   - source: what is searched.
    ///   - debounce: how long the text has to stay as it is until it is searched for by itself; nil searches only when told to.
    ///     Every search of YouTube costs one of a hundred calls a day: half a second is a good pause there, or none at all.
    ///   - clock: measures the debounce interval.
    public init(
        source: any SearchSource<Item>,
        debounce: Duration? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.source = source
        self.debounce = debounce
        self.clock = clock
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
        isLoadingMore = false
        phase = .searching
        return run(text, at: nil)
    }

    /// Loads the next page behind the rows. Does nothing while a search is under way or where there is none.
    ///
    /// - Returns: the loading, to wait for.
    @discardableResult
    public func loadMore() -> Task<Void, Never> {
        guard let next = list.next, let text = list.text, !isSearching else { return work ?? Task {} }
        isLoadingMore = true
        return run(text, at: next)
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
        if hasMore {
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
        end(latest)
    }

    private func typed() {
        guard let debounce else { return }
        pause?.cancel()
        pause = nil
        guard !QueryText.trimmed(text).isEmpty else {
            // An empty field while typing is no mistake: there is nothing to show.
            cancel()
            list = ResultList()
            searched = nil
            phase = .idle
            return
        }
        guard text != searched else { return }
        pause = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: debounce)) != nil, !Task.isCancelled else { return }
            self?.search()
        }
    }

    private func run(_ text: String, at cursor: PageCursor?) -> Task<Void, Never> {
        latest += 1
        let number = latest
        let task = Task { [weak self, source] in
            let result = await withTaskCancellationHandler { () async -> Result<SearchPage<Item>, SearchError> in
                do throws(SearchError) {
                    return .success(try await source.page(for: text, at: cursor))
                } catch {
                    return .failure(error)
                }
            } onCancel: {
                // The source may go on for a while; the indicator does not.
                Task { @MainActor in self?.end(number) }
            }
            guard !Task.isCancelled else {
                self?.end(number)
                return
            }
            self?.show(result, of: number, text)
        }
        work = task
        return task
    }

    /// Ends a search or a page without results: the rows from before stay. Does nothing where a later one has begun, or it has ended.
    private func end(_ number: Int) {
        guard number == latest else { return }
        latest += 1
        work = nil
        isLoadingMore = false
        searched = list.text
        if case .searching = phase { phase = list.text == nil ? .idle : .results }
    }

    private func show(_ result: Result<SearchPage<Item>, SearchError>, of number: Int, _ text: String) {
        guard number == latest else { return }
        switch result {
        case .success(let page):
            // A further page is one of the same list.
            if !isLoadingMore { list = ResultList(text: text) }
            list.append(page)
            isLoadingMore = false
            phase = list.isUnreadable ? .failure(.unreadableResults(list.skipped)) : .results
        case .failure(let error) where error.isCancellation:
            end(number)
        case .failure(let error):
            if !isLoadingMore { list = ResultList() }
            isLoadingMore = false
            phase = .failure(error)
        }
    }
}
