import Foundation
import SeekBasics
import SeekCache
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Testing

@MainActor
@Suite("Refreshing a model")
struct RefreshTests {
    private let offline = SearchError.network(.transport(.cannotConnect, .init(request: nil)))

    /// A model that shows one row and has a further page.
    private func model(_ source: StubSource) async -> SearchModel<String> {
        let model = SearchModel(source: source)
        model.text = "swift"
        let page = SearchPage(items: ["old"], next: PageCursor(rawValue: "2"))
        await source.respond(to: model.search(), with: .success(page))
        return model
    }

    /// A listing of one repository that may be stored for a minute, like GitHub's listings.
    private func listing(_ name: String) -> StubResponse {
        let fields: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=60"]
        return .response(HTTPResponse(headerFields: fields, body: repositories([name]).data))
    }

    /// Returns a client with a cache, and its transport, which returns the responses in order.
    private func client(_ responses: StubResponse...) -> (transport: StubTransport, client: GitHubClient) {
        let transport = StubTransport([stub(.get, userRepositories, returning: .sequence(responses))])
        var configuration = configuration(transport)
        configuration.store = MemoryStore(costLimit: 32 << 20)
        return (transport, GitHubClient(configuration: configuration))
    }

    @Test("bypasses the cache, and stores the new results")
    func reload() async {
        let (transport, client) = client(listing("old"), listing("new"))
        let model = SearchModel(source: client.userRepositories())
        model.text = "octocat"
        await model.search().value
        await model.search().value
        #expect(model.provenance?.source == .memory)
        #expect(model.quotaCost == 0)

        await model.refresh()
        #expect(model.items.map(\.name) == ["new"])
        #expect(model.provenance?.source == .network)
        #expect(model.quotaCost == 1)

        await model.search().value
        #expect(model.items.map(\.name) == ["new"])
        #expect(model.provenance?.source == .memory)
        #expect(transport.received.count == 2)
    }

    @Test("bypasses the cache for a list of repositories, and retains the list's options")
    func repositoryList() async {
        let (transport, client) = client(listing("old"), listing("new"))
        let list = GitHubRepositoryListModel(client: client, options: GitHubRepositoryListOptions(sort: .pushed))
        await list.load(user: "octocat")
        await list.load(user: "octocat")
        #expect(list.repositories.map(\.name) == ["old"])
        await list.refresh()
        #expect(list.repositories.map(\.name) == ["new"])
        #expect(transport.received.map { $0.url.query()?.contains("sort=pushed") } == [true, true])
    }

