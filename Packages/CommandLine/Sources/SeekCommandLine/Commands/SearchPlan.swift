import Seek
import SeekBasics

/// The pages, web site and cost of a search with one client.
struct SearchPlan<Item: Sendable>: Sendable {
    typealias Pages = PageSequence<SearchPage<Item>, PageCursor, SearchError>

    /// Returns the pages from a cursor, or from the first page. Looks up IDs that the search needs, such as that of a
    /// channel's handle, and reports the lookup.
    ///
    /// Pages have the maximum size: a call costs the same for any size, and a cached page then serves every smaller
    /// limit.
    var pages: @Sendable (Session, PageCursor?) async throws(SearchError) -> Pages
    /// The URL of the same search on the service's web site; `nil` if the name of a user or channel is invalid.
    var site: URL?
    var service = SearchService.gitHub
    /// The name of the quota or rate limit, as in `seek quota`.
    var quota = "search"
    /// The quota of the call that looks up an ID before the search; `nil` if there is none.
    var lookupQuota: String?
    /// A lookup of details of results.
    struct Details: Sendable {
        /// The name of the quota of its calls, at most one per page.
        var quota: String
        /// Returns the results of a page with their details, and the cost of this call in the quota.
        var fetch: @Sendable (SeekClient, [Item]) async throws(SearchError) -> (items: [Item], cost: Int)
    }

    /// The lookups of details, in order.
    var details: [Details] = []
    /// Returns the number of calls that fetch this number of pages.
    var calls: @Sendable (_ pages: Int) -> Int = { $0 }
    /// The approximate maximum number of results that the API returns for a search.
    var maximumResults = GitHubClient.maximumResults
    /// What the user can do if there are no results; `nil` if there is no advice.
    var emptyHint: String?
    /// Whether GitHub rejects the search without a token.
    var requiresToken = false
    /// The problems of the query for which it is sent nevertheless.
    var warnings: [QueryDiagnostic] = []
    /// The same search in time windows, for `--all`; `nil` if the search cannot be divided into time windows.
    var exhaustive: ExhaustiveSearch<Item>?
}

extension SearchPlan {
    /// Returns the maximum number of calls for a number of results, including the lookup of an ID and the details.
    func maximumCalls(for count: Int, of kind: ResultKind<Item>) -> Int {
        let pageCount = pageCount(for: count, of: kind)
        return calls(pageCount) + (lookupQuota == nil ? 0 : 1) + details.count * pageCount
    }

    func pageCount(for count: Int, of kind: ResultKind<Item>) -> Int {
        kind.pageCount(of: min(count, maximumResults))
    }
}

/// Writes the results of a search: page by page in TSV, CSV and NDJSON; at the end in other formats, and with `--pick`.
struct SearchOutput<Item: Sendable> {
    let kind: ResultKind<Item>
    let options: OutputOptions
    let details: [SearchPlan<Item>.Details]
    let invocation: Invocation
    let session: Session
    private(set) var items: [Item] = []
    private(set) var status = CommandStatus.success
    private(set) var detailsFailure: SearchError?

    private var console: Console { session.console }

    private var isWrittenByPage: Bool { options.isWrittenByPage(onTerminal: console.context.terminal != nil) }

    /// Whether more results can be written: the output is not closed, and no write has failed.
    var isOpen: Bool { status == .success && !console.isOutputClosed }

    /// Adds the results of a page. Their details are fetched before the next page, so that the output of a search that
    /// is stopped is complete up to this page.
    mutating func add(_ page: [Item]) async {
        guard !page.isEmpty else { return }
        let isContinued = !items.isEmpty
        let page = await detailed(page)
        items += page
        guard isWrittenByPage else { return }
        status = session.writer(of: kind, options).write(page, emptyMessage: nil, isContinued: isContinued)
    }

    /// Writes the results that are not yet written, saves requested thumbnails, and returns the exit status.
    mutating func end(totalCount: Int64?, emptyMessage: String?) async -> CommandStatus {
        if isWrittenByPage, !items.isEmpty {
            let saved = await session.saveThumbnails(of: items, as: kind, options)
            if status == .success { status = saved }
        } else {
            console.progress.end()
            status = await session.write(items, as: kind, options, totalCount: totalCount, emptyMessage: emptyMessage)
        }
        return detailsFailure.map { session.settings.report($0, of: invocation, prefix: "no details: ") } ?? status
    }

    /// Returns the results of a page with their details if these are requested. Details that cannot be fetched are
    /// omitted.
    private mutating func detailed(_ page: [Item]) async -> [Item] {
        guard !details.isEmpty, detailsFailure == nil else { return page }
        var page = page
        let subject = "details of \(counted(page.count, kind.singular))"
        console.progress.start("fetching \(subject)")
        do throws(SearchError) {
            for details in details {
                let (items, cost) = try await details.fetch(session.seek, page)
                page = items
                guard invocation.has(.verbose) else { continue }
                console.report("\(subject)\(invocation.origin(nil, cost: counted(cost, "call")))")
            }
        } catch {
            detailsFailure = error
        }
        return page
    }
}
