import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@MainActor
@Suite("SearchModel")
struct SearchModelTests {
    @Test("R2: requests the typed user, shows rows in order, and stops the indicator")
    func search() async {
        let source = MockSource()
        let screen = SearchModel(source: source)
        screen.text = "octocat"
        let search = screen.search()
        #expect(screen.isSearching)
        await source.waitForQuery()
        source.respond(with: .success(SearchPage(items: ["a", "b"], next: PageCursor(rawValue: "2"))))
        await search.value
        #expect(source.queries == ["octocat"])
        #expect(screen.items == ["a", "b"])
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
        "R2: shows a user's repositories, or an error",
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
        #expect(screen.items.first?.stars == 2841)
        #expect(!screen.isSearching)
        screen.text = "nobody"
        await screen.search().value
        guard case .failure(.notFound) = screen.phase else { return #expect(Bool(false), "no failure shown") }
        screen.text = "  "
        await screen.search().value
        guard case .failure(let error) = screen.phase else { return #expect(Bool(false), "no failure shown") }
        #expect(error.stage == .query)
        #expect(StubTransport.current.received.count == 2)
    }

    @Test("R2: shows an error and stops the indicator")
    func failure() async {
        let source = MockSource()
        let screen = SearchModel(source: source)
        screen.text = "nobody"
        let search = screen.search()
        await source.waitForQuery()
        source.respond(with: .failure(.notFound(.gitHub, "user 'nobody'")))
        await search.value
        guard case .failure(let error) = screen.phase else { return #expect(Bool(false), "no failure shown") }
        #expect(error.description == "GitHub has no user 'nobody', or you have no access to it")
        #expect(!screen.isSearching)
    }

    @Test("R2: shows the latest search only, and ignores the response of the replaced one")
    func replacedSearch() async {
        let source = MockSource()
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

    @Test("R2: does not show results of a cancelled search")
    func cancel() async {
        let source = MockSource()
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
        let source = MockSource()
        let screen = SearchModel(source: source)
        screen.text = "a"
        let search = screen.search()
        await source.waitForQuery()
        search.cancel()
        source.respond(with: .success(SearchPage(items: ["late"])))
        await search.value
        #expect(!screen.isSearching)
        #expect(screen.items.isEmpty)
        let again = screen.search()
        await source.waitForQuery()
        source.respond(with: .success(SearchPage(items: ["a"])))
        await again.value
        #expect(screen.items == ["a"])
    }

    @Test("retains the rows when the task of a further page is cancelled, and can load it again")
    func cancelledPage() async {
        let source = MockSource()
        let screen = SearchModel(source: source)
        screen.text = "a"
        let search = screen.search()
        await source.waitForQuery()
        source.respond(with: .success(SearchPage(items: ["1"], next: PageCursor(rawValue: "2"))))
        await search.value
        let cancelled = screen.loadMore()
        await source.waitForQuery()
        cancelled.cancel()
        source.respond(with: .success(SearchPage(items: ["late"])))
        await cancelled.value
        #expect(!screen.isLoadingMore)
        let more = screen.loadMore()
        await source.waitForQuery()
        source.respond(with: .success(SearchPage(items: ["2"])))
        await more.value
        #expect(screen.items == ["1", "2"])
    }

    @Test("retains the rows until the next search has results, and removes them if it fails")
    func retainedRows() async {
        let source = MockSource()
        let screen = SearchModel(source: source)
        func search(_ text: String, _ response: MockSource.Response) async {
            screen.text = text
            let search = screen.search()
            await source.waitForQuery()
            #expect(screen.items == (text == "a" ? [] : ["1"]))
            source.respond(with: response)
            await search.value
        }
        await search("a", .success(SearchPage(items: ["1"])))
        await search("ab", .success(SearchPage(items: ["1"])))
        await search("abc", .failure(.notFound(.gitHub, "user")))
        #expect(screen.items.isEmpty)
    }

    @Test("retains the rows of the previous search when a search is cancelled, and can load more")
    func cancelledSecondSearch() async {
        let source = MockSource()
        let screen = SearchModel(source: source)
        screen.text = "a"
        let first = screen.search()
        await source.waitForQuery()
        source.respond(with: .success(SearchPage(items: ["1"], next: PageCursor(rawValue: "2"))))
        await first.value
        screen.text = "ab"
        let second = screen.search()
        await source.waitForQuery()
        screen.cancel()
        source.respond(with: .success(SearchPage(items: ["late"])))
        await second.value
        #expect(screen.items == ["1"])
        let more = screen.loadMore()
        await source.waitForQuery()
        source.respond(with: .success(SearchPage(items: ["2"])))
        await more.value
        #expect(source.queries == ["a", "ab", "a"])
        #expect(screen.items == ["1", "2"])
    }

    @Test("shows each result of overlapping pages once")
    func overlappingPages() async {
        let client = MockRepositories { cursor in
            cursor == nil
                ? SearchPage(items: [1, 2].map(Self.repository), next: PageCursor(rawValue: "2"))
                : SearchPage(items: [2, 3].map(Self.repository))
        }
        let screen = SearchModel(source: client)
        screen.text = "octocat"
        await screen.search().value
        await screen.loadMore().value
        #expect(screen.items.map(\.id) == [1, 2, 3])
    }

    @Test("shows an error for a first page whose items all fail to decode")
    func unreadablePage() async {
        let skipped = SkippedItem(index: 0, error: ModelError(path: "items[0].id", reason: "is missing"))
        let client = MockRepositories { _ in SearchPage(items: [], skipped: [skipped]) }
        let screen = SearchModel(source: client)
        screen.text = "octocat"
        await screen.search().value
        #expect(screen.errorMessage == SearchError.unreadableResults([skipped]).message)
    }

    nonisolated static func repository(_ id: Int64) -> GitHubRepository {
        GitHubRepository(id: id, name: "r\(id)", url: GitHubClient.defaultBaseURL)
    }
}

/// A client that returns the test's repositories.
private struct MockRepositories: SearchSource {
    let response: @Sendable (PageCursor?) -> SearchPage<GitHubRepository>

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<GitHubRepository> {
        response(cursor)
    }
}
