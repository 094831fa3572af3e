import Seek
import SeekBasics

/// Performs the searches of the web app for its pages and its API. The only other type that sends requests is
/// ``ThumbnailRoutes``.
///
/// No value that it returns contains a secret: messages contain neither URLs of requests nor credentials.
struct WebSearchService: Sendable {
    struct Options: Sendable, Hashable {
        /// Whether durations and views of videos and avatars of channels are loaded. The avatars of a page
        /// of results cost at most one of the 10,000 units that YouTube allows a day.
        var addsDurationsAndAvatars = true
        /// The maximum time of each source.
        var timeBudget = Duration.seconds(10)
        /// The time after which a page is sent to a browser with the results so far.
        var pageTime = Duration.milliseconds(250)
    }

    let client: SeekClient
    let configuration: SeekConfiguration
    let options: Options
    let changes = SavedChanges()
    let history: SearchHistory
    let metrics = Metrics()
    let failures = ServiceFailures()
    let recentHits = RecentHits()
    /// The searches of pages that were sent with the results so far.
    let runningSearches = RunningSearches()

    init(_ configuration: SeekConfiguration, _ options: Options = Options()) {
        self.configuration = configuration
        self.options = options
        client = SeekClient(configuration)
        history = SearchHistory(
            file: configuration.stateFolder?.appending(path: "web-history.json").path,
            report: configuration.client.onStoreFailure
        )
    }

    /// The current time, to which dates are relative.
    var now: Date { configuration.client.now() }

    /// Returns the results of a search after all sources have finished. Sources that failed are described by
    /// ``SearchResults/sources``.
    func search(_ search: SearchParameters) async -> SearchResults {
        var latest = SearchResults(search: search)
        for await results in updates(for: search) { latest = results }
        return latest
    }

    /// Returns a stream of the results so far. In an online search, all sources of the first element are pending, and
    /// an element follows each time a source finishes. The last element is final, and has the durations and avatars.
    ///
    /// The search starts immediately and is cancelled when the stream is no longer read. A slow reader receives the
    /// latest results only. An empty text has no results and no sources.
    ///
    /// - Parameters:
    ///   - search: The search.
    ///   - isRecorded: Whether the search appears in the history if it contains the first page.
    func updates(for search: SearchParameters, isRecorded: Bool = true) -> AsyncStream<SearchResults> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            await run(search, isRecorded: isRecorded) { continuation.yield($0) }
        }
    }

    /// Searches, and passes the results so far to `update`, the final ones at the end. A cancelled online search passes
    /// no final results and is not counted in the metrics.
    func run(_ search: SearchParameters, isRecorded: Bool, update: (SearchResults) -> Void) async {
        guard !search.isEmpty, !search.kinds.isEmpty else { return update(SearchResults(search: search)) }
        if isRecorded, search.pages.lowerBound == 1 { await history.record(search, at: now) }
        guard !search.isOffline else { return update(await offlineResults(of: search)) }
        var results = SearchResults(search: search)
        for await result in client.updates(for: search.pagedQuery, timeBudget: options.timeBudget) {
            results = SearchResults(search, result)
            update(results)
        }
        guard !Task.isCancelled else { return }
        results = await addingDurationsAndAvatars(to: results)
        results.isFinal = true
        recentHits.store(results.results)
        failures.record(results.sources)
        metrics.record(results)
        update(results)
    }

    private func offlineResults(of search: SearchParameters) async -> SearchResults {
        var results = SearchResults(search: search)
        var status = SourceStatus(name: "offline", title: "Stored results", state: .completed)
        do throws(OfflineSearchError) {
            let page = try await offlinePage(of: search)
            results.results = page.hits.map {
                SearchResult($0.hit, source: status.name, title: $0.title, snippet: $0.snippet)
            }
            if search.sort == .popularity {
                let count = page.hits.count { $0.hit.count == nil }
                if count > 0 { status.message = "\(counted(count, "result")) of unknown popularity at the end." }
            }
            results.totalCount = page.totalCount
            results.hasMore = page.nextOffset != nil && search.hasNextPage
            status.resultCount = page.totalCount
        } catch {
            (status.state, status.message) = (.failed, error.message)
            if error != .noCache { configuration.client.onStoreFailure(error) }
        }
        results.sources = [status]
        return results
    }
}

extension WebSearchService {
    /// The maximum number of stored results that are sorted by date or popularity, or selected by date: the index ranks
    /// no more.
    private static let maximumSortedCount = 500

    /// Returns a page of stored results. The index sorts by relevance only: other orders and the dates apply to the
    /// ``maximumSortedCount`` most relevant results.
    private func offlinePage(of search: SearchParameters) async throws(OfflineSearchError) -> OfflinePage {
        let (text, kinds, range) = (search.text, Set(search.kinds), search.hitRange)
        guard search.sort != .relevance || search.since != nil || search.until != nil else {
            var page = try await client.offlineSearch(text, kinds: kinds, limit: range.count, offset: range.lowerBound)
            complete(&page)
            return page
        }
        var page = try await client.offlineSearch(text, kinds: kinds, limit: Self.maximumSortedCount)
        complete(&page)
        page.hits = page.hits.filter { search.contains($0.hit.date, at: now) }
        switch search.sort {
        case .relevance: break
        case .date: page.hits.sort { $0.hit.date ?? .distantPast > $1.hit.date ?? .distantPast }
        case .popularity: page.hits.sort { $0.hit.count?.value ?? 0 > $1.hit.count?.value ?? 0 }
        }
        page.totalCount = page.hits.count
        page.nextOffset = range.upperBound < page.totalCount ? range.upperBound : nil
        page.hits = Array(page.hits[range.clamped(to: page.hits.indices)])
        return page
    }

