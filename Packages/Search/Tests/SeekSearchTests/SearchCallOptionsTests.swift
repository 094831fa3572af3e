import SeekCache
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Testing

@Suite("Options of a call")
struct SearchCallOptionsTests {
    private let transport = StubTransport([
        stub(.get, youTubeSearch, returning: .json(videos(["1"]))),
        stub(.get, repositorySearch, returning: .json(file: "github/search_repositories_incomplete")),
        stub(.get, userRepositories, returning: .json(repositories(["a"]))),
    ])

    private var configuration: ClientConfiguration {
        var configuration = SeekSearchTests.configuration(transport)
        configuration.store = MemoryStore(costLimit: 32 << 20)
        return configuration
    }

    private func source<Item>(of page: SearchPage<Item>) -> Provenance.Source { page.provenance.source }

    @Test("reload a stored search of either API, and store the response for later calls")
    func reload() async throws {
        let gitHub = GitHubClient(configuration: configuration)
        #expect(source(of: try await gitHub.searchRepositories("swift")) == .network)
        #expect(source(of: try await gitHub.searchRepositories("swift")) == .memory)
        #expect(source(of: try await gitHub.with { $0.cacheMode = .reload }.searchRepositories("swift")) == .network)
        #expect(source(of: try await gitHub.searchRepositories("swift")) == .memory)

        let youTube = YouTubeClient(apiKey: "k", configuration: configuration)
        #expect(source(of: try await youTube.search("swift")) == .network)
        #expect(source(of: try await youTube.with { $0.cacheMode = .reload }.search("swift")) == .network)
        #expect(source(of: try await youTube.search("swift")) == .memory)
    }

    @Test("apply to the sources of both clients")
    func sources() async throws {
        let gitHub = GitHubClient(configuration: configuration)
        let youTube = YouTubeClient(apiKey: "k", configuration: configuration)
        func responseSources(_ source: some SearchSource) async throws -> [Provenance.Source] {
            let pages = [
                try await source.page(for: "octocat", at: nil),
                try await source.page(for: "octocat", at: nil),
                try await source.with { $0.cacheMode = .reload }.page(for: "octocat", at: nil),
                try await source.page(for: "octocat", at: nil),
            ]
            return pages.map(\.provenance.source)
        }
        #expect(try await responseSources(gitHub.source(.repositories())) == [.network, .memory, .network, .memory])
        #expect(try await responseSources(youTube.source()) == [.network, .memory, .network, .memory])
    }

    @Test("have no effect on a custom source that does not implement `with(_:)`")
    func customSource() async throws {
        struct Notes: SearchSource {
            let name = "notes"
            func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<String> {
                SearchPage(items: ["a note"])
            }
        }
        #expect(try await Notes().with { $0.cacheMode = .reload }.page(for: "a", at: nil).items == ["a note"])
    }

    @Test("do not change which quota and rate limits apply")
    func limits() async throws {
        let configuration = configuration
        let youTube = YouTubeClient(apiKey: "k", configuration: configuration)
        for _ in 1...3 { _ = try await youTube.with { $0.cacheMode = .reload }.search("swift") }
        #expect(await youTube.quota().first?.remaining == 97)
        let gitHub = GitHubClient(configuration: configuration)
        #expect(gitHub.with { $0.timeout = .seconds(5) }.rateLimits === gitHub.rateLimits)
    }

    @Test(
        "decide whether a dry run counts a stored page",
        arguments: [
            (.default, 0), (.forceCache, 0), (.onlyIfCached, 0), (.reload, 1), (.noCache, 1), (.noStore, 1),
        ] as [(RequestOptions.CacheMode, Int)]
    )
    func dryRun(mode: RequestOptions.CacheMode, cost: Int) async throws {
        let youTube = YouTubeClient(apiKey: "k", configuration: configuration)
        _ = try await youTube.search("swift")
        #expect(try await youTube.with { $0.cacheMode = mode }.dryRun("swift").cost == cost)
        #expect(transport.received.count == 1)
    }

    @Test("add header fields to the requests of both APIs")
    func headerFields() async throws {
        let name = HTTPField.Name("X-Trace")
        _ = try await GitHubClient(configuration: configuration).with { $0.headerFields = [name: "1"] }
            .searchRepositories("swift")
        _ = try await YouTubeClient(apiKey: "k", configuration: configuration).with { $0.headerFields = [name: "2"] }
            .search("swift")
        #expect(transport.received.map { $0.headerFields[name] } == ["1", "2"])
    }
}
