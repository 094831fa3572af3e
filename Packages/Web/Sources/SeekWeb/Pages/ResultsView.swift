import Seek
import SeekBasics

/// The results of a search, all or those so far, with the state of its sources.
struct ResultsView {
    var results: SearchResults
    var state: PageState
    var now: Date

    var html: HTML {
        """
        <section id="results" aria-label="Results"\(if: !results.isFinal, " aria-busy=\"true\"")>
        <p class="printed">Seek · \(state.address, limit: 400) · \(UTCTime(now).date.description)</p>
        \(heading)
        \(if: !state.isPreview && !results.sources.isEmpty, sources)
        \(each: results.notices, { HTML.notice(.info, $0 + ".") })
        \(results.lookupMessage.map { HTML.notice(.info, $0) })
        \(content)
        </section>
        """
    }

    private var sources: HTML {
        let hasResponded = !results.sources.isEmpty && results.sources.allSatisfy { $0.state != .pending }
        return SourceList(
            sources: results.sources,
            address: state.address,
            isAddingDurationsAndAvatars: hasResponded && !results.isFinal,
            now: now
        ).html
    }

    /// Whether all sources that were searched have failed.
    private var hasFailed: Bool {
        results.sources.contains { $0.state == .failed } && results.sources.allSatisfy(\.isMissing)
    }

    /// The titles of the sources in a state.
    private func titles(_ isIncluded: (SourceStatus) -> Bool) -> String {
        results.sources.filter(isIncluded).map(\.title).joined(separator: ", ")
    }

    /// What the number of results leaves out: `, old ones from GitHub`, `, none from YouTube`.
    private var exceptions: String {
        guard results.isFinal else { return "" }
        let (old, missing) = (titles(\.isStale), titles(\.isMissing))
        return (old.isEmpty ? "" : ", old ones from \(old)") + (missing.isEmpty ? "" : ", none from \(missing)")
    }

    private var heading: HTML {
        """
        <div class="heading"><h1><span role="status">\(title)</span></h1><div class="tools">\
        <button class="button quiet stop" type="button"\(if: results.isFinal, " hidden")>\
        \(Icon.close.html)Stop</button>\
        \(LayoutForm(layout: state.layout(of: state.search.kinds), address: state.address).html)\
        \(state.isPreview ? Self.searchButton : SaveForm(search: state.search).html)\
        <button class="button quiet share" type="button" hidden>\(Icon.link.html)Copy link</button></div></div>
        """
    }

    /// Submits the form in the header, which contains the search: the results of a preview are stored ones.
    private static let searchButton: HTML = "<button class=\"button primary\" form=\"search\">Search</button>"

    private var title: HTML {
        let text = state.search.text
        if state.search.kinds.isEmpty {
            return "Select a kind of results, such as Videos, to search for “\(text, limit: 100)”."
        }
        if state.isPreview { return "\(count) · <kbd>Enter</kbd> searches YouTube and GitHub" }
        if !results.isFinal, results.results.isEmpty { return "Searching for “\(text, limit: 100)”…" }
        if hasFailed { return "The search for “\(text, limit: 100)” failed" }
        return "\(count) for “\(text, limit: 100)”\(exceptions)"
    }

    /// The number of results in the heading: `First 25 results`, `First 25 of 82 stored results`.
    private var count: String {
        let count = results.results.count
        let first = results.hasMore ? "First " : ""
        guard let total = results.totalCount else { return "\(first)\(counted(count, "result"))" }
        return (count < total ? "\(first)\(count.grouped) of " : "") + counted(total, "stored result")
    }

    private var content: HTML {
        if results.results.isEmpty { return results.isFinal ? empty : Self.placeholders }
        return "\(list)\n\(nextPageLink)"
    }

    private var list: HTML {
        switch results.search.view {
        case .merged:
            "<h2 class=\"hide\">Results</h2>\n\(Card.list("\(each: pages, page)", state.layout(of: state.search.kinds)))"
        case .grouped: "\(each: results.groups, group)"
        }
    }

    private func group(_ group: (source: SourceStatus, results: [SearchResult])) -> HTML {
        """
        <section class="group"><h2>\(group.source.title)</h2>
        \(Card.list("\(each: group.results, { card($0) })", state.layout(of: Set(group.results.map(\.hit.kind)))))</section>
        """
    }

    private var pages: [(number: Int, results: ArraySlice<SearchResult>)] {
        let size = SearchParameters.pageSize
        return stride(from: 0, to: results.results.count, by: size).map { start in
            let end = min(start + size, results.results.count)
            return (results.search.pages.lowerBound + start / size, results.results[start..<end])
        }
    }

    /// The cards of a page. Links to a page after the first lead to its first card: a separate element as their target
    /// would leave a gap in the grid.
    private func page(_ page: (number: Int, results: ArraySlice<SearchResult>)) -> HTML {
        let anchor = page.number > 1 ? "page-\(page.number)" : nil
        return "\(each: page.results.prefix(1), { card($0, anchor) })\(each: page.results.dropFirst(), { card($0) })"
    }

    private func card(_ result: SearchResult, _ anchor: String? = nil) -> HTML {
        Card(result: result, state: state, now: now, anchor: anchor, sourceTitles: results.sourceTitles).html
    }

    /// The link to the next page. At the end of the list, the script follows it automatically if that page costs
    /// nothing. A preview has no link: the next page would belong to another search.
    private var nextPageLink: HTML {
        guard results.hasMore, results.isFinal, !state.isPreview else { return "" }
        let next = state.extended
        let page = next.search.pages.upperBound
        let cost = next.search.cost - state.search.cost
        let isFree = cost == 0
        let searches = counted(cost, "search")
        return """
            <div class="further">\
            <a class="button" rel="next" href="\(next.address + "#page-\(page)")"\(if: isFree, " data-auto")>\
            Load more</a>\
            \(if: !isFree, "<small class=\"muted\">Costs up to \(searches) of YouTube’s daily quota</small>")</div>
            """
    }