    /// Adds the durations, counts and avatars that this process has looked up.
    private func complete(_ page: inout OfflinePage) {
        for index in page.hits.indices { page.hits[index].hit = recentHits.completed(page.hits[index].hit) }
    }
}

extension AsyncStream where Element: Sendable {
    /// Creates a stream of the elements that a task yields. The stream ends with the task, and the task is cancelled
    /// when the stream is no longer read.
    init(
        bufferingPolicy: Continuation.BufferingPolicy = .unbounded,
        task operation: @escaping @Sendable (Continuation) async -> Void
    ) {
        self.init(bufferingPolicy: bufferingPolicy) { continuation in
            let task = Task {
                await operation(continuation)
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension OfflineSearchError {
    /// What went wrong and what to do, as a user-facing message without a path.
    fileprivate var message: String {
        switch self {
        case .noCache: "Results are not stored; start the server with SEEK_CACHE_DIR set to a writable folder."
        case .cache, .index: "Stored results cannot be searched; see the log of the server."
        }
    }
}

extension SearchParameters {
    /// Returns whether a date is in the period. A missing date is only in an unlimited period.
    fileprivate func contains(_ date: Date?, at now: Date) -> Bool {
        guard self.since != nil || self.until != nil else { return true }
        let (start, end) = (self.since?.start(at: now), self.until?.end(at: now))
        return date.map { (start ?? .distantPast) <= $0 && $0 <= (end ?? .distantFuture) } ?? false
    }

    /// The positions of the results on the pages, starting at 0.
    fileprivate var hitRange: Range<Int> {
        (pages.lowerBound - 1) * Self.pageSize..<pages.upperBound * Self.pageSize
    }

    fileprivate var hasNextPage: Bool { pages.upperBound < Self.maximumPages }
}

extension SearchResults {
    fileprivate init(_ search: SearchParameters, _ result: FederatedResult) {
        self.init(search: search)
        isFinal = false
        sources = result.sources.map(SourceStatus.init)
        notices = result.notices
        let range = search.hitRange
        func page(of hits: [SearchHit]) -> ArraySlice<SearchHit> { hits[range.clamped(to: hits.indices)] }
        switch search.view {
        case .merged:
            results = page(of: result.hits).map {
                SearchResult($0, source: $0.reasons.first?.source ?? $0.source)
            }
        case .grouped:
            results = result.sources.flatMap { source in
                page(of: source.response?.hits ?? []).map { SearchResult($0, source: source.name) }
            }
        }
        let responses = result.sources.compactMap(\.response)
        let hitCount = responses.reduce(0) { $0 + $1.hits.count }
        let sourcesMayHaveMore = responses.contains {
            !$0.beyondLimit.isEmpty || $0.hits.count >= range.upperBound && !$0.isComplete && $0.error == nil
        }
        hasMore =
            search.hasNextPage && (sourcesMayHaveMore || search.view == .merged && hitCount > range.upperBound)
    }
}

extension SearchResult {
    /// Creates a result with a shortened title and snippet; by default those of the hit, without highlighted matches.
    /// A title without a visible character is replaced with ``SearchHit/displayTitle``.
    init(
        _ hit: SearchHit,
        source: String? = nil,
        title: HighlightedText? = nil,
        snippet: HighlightedText? = nil
    ) {
        let highlightedTitle = hit.displayTitle == hit.title ? title : nil
        self.init(
            hit: hit,
            source: source ?? hit.source,
            title: (highlightedTitle ?? HighlightedText(hit.displayTitle)).shortened(to: Self.titleLength),
            snippet: (snippet ?? HighlightedText(hit.text)).shortened(
                to: hit.kind == .code ? Self.codeLength : Self.snippetLength
            )
        )
    }
}

extension HighlightedText {
    /// Returns the text. If it has more characters than the limit, returns its beginning followed by `…`, with the
    /// matches that the beginning contains.
    fileprivate func shortened(to limit: Int) -> HighlightedText {
        guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex
        else { return self }
        let length = text.utf8.distance(from: text.startIndex, to: end)
        return HighlightedText(text[..<end] + "…", ranges: ranges.filter { $0.upperBound <= length })
    }
}

extension SourceStatus {
    init(_ report: SourceReport) {
        let text = report.error?.text() ?? report.problem
        self.init(
            name: report.name,
            title: report.displayName,
            message: text,
            error: report.error,
            elapsed: report.elapsed
        )
        switch report.state {
        case .pending: state = .pending
        case .failed, .cancelled: state = .failed
        case .completed(let response):
            state =
                response.isSkipped
                ? .skipped : response.error == nil && !response.isIncomplete ? .completed : .partial
            resultCount = response.hits.count
            totalCount = response.totalCount
            quotaCost = response.quotaCost
            provenance = response.provenance
            if response.isIncomplete, message == nil { message = response.incompleteReasons.message }
        }
    }
}

extension Set<IncompleteReason> {
    /// Why results are missing, as a user-facing message.
    fileprivate var message: String {
        let organizations = subtracting([.timedOut]).count
        let reasons = [
            contains(.timedOut) ? "the search timed out" : nil,
            organizations > 0
                ? "the token of this server is not authorized for the single sign-on of "
                    + counted(organizations, "organization") : nil,
        ]
        return "The results are incomplete: \(reasons.compactMap(\.self).joined(separator: ", and "))."
    }
}