    @Test("bypasses the cache of each source of a federated search, and retains the rows until all have responded")
    func federatedSearch() async {
        let gate = Gate()
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .sequence([.json(videos(["1"])), .json(videos(["2"]))])),
            stub(
                .get,
                repositorySearch,
                returning: .sequence([
                    .json(file: "github/search_repositories_incomplete"),
                    .held(at: gate, .json(file: "github/search_repositories_incomplete")),
                ])
            ),
        ])
        var configuration = configuration(transport)
        configuration.store = MemoryStore(costLimit: 32 << 20)
        let youTube = YouTubeClient(apiKey: "k", configuration: configuration)
        let gitHub = GitHubClient(configuration: configuration)
        let search = FederatedSearch(
            [.init(youTube.source()), .init(gitHub.source(.repositories()))],
            clock: ManualClock()
        )
        let model = SearchModel(source: search)
        model.text = "swift"
        await model.search().value
        await model.search().value
        let rows = model.items
        #expect(rows.contains { $0.title == "t 1" })
        #expect(model.quotaCost == 0)

        let refresh = Task { await model.refresh() }
        await gate.waitForArrivals()
        await observe { model.sources.map(\.isPending) == [false, true] }
        #expect(model.items == rows)
        gate.open()
        await refresh.value
        #expect(model.items.contains { $0.title == "t 2" })
        #expect(model.items.count == rows.count)
        #expect(model.quotaCost == 2)
    }

    @Test("retains the rows when the caller is cancelled; more can be loaded afterwards")
    func cancelledCaller() async {
        let source = StubSource()
        let model = await model(source)
        let refresh = Task { await model.refresh() }
        await source.waitForQuery()
        #expect(model.isSearching)
        refresh.cancel()
        await observe { !model.isSearching }
        #expect(model.items == ["old"])
        #expect(model.phase == .results)
        #expect(model.refreshError == nil)
        source.respond(with: .success(SearchPage(items: ["late"])))
        await refresh.value
        #expect(model.items == ["old"])
        await source.respond(to: model.loadMore(), with: .success(SearchPage(items: ["more"])))
        #expect(model.items == ["old", "more"])
    }

    @Test("retains the rows when it fails; retry refreshes them again")
    func failure() async {
        let source = StubSource()
        let model = await model(source)
        let refresh = Task { await model.refresh() }
        await source.waitForQuery()
        source.respond(with: .failure(offline))
        await refresh.value
        #expect(model.items == ["old"])
        #expect(model.phase == .results)
        #expect(model.refreshError == offline)
        #expect(model.loadMoreError == nil)
        #expect(model.hasMore)
        #expect(!model.isSearching)

        await source.respond(to: model.retry(), with: .success(SearchPage(items: ["new"])))
        #expect(model.items == ["new"])
        #expect(model.refreshError == nil)
        #expect(source.cursors == [nil, nil, nil])
    }

    @Test("retains the rows when none of the new results can be read")
    func unreadable() async {
        let source = StubSource()
        let model = await model(source)
        let refresh = Task { await model.refresh() }
        await source.waitForQuery()
        let skipped = SkippedItem(index: 0, error: ModelError(path: "items[0].id", reason: "is missing"))
        source.respond(with: .success(SearchPage(items: [], skipped: [skipped])))
        await refresh.value
        #expect(model.items == ["old"])
        #expect(model.refreshError == .unreadableResults([skipped]))
    }

    @Test("repeats a failed search; if that fails as well, the error is that of a search, not of a refresh")
    func afterFailure() async {
        let (transport, client) = client(.status(.notFound), .status(.notFound), listing("new"))
        let model = SearchModel(source: client.userRepositories())
        model.text = "octocat"
        await model.search().value
        let phase = model.phase
        // A refresh repeats the failed search, whatever the text is now.
        model.text = ""
        await model.refresh()
        #expect(model.phase == phase)
        #expect(model.refreshError == nil)
        await model.refresh()
        #expect(model.items.map(\.name) == ["new"])
        #expect(transport.received.count == 3)
    }

    @Test("uses the source that was set last, even if the search of that source was cancelled")
    func changedSource() async {
        let (first, second) = (StubSource(), StubSource())
        let model = await model(first)
        model.source = second
        model.cancel()
        #expect(model.items == ["old"])
        let refresh = Task { await model.refresh() }
        await second.waitForQuery()
        second.respond(with: .success(SearchPage(items: ["new"])))
        await refresh.value
        #expect(model.items == ["new"])
        #expect(second.queries.last == "swift")
    }

    @Test("does nothing before the first search")
    func idle() async {
        let source = StubSource()
        let model = SearchModel(source: source)
        model.text = "swift"
        await model.refresh()
        #expect(model.phase == .idle)
        #expect(source.queries.isEmpty)
    }

    @Test("replaces the request for a further page")
    func loadingPage() async {
        let source = StubSource()
        let model = await model(source)
        let more = model.loadMore()
        await source.waitForQuery()
        let refresh = Task { await model.refresh() }
        await source.waitForQuery()
        #expect(!model.isLoadingMore)
        source.respond(with: .success(SearchPage(items: ["late"])))
        await more.value
        source.respond(with: .success(SearchPage(items: ["new"])))
        await refresh.value
        #expect(model.items == ["new"])
    }

    @Test("bypasses the cache for further pages of the new results as well, until the next search")
    func furtherPages() async {
        let source = TwoPages()
        let model = SearchModel(source: source)
        await model.search().value
        await model.refresh()
        await model.loadMore().value
        await model.search().value
        #expect(source.calls.modes.withLock { $0 } == [nil, .reload, .reload, nil])
    }
}

/// A source of two pages that records the cache mode of its calls.
private struct TwoPages: SearchSource {
    let name = "two-pages"
    final class Calls: Sendable {
        let modes = Mutex<[RequestOptions.CacheMode?]>([])
    }

    let calls = Calls()
    var options = CallOptions()

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<String> {
        calls.modes.withLock { $0.append(options.cacheMode) }
        guard cursor == nil else { return SearchPage(items: ["2"]) }
        return SearchPage(items: ["1"], next: PageCursor(rawValue: "2"))
    }

    func with(_ change: (inout CallOptions) -> Void) -> Self {
        var source = self
        change(&source.options)
        return source
    }
}
