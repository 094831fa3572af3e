public import Observation
public import SeekModels
public import SeekNetworking

/// The phase of a ``SearchModel``.
public enum SearchPhase: Sendable, Hashable {
    /// There are no results: no search was started, the text was cleared in a model with a debounce interval, or a
    /// search without earlier results was cancelled.
    case idle
    /// The first page of a search or a refresh is loading; ``SearchModel/items`` are the previous results, or the
    /// results so far of a federated search.
    case searching
    /// ``SearchModel/items`` are the results; they are empty if nothing was found.
    case results
    /// The search failed and there are no rows. If none of the results can be decoded, the error is
    /// ``SearchError/unreadableResults(_:)``.
    case failure(SearchError)
}

/// The state and actions of a search screen: a search field, a button, an activity indicator and a list.
///
/// ```swift
/// let screen = SearchModel(source: gitHub.source(.repositories()))
/// screen.text = "swift"        // the search field
/// screen.search()              // the button
/// screen.isSearching           // the activity indicator
/// screen.items                 // the rows
/// ```
///
/// Only the latest search is shown. ``isSearching`` becomes false when a search ends for any reason, including
/// cancellation. The previous rows remain until the search has results, finds none or fails. They also remain if a
/// further page or a refresh fails: see ``loadMoreError`` and ``refreshError``. With a debounce interval, changes to
/// ``text`` start a search.
@MainActor
@Observable
public class SearchModel<Item: SearchHitConvertible> {
    /// The text of the search field.
    public var text = "" {
        didSet { if text != oldValue { textDidChange() } }
    }
    /// The source of the results. Setting it repeats the search, if there is one: with another order, for example.
    public var source: any SearchSource<Item> {
        didSet { if let search = state.search { run(state.begin(Search(text: search.text, source: source))) } }
    }

    /// The phase of the current search.
    public var phase: SearchPhase { state.phase }
    /// The results so far, in order. Duplicates of `Identifiable` results on overlapping pages are removed.
    public var items: [Item] { state.list?.items ?? [] }
    /// Whether to show the activity indicator: a search, a refresh, or a request for a further page is in progress.
    public var isSearching: Bool { state.request != nil }
    /// Whether a further page is loading.
    public var isLoadingMore: Bool { state.request?.loadsFurtherPage ?? false }
    /// Whether there is a further page.
    public var hasMore: Bool { state.list?.next != nil }
    /// The error of a further page that failed; nil if none did. The rows remain, and ``retry()`` loads the page again.
    public var loadMoreError: SearchError? { state.loadMoreError }
    /// The error of a refresh that failed; nil if none did. The rows remain, and ``retry()`` refreshes them again.
    public var refreshError: SearchError? { state.refreshError }
    /// The ``SearchError/message`` of the last error of a search, a refresh or a further page; nil if there is none.
    public var errorMessage: String? { state.failure?.error.message }
    /// The total number of results as reported by the API; nil if unknown. YouTube's is an estimate.
    public var totalCount: Int64? { state.list?.totalCount }
    /// Why results are missing from the API's responses; empty if none are.
    public var incompleteReasons: Set<IncompleteReason> { state.list?.incompleteReasons ?? [] }
    /// Whether results are missing from the API's responses.
    public var isIncomplete: Bool { !incompleteReasons.isEmpty }
    /// The results that were skipped because they are invalid, and why.
    public var skipped: [SkippedItem] { state.list?.skipped ?? [] }
    /// The source and age of the loaded pages; nil if no page is loaded. For several pages: the costliest source, the
    /// greatest age, and the sum of the attempts.
    public var provenance: Provenance? { state.list?.provenance }
    /// The cost of the results in the API's quota: the sum of ``SearchPage/quotaCost`` over their pages.
    public var quotaCost: Int { state.list?.provenance.attempts ?? 0 }

    @ObservationIgnored private let debounce: Duration?
    @ObservationIgnored private let clock: any Clock<Duration>
    /// The task of the latest request.
    @ObservationIgnored private var task: Task<Void, Never>?
    @ObservationIgnored private var debounceTask: Task<Void, Never>?
    fileprivate var state = SearchState<Item>()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - source: The source of the results.
    ///   - debounce: How long ``text`` must remain unchanged before a search starts; with nil, changes to it start no
    ///     search. A YouTube search costs one of 100 calls a day: use half a second or more.
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