    private var empty: HTML {
        if state.isPreview || state.search.kinds.isEmpty { return "" }
        let canRetry = results.sources.contains { $0.error?.isPermanent != true }
        let offlineAddress = state.with { $0.isOffline = true }.address
        let searched = titles { !$0.isMissing }
        let isComplete = !results.sources.contains(where: \.isMissing)
        let heading =
            hasFailed
            ? "No source responded"
            : searched.isEmpty ? "No source was searched" : "Nothing found\(isComplete ? "" : " on \(searched)")"
        return """
            <div class="empty">\((hasFailed ? Icon.alert : .search).html)
            <h2>\(heading)</h2>
            <p class="muted">\(hasFailed ? "The reasons are above." : "Try other words, kinds or dates.")</p>
            <p class="row">\(if: hasFailed && canRetry, retryLink)\
            \(if: !state.search.isOffline, "<a class=\"button\" href=\"\(offlineAddress)\">Search stored results</a>")</p>
            </div>
            """
    }

    private var retryLink: HTML { "<a class=\"button primary\" href=\"\(state.address)\">Try again</a>" }

    /// Cards without content, shown until the first source responds.
    private static let placeholders: HTML = """
        <ol class="cards ghosts" aria-hidden="true">\(each: 1...8, { _ in
            "<li class=\"card ghost\"><div class=\"media\"></div><div class=\"body\"><i></i><i></i><i></i></div></li>"
        })</ol>
        """
}

extension HTML {
    static func notice(_ icon: Icon, _ text: String, style: String = "") -> HTML {
        "<p class=\"notice \(style)\">\(icon.html)<span>\(text)</span></p>"
    }
}

/// The list above the results, with the state of each source.
struct SourceList {
    var sources: [SourceStatus]
    /// The URL that repeats the search.
    var address: String
    var isAddingDurationsAndAvatars = false
    var now: Date

    var html: HTML {
        """
        <ul class="sources" id="sources" aria-label="Sources">\(each: sources, item)\
        \(if: isAddingDurationsAndAvatars, Self.pendingLookups)</ul>
        """
    }

    private static let pendingLookups: HTML = """
        <li class="source pending"><span class="spinner"></span><span><strong>Durations and avatars</strong> \
        <small>loading…</small></span></li>
        """

    private func item(_ source: SourceStatus) -> HTML {
        """
        <li class="source \(source.isStale ? "partial" : source.state.rawValue)">\(symbol(of: source))<span><strong>\(source.title)</strong> \
        \(text(of: source))</span></li>
        """
    }

    private func symbol(of source: SourceStatus) -> HTML {
        switch source.state {
        case .pending: "<span class=\"spinner\"></span>"
        case .completed where !source.isStale: Icon.check.html
        case .completed, .partial, .failed: Icon.alert.html
        case .skipped: Icon.info.html
        }
    }

    private func text(of source: SourceStatus) -> HTML {
        guard source.state != .pending else { return "<small>searching…</small>" }
        guard source.state != .skipped else { return "<small>not searched</small>" }
        let message = problem(of: source)
        let retry: HTML = "<a href=\"\(address)\" class=\"retry\">Retry</a>"
        return """
            \(message)\(if: source.state == .failed && source.error?.isPermanent != true, retry)\
            \(if: source.state != .failed, "<small>\(facts(of: source))</small>")
            """
    }

    /// The message, in which the page that authorizes a token is a link.
    private func problem(of source: SourceStatus) -> HTML? {
        guard let text = source.problem(at: now) else { return nil }
        guard case .authorizationRequired(_, _, let url) = source.error,
            let address = text.firstRange(of: url.absoluteString)
        else { return "\(text) " }
        return """
            \(String(text[..<address.lowerBound]))<a href="\(url.absoluteString)" rel="noopener noreferrer">\
            \(url.host() ?? "")</a>\(String(text[address.upperBound...])) 
            """
    }

    /// The number of results, as the command line shows it: `25 of 42 results`.
    private func count(of source: SourceStatus) -> String {
        guard let total = source.totalCount, total > source.resultCount else {
            return counted(source.resultCount, "result")
        }
        return "\(source.resultCount.grouped) of \(counted(total, "result"))"
    }

    private func facts(of source: SourceStatus) -> String {
        let facts = [
            count(of: source), source.elapsed.map(PageWording.elapsed),
            source.provenance.map(PageWording.origin),
            source.quotaCost > 0 && !source.isStale ? "cost \(counted(source.quotaCost, "call"))" : nil,
        ]
        return facts.compactMap { $0 }.joined(separator: " · ")
    }
}

extension SearchError {
    /// Whether the same search would fail again today.
    var isPermanent: Bool {
        switch self {
        case .invalidQuery, .missingCredential, .unauthorized, .forbidden, .authorizationRequired, .notFound, .rejected:
            true
        case .limitReached(_, let limit): limit.kind == .daily
        case .emptyResult, .unreadableResults, .unavailable, .network: false
        }
    }
}

extension SourceStatus {
    /// Returns the message of the source, with times relative to `now`; nil if there is none. For stale results, why
    /// there are no new ones.
    func problem(at now: Date) -> String? {
        error?.text(at: now, besideSource: true) ?? message
            ?? provenance?.staleReason.map { PageWording.reason(of: $0) }
    }

    /// Whether there are no results, because the source failed or was not searched.
    var isMissing: Bool { [.failed, .skipped].contains(state) }

    /// Whether the results are stale, because no new response was received.
    var isStale: Bool { provenance?.isStale == true }
}
