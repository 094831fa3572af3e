public import Observation
public import SeekModels

/// The state and actions of a search screen: a search field, a button, an activity indicator and a list.
///
/// ```swift
/// let screen = SearchModel(source: gitHub.userRepositories())
/// screen.text = "octocat"      // the search field
/// screen.search()              // the button
/// screen.isSearching           // the activity indicator
/// screen.items                 // the rows
/// ```
///
/// Only the latest search is shown. ``isSearching`` becomes false when a search ends for any reason, including
/// cancellation. The previous rows remain until the search returns results or fails. With a debounce interval, changes
/// to ``text`` start a search.
@MainActor
@Observable
public final class SearchModel<Item: Sendable> {
    /// The phase of a search.
    public enum Phase: Sendable {
        /// There are no results: no search was started, the text was cleared, or a search without earlier results was
        /// cancelled.
        case idle
        /// The first page is loading; ``SearchModel/items`` are the results of the previous search.
        case searching
        /// ``SearchModel/items`` are the results, possibly none.
        case results
        /// The search failed and its rows were removed, or a further page failed and the rows remain. If none of the
        /// results can be decoded, the error is ``SearchError/unreadableResults(_:)``.
        case failure(SearchError)
    }

    /// The text of the search field.
    public var text = "" {
        didSet { if text != oldValue { textDidChange() } }
    }
    /// The phase of the current search.
    public private(set) var phase = Phase.idle
    /// The results so far, in order. Duplicates of `Identifiable` results on overlapping pages are removed.
    public var items: [Item] { list.items }
    /// Whether a further page is loading.
    public private(set) var isLoadingMore = false
    /// Whether the API's results are incomplete because its search timed out.
    public var isIncomplete: Bool { list.isIncomplete }
    /// The results that were skipped because they are invalid, and why.
    public var skipped: [SkippedItem] { list.skipped }
    /// Whether there is a further page.
    public var hasMore: Bool { list.next != nil }
    /// Whether to show the activity indicator.
    public var isSearching: Bool {
        if case .searching = phase { true } else { isLoadingMore }
    }
    /// The ``SearchError/message`` of the error; nil if there is none.
    public var errorMessage: String? {
        if case .failure(let error) = phase { error.message } else { nil }
    }

    @ObservationIgnored private let source: any SearchSource<Item>
    @ObservationIgnored private let debounce: Duration?
    @ObservationIgnored private let clock: any Clock<Duration>
    /// The text of the search that is running or whose results are shown; nil if there is none.
    @ObservationIgnored private var searchedText: String?
    /// The latest search or loading of a page.
    @ObservationIgnored private var task: Task<Void, Never>?
    @ObservationIgnored private var debounceTask: Task<Void, Never>?
    /// The sequence number of the latest search or page. The results of earlier ones are ignored.
    @ObservationIgnored private var latestNumber = 0
    private var list = ResultList<Item>()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - debounce: How long ``text`` must remain unchanged before a search starts; with nil, only ``search()``
    ///     starts one. A YouTube search costs one of 100 calls a day: use half a second or more.
    ///   - clock: Measures the debounce interval.
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
        task?.cancel()
        debounceTask?.cancel()
    }

    /// Searches for ``text``, replacing any search in progress. Sources reject an empty text without sending a request.
    ///
    /// - Returns: The task of the search.
    @discardableResult
    public func search() -> Task<Void, Never> {
        debounceTask?.cancel()
        task?.cancel()
        searchedText = text
        isLoadingMore = false
        phase = .searching
        return run(text, at: nil)
    }

    /// Loads the next page. Does nothing during a search or if there is no further page.
    ///
    /// - Returns: The task that loads the page; the current task, or a finished one, if there is nothing to load.
    @discardableResult
    public func loadMore() -> Task<Void, Never> {
        guard let next = list.next, let text = list.text, !isSearching else { return task ?? Task {} }
        isLoadingMore = true
        return run(text, at: next)
    }

    /// Loads the next page if a row near the end has become visible.
    ///
    /// - Parameters:
    ///   - index: The index of the row, starting at 0.
    ///   - margin: The maximum distance from the last row, in rows, at which loading starts.
    public func rowAppeared(at index: Int, margin: Int = 5) {
        guard index >= items.count - 1 - margin, !isSearching else { return }
        // A failed page is loaded again by `retry()` only.
        if case .failure = phase { return }
        loadMore()
    }

    /// Repeats a failed search, or loads a failed page again. Does nothing if there is no failure.
    ///
    /// - Returns: The task of the search or loading.
    @discardableResult
    public func retry() -> Task<Void, Never> {
        guard case .failure = phase else { return task ?? Task {} }
        if hasMore {
            phase = .results
            return loadMore()
        }
        if let searchedText, searchedText != text { text = searchedText }
        return search()
    }

    /// Cancels the search in progress and a pending debounce. The rows remain.
    public func cancel() {
        debounceTask?.cancel()
        task?.cancel()
        end(latestNumber)
    }

    private func textDidChange() {
        guard let debounce else { return }
        debounceTask?.cancel()
        guard !QueryText.trimmed(text).isEmpty else {
            // Clearing the field clears the results without an error.
            cancel()
            list = ResultList()
            searchedText = nil
            phase = .idle
            return
        }
        guard text != searchedText else { return }
        debounceTask = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: debounce)) != nil, !Task.isCancelled else { return }
            self?.search()
        }
    }

    private func run(_ text: String, at cursor: PageCursor?) -> Task<Void, Never> {
        latestNumber += 1
        let number = latestNumber
        let task = Task { [weak self, source] in
            let result = await withTaskCancellationHandler { () async -> Result<SearchPage<Item>, SearchError> in
                do throws(SearchError) {
                    return .success(try await source.page(for: text, at: cursor))
                } catch {
                    return .failure(error)
                }
            } onCancel: {
                // The source may ignore cancellation for a while.
                Task { @MainActor in self?.end(number) }
            }
            guard !Task.isCancelled else {
                self?.end(number)
                return
            }
            self?.show(result, of: number, text)
        }
        self.task = task
        return task
    }

    /// Ends a search or the loading of a page without results. Does nothing if it is not the latest.
    private func end(_ number: Int) {
        guard number == latestNumber else { return }
        latestNumber += 1
        task = nil
        isLoadingMore = false
        searchedText = list.text
        if case .searching = phase { phase = list.text == nil ? .idle : .results }
    }

    private func show(_ result: Result<SearchPage<Item>, SearchError>, of number: Int, _ text: String) {
        guard number == latestNumber else { return }
        switch result {
        case .success(let page):
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
