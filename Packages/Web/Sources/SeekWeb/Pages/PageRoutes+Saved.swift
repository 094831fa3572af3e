import Seek
import SeekBasics
import SeekNetworking

/// The pages of saved searches and of the history. Their forms send POST requests, which pages of other origins cannot
/// send (see ``OriginPolicy``).
extension PageRoutes {
    var savedRoutes: [Route] {
        [
            Route(.get, "/saved", acceptsLinks: true) { request, _ in
                await savedPage(request.query["name"], layout: PageState.parsed(request).state.layout)
                    .validated(for: request)
            },
            Route(.post, "/saved") { request, _ in await save(request.form) },
            Route(.post, "/saved/run") { request, _ in await run(request.form["name"]) },
            // A run that failed shows its reasons at this address.
            Route(.get, "/saved/run") { _, _ in .redirection(to: "/saved") },
            Route(.post, "/saved/remove") { request, _ in await remove(request.form["name"] ?? "") },
            Route(.get, "/saved/feed") { request, _ in await feed(request, request.query["name"] ?? "") },
            Route(.post, "/saved/feed/revoke") { request, _ in
                let name = request.form["name"] ?? ""
                await access.store.revokeFeedKey(of: name)
                return .redirection(to: SavedView.address(of: name))
            },
            Route(.get, "/history", acceptsLinks: true) { request, _ in
                await page("History", section: .history) { HistoryView(entries: $0.history, now: $0.now).html }
                    .validated(for: request)
            },
            Route(.post, "/history/clear") { _, _ in
                await service.history.removeAll()
                return .redirection(to: "/history")
            },
        ]
    }

    /// Returns the page of all saved searches if `name` is nil. Otherwise returns the page of the search with this
    /// name, and marks its changes as seen. If there is no such search, returns the page of all saved searches with an
    /// error message. `problem` takes precedence over any other error message.
    private func savedPage(
        _ name: String?,
        layout: Layout? = nil,
        problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async -> WebResponse {
        var (entries, problem, status) = ([SavedEntry](), problem, status)
        do throws(SavedSearchError) {
            entries = try await service.savedSearches()
            if let name {
                _ = try await service.savedSearch(named: name)
                service.changes.markAsSeen(name)
            }
        } catch {
            (problem, status) = (problem ?? error.message, error.status)
        }
        let names = entries.map(\.search.name).filter { name == nil || $0 == name }
        let keys = await access.feedKeys(of: names, isComplete: name == nil && problem == nil)
        let feeds = names.map { Page.Feed(title: $0, address: SavedView.feedAddress(of: $0, key: keys[$0])) }
        return await page("Saved searches", section: .saved, status: status, feeds: feeds) { header in
            """
            \(problem.map { "<div class=\"narrow above\">\(HTML.notice(.alert, $0, style: "bad"))</div>" as HTML })
            \(SavedView(entries: entries, name: name, feedKeys: keys, layout: layout, now: header.now).html)
            """
        }
    }

    private func save(_ form: QueryParameters) async -> WebResponse {
        let (state, problem) = PageState.parsed(form)
        guard problem == nil else { return await savedPage(nil, problem: problem, status: 400) }
        let name = form["replace"] ?? form["name"] ?? state.search.text
        do throws(WebSearchService.SavingError) {
            try await service.save(state.search, as: name, replacing: form["replace"] != nil)
            return .redirection(to: SavedView.address(of: name))
        } catch {
            var form = SaveForm(search: state.search, name: name)
            if case .store(.exists) = error { form.offersReplacement = true }
            return await page("Save search", section: .saved, status: error.status) { _ in form.page(error.message) }
        }
    }

    /// Runs the saved search with a name, or all saved searches if the name is nil.
    private func run(_ name: String?) async -> WebResponse {
        do throws(SavedSearchError) {
            let names = if let name { [name] } else { try await service.savedSearches().map(\.search.name) }
            var failures: [String] = []
            for name in names {
                for source in try await service.runSavedSearch(named: name).result.sources {
                    let error = source.error?.text(at: service.now, besideSource: true)
                    guard let reason = error ?? source.problem else { continue }
                    let failure = "\(source.displayName): \(reason)"
                    if !failures.contains(failure) { failures.append(failure) }
                }
            }
            guard !failures.isEmpty else { return .redirection(to: name.map(SavedView.address) ?? "/saved") }
            return await savedPage(name, problem: failures.joined(separator: " "), status: 502)
        } catch {
            return await savedPage(nil, problem: error.message, status: error.status)
        }
    }

    private func remove(_ name: String) async -> WebResponse {
        do throws(SavedSearchError) {
            _ = try await service.removeSavedSearch(named: name)
            return .redirection(to: "/saved")
        } catch {
            return await savedPage(nil, problem: error.message, status: error.status)
        }
    }

    /// Returns the feed of a saved search. First runs the search if it may run now (see
    /// ``AccessStore/startRun(of:after:at:)``).
    private func feed(_ request: WebRequest, _ name: String) async -> WebResponse {
        do throws(SavedSearchError) {
            var search = try await service.savedSearch(named: name).search
            let nextRun = await access.store.startRun(of: name, after: search.lastRunAt, at: service.now)
            if nextRun == nil { search = try await service.runSavedSearch(named: name).search }
            let address = SavedView.feedAddress(of: name, key: await access.feedKeys(of: [name])[name])
            guard let feed = AtomFeed(search, url: URL(string: access.baseURL(for: request) + address)) else {
                let delay = nextRun.map { max(1, Int($0.timeIntervalSince(service.now).rounded(.up))) } ?? 3_600
                return Rejection(nextRun == nil ? 502 : 503, "No source responded. Try again later.")
                    .response(to: request, adding: [.retryAfter: String(delay)])
            }
            var response = WebResponse(feed.xml, type: "application/atom+xml; charset=utf-8")
            response.headerFields[.cacheControl] = "private, no-cache"
            return response.validated(for: request)
        } catch {
            return Rejection(error.status, error.message).response(to: request)
        }
    }
}

extension SavedSearchError {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .notFound: 404
        case .exists: 409
        case .invalidName: 400
        default: 503
        }
    }
}

extension WebSearchService.SavingError {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .unsupported: 400
        case .store(let error): error.status
        }
    }
}
