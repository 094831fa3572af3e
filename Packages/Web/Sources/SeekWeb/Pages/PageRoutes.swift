import Seek
import SeekBasics
import SeekNetworking

/// The routes of the HTML pages, of the events that update a page of results, and of the assets.
struct PageRoutes: Sendable {
    let service: WebSearchService
    var access = AccessRules()
    private let recentPages = RecentPages()

    var routes: [Route] {
        [
            Route(.get, "/", acceptsLinks: true) { request, _ in await searchPage(request) },
            Route(.get, "/events") { request, _ in events(request) },
            Route(.post, "/layout") { request, _ in
                let form = request.form
                let fields: HTTPFields = form["layout"].flatMap(Layout.init).map { [.setCookie: $0.setCookie] } ?? [:]
                return .redirection(to: LoginRoutes.page(form["next"])?.target ?? "/", adding: fields)
            },
            Route(.get, "/api/v1") { request, _ in
                guard request.acceptsHTML else { return APIRoutes.descriptionResponse.validated(for: request) }
                return await page("API", section: nil) { _ in APIView.html }.validated(for: request)
            },
            Route(.get, "/help", acceptsLinks: true) { request, _ in
                await page("Keyboard") { _ in KeyboardHelp.page }.validated(for: request)
            },
            Route(.get, "/quota", acceptsLinks: true) { request, _ in
                await page("Quota") { QuotaView(report: $0.quota, now: $0.now).page }.validated(for: request)
            },
        ] + savedRoutes + Asset.routes
    }

    // MARK: Search

    private func searchPage(_ request: WebRequest) async -> WebResponse {
        let (state, problem) = PageState.parsed(request)
        if problem == nil, let response = await recentResponse(for: state) { return response.validated(for: request) }
        let results = await results(of: state, for: request)
        let page = await searchPage(state, problem, results)
        let response = Self.response(page, status: problem == nil ? .ok : 400)
        if problem == nil, state.details == nil, results.isCached { recentPages.store(response, of: page) }
        return response.validated(for: request)
    }

    /// Returns the complete results, with two exceptions. A request for only the details of a result receives the
    /// results so far as soon as they contain this result. A browser that opens the page without
    /// ``PageState/waitsForSources`` receives the results so far if a source takes longer than
    /// ``WebSearchService/Options/pageTime``; the script then loads the rest.
    private func results(of state: PageState, for request: WebRequest) async -> SearchResults {
        if request.opensPage, !state.waitsForSources {
            let search = RunningSearch(updates(for: state), of: state.search)
            let results = await search.results(within: service.options.pageTime)
            if !results.isFinal { service.runningSearches.store(search, of: state.search) }
            return results
        }
        var results = SearchResults(search: state.search)
        for await update in updates(for: state) {
            results = update
            if state.needsDetailsOnly, update.results.contains(where: { $0.hit.id == state.details }) { break }
        }
        return results
    }

    private func recentResponse(for state: PageState) async -> WebResponse? {
        let history = await service.history.entries
        let changeCount = service.changes.unseenCount
        return recentPages.response(for: state, history: history, changeCount: changeCount, at: service.now)
    }

    /// Returns a response with events. Each contains the page with the results so far: `pending` before the first
    /// source has responded, then `update` each time one responds, and `done` with the final results.
    private func events(_ request: WebRequest) -> WebResponse {
        let (state, problem) = PageState.parsed(request)
        let running = state.isPreview ? nil : service.runningSearches.take(state.search)
        return WebResponse(running?.updates ?? updates(for: state)) { results in
            let isPending = results.sources.allSatisfy { $0.state == .pending }
            let name = results.isFinal ? "done" : isPending ? "pending" : "update"
            return ServerEvent(name: name, data: await searchPage(state, problem, results).html.markup)
        }
    }

    /// Returns the updates of the results of a state. A preview has stored results only.
    private func updates(for state: PageState) -> AsyncStream<SearchResults> {
        var search = state.search
        if state.isPreview { search.isOffline = true }
        return service.updates(for: search, isRecorded: !state.isPreview && state.details == nil)
    }

    private func searchPage(_ state: PageState, _ problem: String?, _ results: SearchResults) async -> Page {
        let isHome = state.search.isEmpty
        let header = await header()
        let main: HTML
        if isHome {
            // If the saved searches cannot be read, the page `/saved` shows the error.
            let saved = (try? await service.savedSearches()) ?? []
            main = WelcomeView(saved: saved, history: header.history, now: header.now).html
        } else {
            let list = ResultsView(results: results, state: state, now: header.now)
            let details = await details(of: state, in: results)
            main = "<div class=\"columns\">\(list.html)\(details)</div>"
        }
        let content: HTML = """
            \(problem.map { "<div class=\"above\">\(HTML.notice(.alert, $0, style: "bad"))</div>" as HTML })
            \(main)
            """
        return Page(
            title: isHome ? "Videos and code" : state.search.text,
            state: state,
            isHome: isHome,
            isIncomplete: !results.isFinal,
            canonicalAddress: state.isPreview && problem == nil && !isHome ? state.previewAddress : nil,
            header: header,
            content: content
        )
    }

    private func details(of state: PageState, in results: SearchResults) async -> HTML? {
        guard let id = state.details else { return nil }
        return DetailsView(content: await details(id, of: state, in: results), state: state, now: service.now).html
    }

    private func details(_ id: String, of state: PageState, in results: SearchResults) async -> DetailsView.Content {
        let result = results.results.first { $0.hit.id == id }
        let hit = result.map { service.recentHits.completed($0.hit) } ?? service.recentHits[id]
        guard state.loadsDetails else {
            if let hit { return .found(hit, cost: await service.detailsCost(of: id)) }
            guard results.isFinal else { return .pending }
            return .failed("The result is not on this page.", cost: await service.detailsCost(of: id))
        }
        do throws(SearchError) {
            return .loaded(try await service.details(of: id))
        } catch {
            guard let hit else { return .failed(error.text(at: service.now, besideSource: true), cost: nil) }
            let problem = error.text(at: service.now, besideSource: true)
            return .found(hit, cost: await service.detailsCost(of: id), problem: problem)
        }
    }

    // MARK: Parts

    private func header() async -> HeaderContent {
        HeaderContent(
            now: service.now,
            quota: await service.quota(),
            history: await service.history.entries,
            changeCount: service.changes.unseenCount,
            hasSessions: access.token != nil
        )
    }

    /// Returns a page whose content is computed from what its header shows.
    func page(
        _ title: String,
        section: Page.Section? = .search,
        status: HTTPResponse.Status = .ok,
        feeds: [Page.Feed] = [],
        content: (HeaderContent) -> HTML
    ) async -> WebResponse {
        let header = await header()
        return Self.response(
            Page(title: title, section: section, feeds: feeds, header: header, content: content(header)),
            status: status
        )
    }

    /// Returns the response with a page. If the app requires a login, browsers must not store the page: they would show
    /// it after logging out.
    private static func response(_ page: Page, status: HTTPResponse.Status = .ok) -> WebResponse {
        var response = WebResponse(page.html.markup, type: "text/html; charset=utf-8", status: status)
        response.headerFields[.cacheControl] = page.header.hasSessions ? "no-store" : "private, no-cache"
        return response
    }
}
