import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@MainActor
@Suite("The search screen")
struct SearchScreenTests {
    @Test("R2: the user typed is the user asked for, rows stand in order, the indicator has stopped")
    func search() async {
        let source = MockSource()
        let screen = SearchScreen(source: source)
        screen.text = "octocat"
        let search = screen.search()
        #expect(screen.isSearching)
        await source.arrival()
        source.answer(.success(SearchPage(items: ["a", "b"], next: PageCursor(rawValue: "2"))))
        await search.value
        #expect(source.asked == ["octocat"])
        #expect(screen.items == ["a", "b"])
        #expect(!screen.isSearching && screen.hasMore)

        let more = screen.loadMore()
        #expect(screen.isLoadingMore)
        await source.arrival()
        source.answer(.success(SearchPage(items: ["c"])))
        await more.value
        #expect(screen.items == ["a", "b", "c"])
        #expect(!screen.isSearching && !screen.hasMore)
    }

    @Test(
        "R2: the screen over the client shows a user's repositories, or why there are none",
        .stubbed(
            stub(.get, userRepositories, answer: .json(file: "github/user_repos")),
            stub(
                .get,
                "https://api.github.com/users/nobody/repos",
                answer: .json(file: "github/error_not_found", status: 404)
            )
        )
    )
    func client() async {
        let client = GitHubClient(environment: SearchEnvironment(transport: StubTransport.current))
        let screen = SearchScreen(source: client.userRepositories())
        screen.text = "octocat"
        await screen.search().value
        #expect(screen.items.first?.name == "Hello-World" && screen.items.first?.stars == 2841)
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

    @Test("R2: a failure shows and the indicator stops")
    func failure() async {
        let source = MockSource()
        let screen = SearchScreen(source: source)
        screen.text = "nobody"
        let search = screen.search()
        await source.arrival()
        source.answer(.failure(.notFound(.gitHub, "user 'nobody'")))
        await search.value
        guard case .failure(let error) = screen.phase else { return #expect(Bool(false), "no failure shown") }
        #expect(error.description == "GitHub has no user 'nobody', or does not show it to you")
        #expect(!screen.isSearching)
    }

    @Test("R2: the latest search wins, whichever answer comes first")
    func overtaking() async {
        let source = MockSource()
        let screen = SearchScreen(source: source)
        screen.text = "first"
        let first = screen.search()
        await source.arrival()
        screen.text = "second"
        let second = screen.search()
        await source.arrival()
        source.answer(.success(SearchPage(items: ["old"])))
        await first.value
        #expect(screen.items.isEmpty && screen.isSearching)
        source.answer(.success(SearchPage(items: ["new"])))
        await second.value
        #expect(screen.items == ["new"] && !screen.isSearching)
    }

    @Test("R2: a cancelled search shows nothing")
    func cancel() async {
        let source = MockSource()
        let screen = SearchScreen(source: source)
        let search = screen.search()
        await source.arrival()
        screen.cancel()
        #expect(!screen.isSearching)
        source.answer(.success(SearchPage(items: ["late"])))
        await search.value
        #expect(screen.items.isEmpty)
    }
}