    /// Searches for ``text``, replacing any request in progress. The sources of Seek's clients reject an empty text
    /// without sending a request.
    ///
    /// - Returns: The task of the search.
    @discardableResult
    public func search() -> Task<Void, Never> {
        debounceTask?.cancel()
        return run(state.begin(Search(text: text, source: source)))
    }

    /// Loads the next page. Does nothing if a request is in progress or there is no further page.
    ///
    /// - Returns: The task that loads the page; the latest task if there is nothing to load.
    @discardableResult
    public func loadMore() -> Task<Void, Never> {
        run(state.beginMore())
    }

    /// Loads the next page if a row near the end has become visible. A page that failed is loaded again by
    /// ``retry()`` or ``loadMore()`` only.
    ///
    /// - Parameters:
    ///   - index: The index of the row, starting at 0.
    ///   - margin: The maximum distance from the last row, in rows, at which loading starts.
    public func rowAppeared(at index: Int, margin: Int = 5) {
        guard index >= items.count - 1 - margin, loadMoreError == nil else { return }
        loadMore()
    }

    /// Loads the results of the current search again, bypassing the cache, so that each refresh of a YouTube search
    /// costs one of 100 calls a day. Does nothing if there is no search, such as before the first one.
    ///
    /// The rows remain until the refresh is complete, and also if it fails or is cancelled. If the current search is in
    /// progress or has failed, a new search for the same text is started instead; if the new search fails, there are no
    /// rows. Further pages of refreshed results bypass the cache as well. Cancelling the caller's task cancels the
    /// refresh, so that it can be used with SwiftUI's `refreshable`.
    public func refresh() async {
        await waitForCompletion(of: run(state.beginRefresh(from: source)))
    }

    /// Repeats a failed search or refresh, or loads a failed page again. Does nothing if there is no failure.
    ///
    /// - Returns: The task of the request; the latest task if there is no failure.
    @discardableResult
    public func retry() -> Task<Void, Never> {
        run(state.beginRetry())
    }

    /// Cancels the request in progress, and a search that is waiting for the debounce interval. The rows remain.
    public func cancel() {
        debounceTask?.cancel()
        task?.cancel()
        if let request = state.request { state.cancel(request) }
    }

    private func textDidChange() {
        guard let debounce else { return }
        debounceTask?.cancel()
        let trimmedText = QueryText.trimmed(text)
        guard !trimmedText.isEmpty else {
            // Clearing the field clears the results without an error.
            cancel()
            state.clear()
            return
        }
        guard trimmedText != state.search.map({ QueryText.trimmed($0.text) }) else { return }
        debounceTask = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: debounce)) != nil, !Task.isCancelled else { return }
            self?.search()
        }
    }

    /// Performs a request in place of the one in progress. If the request is nil, does nothing and returns the latest
    /// task.
    @discardableResult
    private func run(_ request: SearchState<Item>.Request?) -> Task<Void, Never> {
        guard let request else { return task ?? Task {} }
        task?.cancel()
        let task = Task { [weak self] in
            let result = await withTaskCancellationHandler { () async -> Result<SearchPage<Item>, SearchError>? in
                // A request that was replaced before it started is not sent.
                guard !Task.isCancelled else { return nil }
                do throws(SearchError) {
                    return .success(
                        try await request.page { @MainActor [weak self] in self?.state.update(request, with: $0) }
                    )
                } catch {
                    return .failure(error)
                }
            } onCancel: {
                // The source may ignore cancellation for a while.
                Task { @MainActor in self?.state.cancel(request) }
            }
            if let result, !Task.isCancelled {
                self?.state.finish(request, with: result)
            } else {
                self?.state.cancel(request)
            }
        }
        self.task = task
        return task
    }

    /// Cancels the task when the caller's task is cancelled.
    func waitForCompletion(of task: Task<Void, Never>) async {
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

extension SearchModel where Item == SearchHit {
    /// The state of each source of a federated search, in the order of ``FederatedSearch/sources``. All are pending
    /// when a search starts. Empty before the first search, and if the model's source is not a
    /// ``FederatedSearch``.
    public var sources: [SourceReport] { state.sources }
}
