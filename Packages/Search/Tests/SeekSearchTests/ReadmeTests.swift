import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The README's sample, as it stands there.
@Suite("The README")
struct ReadmeTests {
    @Test(
        "pages through videos and fills a screen",
        .stubbed(
            stub(.get, youTubeSearch, answer: .json(videos(["1"]))),
            stub(.get, userRepositories, answer: .json(repositories(["a"])))
        )
    )
    @MainActor
    func example() async throws {
        let transport = StubTransport.current
        let key = "k"
        let gitHub = GitHubClient(environment: SearchEnvironment(transport: transport))

        let youTube = YouTubeClient(apiKey: key, environment: SearchEnvironment(transport: transport))
        for try await page in youTube.source().pages(for: "swift") { print(page.items.map(\.title)) }

        let screen = SearchScreen(source: gitHub.userRepositories())
        screen.text = "octocat"
        await screen.search().value

        #expect(screen.items.map(\.name) == ["a"])
    }

    @Test("tells what a search would cost", .stubbed())
    func quota() async throws {
        let transport = StubTransport.current
        let key = "k"
        var environment = SearchEnvironment(transport: transport)
        environment.budget = CallBudget(10)  // at most 10 calls from here on
        let client = YouTubeClient(apiKey: key, environment: environment)
        let estimate = try await client.dryRun(YouTubeSearchQuery("swift"), pages: 3)  // asks nobody
        print(estimate.cost, estimate.quota?.remaining ?? 0, estimate.isAffordable)  // 3 100 true
        #expect(estimate.cost == 3 && estimate.quota?.remaining == 100 && estimate.isAffordable)
    }

    @Test(
        "lints a query, then adds what a search leaves out",
        .stubbed(
            stub(.get, youTubeSearch, answer: .json(file: "youtube/search")),
            stub(.get, "https://www.googleapis.com/youtube/v3/videos", answer: .json(file: "youtube/videos")),
            stub(.get, "https://www.googleapis.com/youtube/v3/channels", answer: .json(file: "youtube/channels")),
            stub(
                .get,
                "https://www.googleapis.com/youtube/v3/playlistItems",
                answer: .json(file: "youtube/playlist_items")
            )
        )
    )
    func youTube() async throws {
        let youTube = YouTubeClient(apiKey: "k", environment: SearchEnvironment(transport: StubTransport.current))

        var query = YouTubeSearchQuery("night walk")
        query.order = .date
        query.location = YouTubeLocation(latitude: 35.68, longitude: 139.77)
        print(query.findings())  // error: location needs locationRadius; say how far around, …
        query.locationRadius = YouTubeDistance(5, .kilometres)
        let page = try await youTube.search(query)

        for detailed in try await youTube.details(of: page.items) {
            print(detailed.item.title, detailed.video?.duration ?? .zero, detailed.video?.viewCount ?? 0)
        }
        let channel = try await youTube.channel(handle: "@slowswift")
        let entries = try await youTube.playlistItems(of: channel.uploadsPlaylistID ?? "")
        #expect(entries.items.count == 2)
    }

    @Test(
        "builds a query for GitHub, and loads a user's repositories",
        .stubbed(
            stub(.get, repositorySearch, answer: .json(file: "github/search_repositories_incomplete")),
            stub(.get, userRepositories, answer: .json(repositories(["a"])))
        )
    )
    @MainActor
    func gitHub() async throws {
        let gitHub = GitHubClient(environment: SearchEnvironment(transport: StubTransport.current))

        let query = GitHubQuery("tetris").with(.language("Swift"), .stars(.atLeast(10))).without(.topic("game"))
        print(query)  // tetris language:Swift stars:>=10 -topic:game
        let found = try await gitHub.searchRepositories(query, sort: .stars, textMatches: true)
        if found.isIncomplete { print("GitHub ran out of time: there may be more") }

        let manager = GitHubRepositoryManager(client: gitHub)
        await manager.load(user: "octocat")
        print(manager.repositories.map(\.name), manager.failure?.description ?? "")

        #expect(query.description == "tetris language:Swift stars:>=10 -topic:game")
        #expect(manager.repositories.map(\.name) == ["a"])
    }

    @Test(
        "slices a search",
        .stubbed(stub(.get, repositorySearch, answer: .json(file: "github/search_repositories_incomplete")))
    )
    func slices() async throws {
        let gitHub = GitHubClient(environment: SearchEnvironment(transport: StubTransport.current))
        let (start, end) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 86400))
        var kept = Data()

        let search = gitHub.slicedRepositories("language:swift", over: TimeSlice(start: start, end: end), budget: 20)
        print(try await search.cost().calls)  // what it will cost, for one call
        for try await page in search {
            print(page.slice.start, page.items.count, page.cursor.spentCalls)
            kept = try JSONEncoder().encode(page.cursor)  // search.resuming(…) goes on from here
        }

        #expect(try JSONDecoder().decode(SlicePlan.self, from: kept).nextStep == nil)
    }

    @Test(
        "searches while one types",
        .stubbed(stub(.get, repositorySearch, answer: .json(file: "github/search_repositories_incomplete")))
    )
    @MainActor
    func typing() async {
        let gitHub = GitHubClient(environment: SearchEnvironment(transport: StubTransport.current))

        let live = SearchScreen(source: gitHub.repositorySearch(), typingPause: .milliseconds(400))
        live.text = "swift"  // searches by itself in 400 ms
        await live.search().value  // or at once, by the button
        live.rowAppeared(at: live.items.count - 1)  // loads the next page, where there is one
        print(live.failureText ?? "\(live.items.count) rows")

        #expect(!live.items.isEmpty)
    }
}
