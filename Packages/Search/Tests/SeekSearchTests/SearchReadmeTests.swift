import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The samples of the README.
@Suite("The README")
struct SearchReadmeTests {
    @Test(
        "loads pages of videos and fills a screen",
        .stubbed(
            stub(.get, youTubeSearch, returning: .json(videos(["1"]))),
            stub(.get, userRepositories, returning: .json(repositories(["a"])))
        )
    )
    @MainActor
    func example() async throws {
        let transport = StubTransport.current
        let key = "k"
        let gitHub = GitHubClient(configuration: ClientConfiguration(transport: transport))

        let youTube = YouTubeClient(apiKey: key, configuration: ClientConfiguration(transport: transport))
        for try await video in youTube.pages(for: "swift").items(limit: 50) { print(video.title) }

        let screen = SearchModel(source: gitHub.userRepositories())
        screen.text = "octocat"
        await screen.search().value

        #expect(screen.items.map(\.name) == ["a"])
    }

    @Test("shows samples in previews")
    @MainActor
    func samples() async throws {
        let preview = SearchModel(source: YouTubeClient.sample().source())
        let loading = SearchModel(source: GitHubClient.sample(.delayed(.seconds(2))).userRepositories())
        let unknown = GitHubClient.sample { $0.url.path().hasSuffix("/repos") ? .status(404) : nil }  // one call
        let offline = YouTubeClient.sample { _ in .failure(.cannotConnect) }  // all calls
        let empty = YouTubeClient.sample { _ in .json(#"{"items": []}"#) }

        preview.text = "swift"
        await preview.search().value
        #expect(!preview.items.isEmpty)
        loading.text = "octocat"
        let search = loading.search()
        #expect(loading.items.isEmpty)
        search.cancel()
        await #expect(throws: SearchError.self) { try await unknown.userRepositories().page(for: "octocat", at: nil) }
        await #expect(throws: SearchError.self) { try await offline.search("swift") }
        #expect(try await empty.search("swift").items.isEmpty)
    }

    @Test("estimates the cost of a search", .stubbed())
    func quota() async throws {
        let transport = StubTransport.current
        let key = "k"
        var configuration = ClientConfiguration(transport: transport)
        configuration.budget = CallBudgetMiddleware(10)  // at most 10 calls from here on
        let client = YouTubeClient(apiKey: key, configuration: configuration)
        let estimate = try await client.dryRun(YouTubeSearchQuery("swift"), pages: 3)  // sends nothing
        print(estimate.cost, estimate.quota?.remaining ?? 0, estimate.isAffordable)  // 3 100 true
        #expect(estimate.cost == 3)
        #expect(estimate.quota?.remaining == 100)
        #expect(estimate.isAffordable)
    }

    struct NoteStore {
        struct Locked: Error {}

        func notes(matching text: String) async throws -> [Note] {
            if text == "locked" { throw Locked() }
            return [Note(title: text)]
        }
    }

    struct Note: SearchHitConvertible {
        var title: String
        var searchHit: SearchHit? { SearchHit(id: "notes:\(title)", kind: "note", source: "notes", title: title) }
    }

    struct NoteSource: SearchSource {
        let name = "notes"
        var store: NoteStore

        func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<Note> {
            do { return SearchPage(items: try await store.notes(matching: text)) } catch { throw .other(error) }
        }
    }

    @Test("searches a custom source, and converts its errors")
    @MainActor
    func customSource() async throws {
        let source = NoteSource(store: NoteStore())
        var titles: [String] = []
        for try await note in source.pages(for: "swift").items { titles.append(note.title) }
        #expect(titles == ["swift"])
        let error = await #expect(throws: SearchError.self) { try await source.page(for: "locked", at: nil) }
        guard case .network(let cause)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.underlyingError is NoteStore.Locked)
    }

    @MainActor
    final class VideoScreen: YouTubeDelegate {
        private(set) var videos: [YouTubeSearchItem] = []
        private(set) var message = ""
        private var search: Task<Void, Never>?

        func show(_ keyword: String, of youTube: YouTube) {
            search?.cancel()
            search = youTube.videoSearch(keyword: keyword, delegate: self)
        }

        func youTube(
            _ youTube: YouTube,
            didSearch keyword: String,
            result: Result<SearchPage<YouTubeSearchItem>, SearchError>
        ) {
            switch result {
            case .success(let page): videos = page.items
            case .failure(let error) where error.isCancellation: break
            case .failure(let error): message = error.message
            }
        }
    }

    @Test(
        "shows the results of the latest search with a delegate",
        .stubbed(stub(.get, youTubeSearch, times: .any, returning: .json(videos(["1"]))))
    )
    @MainActor
    func delegate() async {
        let client = YouTubeClient(apiKey: "k", configuration: ClientConfiguration(transport: StubTransport.current))
        let screen = VideoScreen()
        screen.show("swi", of: YouTube(client: client))
        screen.show("swift", of: YouTube(client: client))
        await eventually { !screen.videos.isEmpty }
        #expect(screen.message.isEmpty)
    }

    @Test(
        "builds a query for GitHub",
        .stubbed(stub(.get, repositorySearch, returning: .json(file: "github/search_repositories_incomplete")))
    )
    func gitHub() async throws {
        let gitHub = GitHubClient(configuration: ClientConfiguration(transport: StubTransport.current))

        let query = GitHubQuery("tetris").with(.language("Swift"), .stars(.atLeast(10))).without(.topic("game"))
        print(query)  // tetris language:Swift stars:>=10 -topic:game
        let matches = try await gitHub.searchRepositories(query, sort: .stars, textMatches: true)
        if matches.isIncomplete { print("results are missing:", matches.incompleteReasons) }

        #expect(query.description == "tetris language:Swift stars:>=10 -topic:game")
    }

    @Test("shows a federated search")
    @MainActor
    func federation() async throws {
        let configuration = ClientConfiguration(transport: try StubTransport.sampleAPI())
        let youTube = YouTubeClient(apiKey: "demo-key", configuration: configuration)
        let gitHub = GitHubClient(configuration: configuration)

        let model = SearchModel(
            source: FederatedSearch([.init(youTube.source()), .init(gitHub.source(.repositories()))])
        )
        model.text = "swift"
        await model.search().value
        print(model.items.map(\.title))
        for source in model.sources { print(source.displayName, source.isPending, source.problem ?? "") }

        #expect(model.items.count == 25)
        #expect(model.sources.map(\.name) == ["youtube", "github"])
    }
}
