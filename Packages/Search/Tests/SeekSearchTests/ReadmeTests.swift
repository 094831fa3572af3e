import Foundation
import SeekCache
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The samples of the README.
@Suite("The README")
struct ReadmeTests {
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

    @Test(
        "returns pages and items",
        .stubbed(stub(.get, youTubeSearch, times: .any, returning: .json(videos(["1"]))))
    )
    func items() async throws {
        let youTube = YouTubeClient(apiKey: "k", configuration: ClientConfiguration(transport: StubTransport.current))
        let text = ["swift", "6"].joined(separator: " ")

        let pages = youTube.pages(for: YouTubeSearchQuery(text, pageSize: 50))  // each page costs one call
        for try await page in pages { print(page.items.count, page.quotaCost) }
        for try await video in pages.items(limit: 60) { print(video.title) }  // at most two calls

        #expect(StubTransport.current.received.count == 2)
    }

    @Test(
        "returns a repeated search from the store",
        .stubbed(stub(.get, youTubeSearch, returning: .json(videos(["1"]))))
    )
    func store() async throws {
        let transport = StubTransport.current
        var configuration = ClientConfiguration(transport: transport)
        let (store, key) = (MemoryStore(costLimit: 32 << 20), "k")
        configuration.store = store  // SeekClient's is memory over disk
        configuration.searchTimeToLive = .seconds(3_600)  // 15 minutes by default
        let client = YouTubeClient(apiKey: key, configuration: configuration)
        let page = try await client.search("swift")
        print(page.provenance, page.quotaCost)  // network 1; the second time: memory, 0 s old 0
        #expect(page.quotaCost == 1)
        #expect(try await client.search("swift").provenance.source == .memory)
    }

    @Test(
        "logs the requests of a client",
        .stubbed(stub(.get, repositorySearch, returning: .json(file: "github/search_repositories_incomplete")))
    )
    func logging() async throws {
        var configuration = ClientConfiguration(transport: StubTransport.current)
        let token = "t"
        configuration.additionalMiddleware = [LoggingMiddleware.standardError(.summary)]
        let gitHub = GitHubClient(token: token, configuration: configuration)
        _ = try await gitHub.searchRepositories("swift")  // GET https://api.github.com/… -> 200, 9 ms
    }

    @Test(
        "sends calls with changed options",
        .stubbed(
            stub(.get, youTubeSearch, returning: .json(videos(["1"]))),
            stub(.get, repositorySearch, returning: .json(file: "github/search_repositories_incomplete"))
        )
    )
    func callOptions() async throws {
        let configuration = ClientConfiguration(transport: StubTransport.current)
        let youTube = YouTubeClient(apiKey: "k", configuration: configuration)
        let gitHub = GitHubClient(configuration: configuration)

        let fresh = try await youTube.with { $0.cacheMode = .reload }.search("swift")
        let source = gitHub.source(.repositories()).with { $0.timeout = .seconds(5) }

        #expect(fresh.items.map(\.id) == ["1"])
        #expect(try await !source.page(for: "swift", at: nil).items.isEmpty)
    }

    @MainActor
    private final class Screen: YouTubeDelegate, URLOpening {
        var resultCount = 0
        var opened: [URL] = []

        func youTube(
            _ youTube: YouTube,
            didSearch keyword: String,
            result: Result<SearchPage<YouTubeSearchItem>, SearchError>
        ) { resultCount += 1 }

        func canOpenURL(_ url: URL) async -> Bool { true }

        func open(_ url: URL) async -> Bool {
            opened.append(url)
            return true
        }
    }

    @Test(
        "searches in an app, and opens a result",
        .stubbed(stub(.get, youTubeSearch, returning: .json(videos(["1"]))))
    )
    @MainActor
    func app() async throws {
        let client = YouTubeClient(apiKey: "k", configuration: ClientConfiguration(transport: StubTransport.current))
        let screen = Screen()
        let browser = screen

        let youTube = YouTube(client: client)  // with `import Seek` also: YouTube(apiKey: key)
        youTube.videoSearch(keyword: "swift", delegate: screen)  // called once, referenced weakly
        let page = try await youTube.videoSearch(keyword: "swift")  // or async, or page by page: videoPages(keyword:)
        try await ResultOpener(browser).open(page.items[0], mode: .web)

        await eventually { screen.resultCount == 1 }
        #expect(screen.opened.map(\.absoluteString) == ["https://www.youtube.com/watch?v=1"])
    }

