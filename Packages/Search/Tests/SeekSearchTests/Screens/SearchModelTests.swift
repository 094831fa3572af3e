import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@MainActor
@Suite("SearchModel")
struct SearchModelTests {
    @Test("requests the typed text, shows the rows of each page in order, and stops the indicator")
    func search() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        #expect(screen.phase == .idle)
        screen.text = "octocat"
        let search = screen.search()
        #expect(screen.phase == .searching)
        #expect(screen.isSearching)
        await source.waitForQuery()
        source.respond(with: .success(SearchPage(items: ["a", "b"], next: PageCursor(rawValue: "2"))))
        await search.value
        #expect(source.queries == ["octocat"])
        #expect(screen.items == ["a", "b"])
        #expect(screen.phase == .results)
        #expect(!screen.isSearching)
        #expect(screen.hasMore)

        let more = screen.loadMore()
        #expect(screen.isLoadingMore)
        await source.waitForQuery()
        source.respond(with: .success(SearchPage(items: ["c"])))
        await more.value
        #expect(screen.items == ["a", "b", "c"])
        #expect(!screen.isSearching)
        #expect(!screen.hasMore)
    }

    @Test(
        "shows a user's repositories, or an error",
        .stubbed(
            stub(.get, userRepositories, returning: .json(file: "github/user_repos")),
            stub(
                .get,
                "https://api.github.com/users/nobody/repos",
                returning: .json(file: "github/error_not_found", status: 404)
            )
        )
    )
    func client() async {
        let client = GitHubClient(configuration: ClientConfiguration(transport: StubTransport.current))
        let screen = SearchModel(source: client.userRepositories())
        screen.text = "octocat"
        await screen.search().value
        #expect(screen.items.first?.name == "Hello-World")
        #expect(screen.items.first?.starCount == 2841)
        #expect(!screen.isSearching)
        screen.text = "nobody"
        await screen.search().value
        #expect(screen.phase == .failure(.notFound(.gitHub, "user 'nobody'")))
        screen.text = "  "
        await screen.search().value
        #expect(screen.phase == .failure(.invalidQuery("the user name is empty; enter one")))
        #expect(StubTransport.current.received.count == 2)
    }

    @Test("shows an error and stops the indicator")
    func failure() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        screen.text = "nobody"
        await source.respond(to: screen.search(), with: .failure(.notFound(.gitHub, "user 'nobody'")))
        #expect(screen.phase == .failure(.notFound(.gitHub, "user 'nobody'")))
        #expect(
            screen.errorMessage
                == "GitHub has no user 'nobody', or you have no access to it. "
                + "Check the name or ID, and the permissions of the credential."
        )
        #expect(!screen.isSearching)
    }

    @Test("shows the latest search only, and ignores the response of the replaced one")
    func replacedSearch() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        screen.text = "first"
        let first = screen.search()
        await source.waitForQuery()
        screen.text = "second"
        let second = screen.search()
        await source.waitForQuery()
        source.respond(with: .success(SearchPage(items: ["old"])))
        await first.value
        #expect(screen.items.isEmpty)
        #expect(screen.isSearching)
        source.respond(with: .success(SearchPage(items: ["new"])))
        await second.value
        #expect(screen.items == ["new"])
        #expect(!screen.isSearching)
    }

    @Test("does not show results of a cancelled search")
    func cancel() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        let search = screen.search()
        await source.waitForQuery()
        screen.cancel()
        #expect(!screen.isSearching)
        source.respond(with: .success(SearchPage(items: ["late"])))
        await search.value
        #expect(screen.items.isEmpty)
    }

    @Test("stops the indicator when the task of a search is cancelled, and can search again")
    func cancelledTask() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        screen.text = "a"
        let search = screen.search()
        await source.waitForQuery()
        search.cancel()
        source.respond(with: .success(SearchPage(items: ["late"])))
        await search.value
        #expect(!screen.isSearching)
        #expect(screen.items.isEmpty)
        await source.respond(to: screen.search(), with: .success(SearchPage(items: ["a"])))
        #expect(screen.items == ["a"])
    }

    @Test("retains the rows when the task of a further page is cancelled; the page can be loaded again")
    func cancelledPage() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        screen.text = "a"
        let page = SearchPage(items: ["1"], next: PageCursor(rawValue: "2"))
        await source.respond(to: screen.search(), with: .success(page))
        let cancelled = screen.loadMore()
        await source.waitForQuery()
        cancelled.cancel()
        source.respond(with: .success(SearchPage(items: ["late"])))
        await cancelled.value
        #expect(!screen.isLoadingMore)
        await source.respond(to: screen.loadMore(), with: .success(SearchPage(items: ["2"])))
        #expect(screen.items == ["1", "2"])
    }

    @Test("retains the rows until the next search has ended: its results replace them, and a failure removes them")
    func retainedRows() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        func search(_ text: String, retaining items: [String], _ response: StubSource.Response) async {
            screen.text = text
            let search = screen.search()
            await source.waitForQuery()
            #expect(screen.items == items)
            source.respond(with: response)
            await search.value
        }
        await search("a", retaining: [], .success(SearchPage(items: ["1"])))
        await search("ab", retaining: ["1"], .success(SearchPage(items: ["2"])))
        await search("abc", retaining: ["2"], .failure(.notFound(.gitHub, "user")))
        #expect(screen.items.isEmpty)
    }

    @Test("retains the rows of the previous search when a search is cancelled, and can load more")
    func cancelledSecondSearch() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        screen.text = "a"
        let page = SearchPage(items: ["1"], next: PageCursor(rawValue: "2"))
        await source.respond(to: screen.search(), with: .success(page))
        screen.text = "ab"
        let second = screen.search()
        await source.waitForQuery()
        screen.cancel()
        source.respond(with: .success(SearchPage(items: ["late"])))
        await second.value
        #expect(screen.items == ["1"])
        await source.respond(to: screen.loadMore(), with: .success(SearchPage(items: ["2"])))
        #expect(source.queries == ["a", "ab", "a"])
        #expect(screen.items == ["1", "2"])
    }

    @Test("shows each result of overlapping pages once")
    func overlappingPages() async {
        let source = StubRepositories { cursor in
            cursor == nil
                ? SearchPage(items: [1, 2].map(Self.repository), next: PageCursor(rawValue: "2"))
                : SearchPage(items: [2, 3].map(Self.repository))
        }
        let screen = SearchModel(source: source)
        screen.text = "octocat"
        await screen.search().value
        await screen.loadMore().value
        #expect(screen.items.map(\.id) == [1, 2, 3])
    }

    @Test("shows an error if all items of the only page fail to decode")
    func unreadablePage() async {
        let skipped = SkippedItem(index: 0, error: ModelError(path: "items[0].id", reason: "is missing"))
        let source = StubRepositories { _ in SearchPage(items: [], skipped: [skipped]) }
        let screen = SearchModel(source: source)
        screen.text = "octocat"
        await screen.search().value
        #expect(screen.errorMessage == SearchError.unreadableResults([skipped]).message)
    }

    @Test("retains the rows and the phase when a further page fails; retry loads the page again")
    func failedPage() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        let error = SearchError.limitReached(.gitHub, SearchLimit(kind: .rate, message: ""))
        let cursor = PageCursor(rawValue: "2")
        await source.respond(to: screen.search(), with: .success(SearchPage(items: ["1"], next: cursor)))
        await source.respond(to: screen.loadMore(), with: .failure(error))
        #expect(screen.items == ["1"])
        #expect(screen.phase == .results)
        #expect(screen.loadMoreError == error)
        #expect(screen.errorMessage == "GitHub: the rate limit is used up. Wait a minute and try again.")
        #expect(!screen.isLoadingMore)
        #expect(screen.hasMore)

        let retry = screen.retry()
        #expect(screen.isLoadingMore)
        #expect(screen.loadMoreError == nil)
        await source.respond(to: retry, with: .success(SearchPage(items: ["2"])))
        #expect(source.cursors == [nil, cursor, cursor])
        #expect(screen.items == ["1", "2"])
        #expect(screen.errorMessage == nil)
    }

    @Test("the next search removes the error of a further page")
    func searchAfterFailedPage() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        let page = SearchPage(items: ["1"], next: PageCursor(rawValue: "2"))
        await source.respond(to: screen.search(), with: .success(page))
        await source.respond(to: screen.loadMore(), with: .failure(.notFound(.gitHub, "page")))
        await source.respond(to: screen.search(), with: .success(page))
        #expect(screen.loadMoreError == nil)
        #expect(screen.items == ["1"])
    }

    @Test("reports the total count, cost, provenance, skipped items and incompleteness of all pages")
    func totals() async {
        let source = StubSource()
        let screen = SearchModel(source: source)
        #expect(screen.totalCount == nil)
        #expect(screen.provenance == nil)
        #expect(screen.quotaCost == 0)
        let skipped = SkippedItem(index: 0, error: ModelError(path: "items[0].id", reason: "is missing"))
        let stored = SearchPage(
            items: ["1"],
            skipped: [skipped],
            totalCount: 30,
            next: PageCursor(rawValue: "2"),
            provenance: Provenance(source: .disk, age: .seconds(60))
        )
        await source.respond(to: screen.search(), with: .success(stored))
        #expect(screen.totalCount == 30)
        #expect(screen.provenance == Provenance(source: .disk, age: .seconds(60)))
        #expect(screen.quotaCost == 0)
        #expect(screen.skipped == [skipped])

        let fetched = SearchPage(items: ["2"], totalCount: 31, incompleteReasons: [.timedOut], provenance: .network)
        await source.respond(to: screen.loadMore(), with: .success(fetched))
        #expect(screen.totalCount == 31)
        #expect(screen.provenance == Provenance(source: .network, age: .seconds(60)))
        #expect(screen.quotaCost == 1)
        #expect(screen.skipped == [skipped])
        #expect(screen.isIncomplete)
    }

    @Test("repeats the search when its source changes, and ignores the response of the previous source")
    func changedSource() async {
        let (first, second) = (StubSource(), StubSource())
        let screen = SearchModel(source: first)
        screen.text = "swift"
        let search = screen.search()
        await first.waitForQuery()
        screen.text = "swif"  // a new source repeats the last search, not the text being typed
        screen.source = second
        await second.waitForQuery()
        first.respond(with: .success(SearchPage(items: ["old"])))
        await search.value
        #expect(screen.items.isEmpty)
        #expect(screen.phase == .searching)
        second.respond(with: .success(SearchPage(items: ["new"])))
        await observe { !screen.isSearching }
        #expect(screen.items == ["new"])
        #expect(second.queries == ["swift"])
    }

    @Test("sends nothing for a search that is replaced before it has started")
    func replacedAtOnce() async {
        let source = EchoSource()
        let screen = SearchModel(source: source)
        screen.text = "a"
        let first = screen.search()
        screen.text = "b"
        await screen.search().value
        await first.value
        #expect(source.queries == ["b"])
        #expect(screen.items.first == "b-0")
    }

    @Test("does not search when its source changes before the first search")
    func changedIdleSource() {
        let screen = SearchModel(source: StubSource())
        screen.text = "swift"
        screen.source = StubSource()
        #expect(screen.phase == .idle)
    }

    @Test("loads further pages from the source of the rows, even if a search of another source was cancelled")
    func pageOfPreviousSource() async {
        let (first, second) = (StubSource(), StubSource())
        let screen = SearchModel(source: first)
        let page = SearchPage(items: ["1"], next: PageCursor(rawValue: "2"))
        await first.respond(to: screen.search(), with: .success(page))
        screen.source = second
        screen.cancel()
        await first.respond(to: screen.loadMore(), with: .success(SearchPage(items: ["2"])))
        #expect(screen.items == ["1", "2"])
    }

    @Test("shows that the machine is offline, and the rows after a retry")
    func offline() async {
        let transport = StubTransport([
            stub(
                .get,
                userRepositories,
                returning: .sequence([.failure(.cannotConnect), .json(repositories(["a"]))])
            )
        ])
        var configuration = configuration(transport)
        configuration.retryPolicy.maximumAttempts = 1
        let screen = SearchModel(source: GitHubClient(configuration: configuration).userRepositories())
        screen.text = "octocat"
        await screen.search().value
        guard case .failure(let error) = screen.phase else { return #expect(Bool(false), "no failure shown") }
        #expect(error.couldNotConnect)
        #expect(screen.errorMessage == error.message)
        await screen.retry().value
        #expect(screen.items.map(\.name) == ["a"])
        #expect(screen.phase == .results)
    }

    @Test("cancelling a search cancels its request")
    func cancelledRequest() async {
        let gate = Gate()
        let transport = StubTransport([
            stub(.get, userRepositories, returning: .held(at: gate, .json(repositories(["a"]))))
        ])
        let screen = SearchModel(source: GitHubClient(configuration: configuration(transport)).userRepositories())
        screen.text = "octocat"
        let search = screen.search()
        await gate.waitForArrivals()
        screen.cancel()
        #expect(!screen.isSearching)
        await search.value
        #expect(gate.cancellationCount == 1)
        #expect(screen.phase == .idle)
    }

    @Test("cancels its request when it is released")
    func released() async {
        let gate = Gate()
        let transport = StubTransport([
            stub(.get, userRepositories, returning: .held(at: gate, .json(repositories(["a"]))))
        ])
        let client = GitHubClient(configuration: configuration(transport))
        var screen: SearchModel<GitHubRepository>? = SearchModel(source: client.userRepositories())
        screen?.text = "octocat"
        let search = screen?.search()
        await gate.waitForArrivals()
        screen = nil
        await search?.value
        #expect(gate.cancellationCount == 1)
    }

    nonisolated static func repository(_ id: Int64) -> GitHubRepository {
        GitHubRepository(id: id, name: "r\(id)", url: GitHubClient.defaultBaseURL)
    }
}

/// A source that returns the pages of a closure.
private struct StubRepositories: SearchSource {
    let name = "stub"
    let response: @Sendable (PageCursor?) -> SearchPage<GitHubRepository>

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<GitHubRepository> {
        response(cursor)
    }
}