    @Test(
        "returns the title and the message of an error",
        .stubbed(stub(.get, youTubeSearch, returning: .json(file: "youtube/error_quota_exceeded", status: 403)))
    )
    func errors() async {
        let youTube = YouTubeClient(apiKey: "k", configuration: ClientConfiguration(transport: StubTransport.current))
        var (rows, title, message): ([YouTubeSearchItem], String, String) = ([], "", "")
        var (banner, asksForKey) = (false, false)

        do {
            rows = try await youTube.search("swift").items  // empty if nothing was found
        } catch {
            title = error.errorDescription ?? ""  // YouTube: today's quota is used up.
            message = error.message  // … and what to do: It resets in 5 hours.
            banner = error.couldNotConnect
            if case .missingCredential = error { asksForKey = true }  // .unauthorized: the key was rejected
        }

        #expect(rows.isEmpty)
        #expect(title == "YouTube: today's quota is used up.")
        #expect(message.hasPrefix("\(title) It resets in "))
        #expect([banner, asksForKey] == [false, false])
    }

    @Test(
        "searches users, code, commits, topics and labels on GitHub",
        .stubbed(
            stub(.get, "https://api.github.com/search/users", returning: .json(file: "github/search_users")),
            stub(.get, "https://api.github.com/search/code", returning: .json(file: "github/search_code")),
            stub(.get, "https://api.github.com/search/commits", returning: .json(file: "github/search_commits")),
            stub(.get, "https://api.github.com/search/topics", returning: .json(file: "github/search_topics")),
            stub(.get, "https://api.github.com/search/labels", returning: .json(file: "github/search_labels")),
            stub(.get, "https://api.github.com/rate_limit", returning: .json(["resources": [:]]))
        )
    )
    func otherSearches() async throws {
        let gitHub = GitHubClient(configuration: ClientConfiguration(transport: StubTransport.current))

        let users = try await gitHub.searchUsers("octo", at: nil)
        let code = try await gitHub.searchCode("DispatchQueue", pageSize: 10)
        let (commits, topics) = (try await gitHub.searchCommits("fix"), try await gitHub.searchTopics("swift"))
        let labels = try await gitHub.searchLabels("bug", in: 1_296_269)
        print(gitHub.rateLimits.limits["search"]?.remaining ?? 0)  // as reported by GitHub
        for limit in try await gitHub.rateLimitStatus() { print(limit.resource, limit.remaining) }  // costs nothing

        #expect(!users.items.isEmpty)
        #expect(!code.items.isEmpty)
        #expect(!labels.items.isEmpty)
        #expect(!commits.items.isEmpty)
        #expect(!topics.items.isEmpty)
    }

    @Test("searches issues and pull requests")
    func issues() async throws {
        let gitHub = try GitHubIssueSearchTests.client()

        let both = try await gitHub.searchIssues("crash", sort: .updated)  // issues and pull requests, merged
        print(both.requests.map(\.name), both.quotaCost)  // ["issues", "pull requests"] 2
        let pulls = try await gitHub.searchIssues("crash is:open", scope: .pullRequests)
        let anyOf = GitHubQuery("crash OR deadlock").with(
            .repository("octocat/spork"),
            .repository("octocat/Hello-World")
        )
        // AND, OR and parentheses in the text
        let found = try await gitHub.searchIssues(anyOf, usesAdvancedSyntax: true)
        let similar = try await gitHub.searchIssues("hangs when offline", scope: .issues, searchType: .semantic)
        print(similar.searchType?.rawValue ?? "", similar.lexicalFallbackReasons.map(\.rawValue))  // semantic []

        #expect(both.requests.map(\.name) == ["issues", "pull requests"])
        #expect(both.quotaCost == 2)
        #expect(pulls.items.isEmpty)
        #expect(!found.items.isEmpty)
        #expect(similar.searchType == .semantic)
    }

    @Test(
        "validates a query, adds details of videos, and lists playlists and categories",
        .stubbed(
            stub(.get, youTubeSearch, returning: .json(file: "youtube/search")),
            stub(
                .get,
                "https://www.googleapis.com/youtube/v3/videos:batchGetStats",
                returning: .json(file: "youtube/videos")
            ),
            stub(.get, "https://www.googleapis.com/youtube/v3/channels", returning: .json(file: "youtube/channels")),
            stub(
                .get,
                "https://www.googleapis.com/youtube/v3/playlistItems",
                returning: .json(file: "youtube/playlist_items")
            ),
            stub(.get, "https://www.googleapis.com/youtube/v3/playlists", returning: .json(file: "youtube/playlists")),
            stub(
                .get,
                "https://www.googleapis.com/youtube/v3/videoCategories",
                returning: .json(file: "youtube/video_categories")
            )
        )
    )
    func youTube() async throws {
        let youTube = YouTubeClient(apiKey: "k", configuration: ClientConfiguration(transport: StubTransport.current))

        var query = YouTubeSearchQuery("night walk")
        query.order = .date
        query.location = YouTubeLocation(latitude: 35.68, longitude: 139.77)
        print(query.diagnostics())  // error: location requires locationRadius; set a radius …
        query.locationRadius = YouTubeDistance(5, .kilometers)
        let page = try await youTube.search(query)

        for detailed in try await youTube.details(of: page.items) {
            print(detailed.item.title, detailed.video?.duration ?? .zero, detailed.video?.viewCount ?? 0)
        }
        let channel = try await youTube.channel(handle: "@slowswift").value
        let entries = try await youTube.playlistItems(of: channel.uploadsPlaylistID ?? "")
        let playlists = try await youTube.playlists(ofChannel: channel.id)
        let categories = try await youTube.videoCategories(in: "JP")
        #expect(entries.items.count == 2)
        #expect(!playlists.items.isEmpty)
        #expect(!categories.isEmpty)
    }

    @Test(
        "builds a query for GitHub, and lists repositories",
        .stubbed(
            stub(
                .get,
                repositorySearch,
                times: .any,
                returning: .json(file: "github/search_repositories_incomplete")
            ),
            stub(.get, userRepositories, times: .any, returning: .json(repositories(["a"])))
        )
    )
    func gitHub() async throws {
        let gitHub = GitHubClient(configuration: ClientConfiguration(transport: StubTransport.current))

        let query = GitHubQuery("tetris").with(.language("Swift"), .stars(.atLeast(10))).without(.topic("game"))
        print(query)  // tetris language:Swift stars:>=10 -topic:game
        let matches = try await gitHub.searchRepositories(query, sort: .stars, textMatches: true)
        if matches.isIncomplete { print("results are missing:", matches.incompleteReasons) }

        for try await repository in gitHub.repositories(of: "octocat", sort: .stars).items { print(repository.name) }
        let listing = gitHub.userRepositories(type: .owner, sort: .pushed)  // or organizationRepositories
        let page = try await listing.page(for: "octocat", at: nil)  // one page

        #expect(page.items.map(\.name) == ["a"])
        #expect(query.description == "tetris language:Swift stars:>=10 -topic:game")
    }

    @Test(
        "searches by time windows",
        .stubbed(stub(.get, repositorySearch, returning: .json(file: "github/search_repositories_incomplete")))
    )
    func windows() async throws {
        let gitHub = GitHubClient(configuration: ClientConfiguration(transport: StubTransport.current))
        let (start, end) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 86400))
        var (cursor, spentCalls): (PageCursor?, Int) = (nil, 0)

        let source = gitHub.source(.repositories(), over: start..<end)
        for try await page in source.pages(for: "language:swift", from: cursor) {
            if let pages = page.estimatedPages { print("about \(pages) pages") }  // with the first page
            print(page.items.count, page.saturatedWindows)
            cursor = page.next  // store its `rawValue` to continue from here
            spentCalls += page.quotaCost
            if spentCalls >= 20 { break }
        }

        #expect(cursor == nil)
        #expect(spentCalls == 1)
    }

    @Test(
        "searches while text is typed",
        .stubbed(stub(.get, repositorySearch, returning: .json(file: "github/search_repositories_incomplete")))
    )
    @MainActor
    func typing() async {
        let gitHub = GitHubClient(configuration: ClientConfiguration(transport: StubTransport.current))

        let live = SearchModel(source: gitHub.source(.repositories()), debounce: .milliseconds(400))
        live.text = "swift"  // starts a search after 400 ms
        await live.search().value  // or at once
        live.rowAppeared(at: live.items.count - 1)  // loads the next page, if there is one

        switch live.phase {
        case .idle, .searching: print(live.isSearching ? "show the indicator" : "nothing was searched")
        case .results: print("\(live.items.count) of \(live.totalCount ?? 0)", live.quotaCost, live.skipped)
        case .failure(let error): print(error.message)  // retry() repeats the search
        }
        if let error = live.loadMoreError { print(error.message) }  // the rows remain; retry() loads the page again
        live.source = gitHub.source(.repositories(sort: .stars))  // repeats the search in another order
        await live.refresh()  // bypasses the cache; the rows remain until there are new ones

        #expect(!live.items.isEmpty)
        #expect(StubTransport.current.received.last?.url.query()?.contains("sort=stars") == true)
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

    @Test(
        "lists a user's repositories",
        .stubbed(stub(.get, userRepositories, returning: .json(repositories(["a"]))))
    )
    @MainActor
    func repositoryList() async {
        let gitHub = GitHubClient(configuration: ClientConfiguration(transport: StubTransport.current))

        let list = GitHubRepositoryListModel(client: gitHub)
        await list.load(user: "octocat")  // or: set `user` while the user types, then call search()
        list.options.sort = .pushed  // lists the repositories in this order
        print(list.repositories.map(\.name), list.errorMessage ?? "")

        await observe { !list.isSearching }
        #expect(list.repositories.map(\.name) == ["a"])
        #expect(StubTransport.current.received.last?.url.query()?.contains("sort=pushed") == true)
    }
}
