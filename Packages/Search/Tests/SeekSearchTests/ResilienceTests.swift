import Foundation
import SeekCache
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Resilience of the clients")
struct ResilienceTests {
    /// An empty page of a search that used up the rate limit of searches until 1,800,000,060 s after 1970.
    private var lastAllowedSearch: StubResponse {
        let fields: HTTPFields = [
            .contentType: "application/json", "X-RateLimit-Limit": "10",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": "1800000060",
            "X-RateLimit-Resource": "search",
        ]
        return .response(HTTPResponse(headerFields: fields, body: Data(#"{"total_count":0,"items":[]}"#.utf8)))
    }

    @Test("a temporary failure is retried, and the cost of all attempts is reported")
    func retry() async throws {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .sequence([.status(503), .json(videos(["1"]))])),
            stub(
                .get,
                userRepositories,
                returning: .sequence([.failure(.connectionLost), .status(502), .json(repositories(["a"]))])
            ),
        ])
        let videoPage = try await YouTubeClient(apiKey: "k", configuration: configuration(transport)).search("swift")
        #expect(videoPage.items.map(\.id) == ["1"])
        #expect(videoPage.quotaCost == 2)
        let gitHub = GitHubClient(configuration: configuration(transport))
        let page = try await gitHub.userRepositories().page(for: "octocat", at: nil)
        #expect(page.items.map(\.name) == ["a"])
        #expect(page.quotaCost == 3)
        #expect(transport.problems.isEmpty)
    }

    @Test("stored responses are returned during an outage, and the cost of failed attempts is reported")
    func staleCost() async throws {
        let transport = StubTransport([
            stub(
                .get,
                youTubeSearch,
                returning: .sequence([.json(videos(["1"])), .status(503), .status(503)])
            )
        ])
        var settings = configuration(transport)
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        settings.store = MemoryStore(costLimit: 32 << 20)
        settings.now = { start }
        _ = try await YouTubeClient(apiKey: "k", configuration: settings).search("swift")
        settings.now = { start.addingTimeInterval(3_600) }
        let youTube = YouTubeClient(apiKey: "k", configuration: settings)
        let stale = try await youTube.search("swift")
        #expect(stale.provenance.isStale)
        #expect(stale.quotaCost == 2)
        #expect(await youTube.quota().first?.used == 3)
    }

    @Test("a search beyond the rate limit is rejected without a request; listings have a separate limit")
    func rateLimit() async throws {
        let transport = StubTransport([
            stub(.get, repositorySearch, returning: lastAllowedSearch),
            stub(.get, userRepositories, returning: .json(repositories(["a"]))),
        ])
        var settings = configuration(transport)
        settings.now = { Date(timeIntervalSince1970: 1_800_000_000) }
        let gitHub = GitHubClient(configuration: settings)
        _ = try await gitHub.searchRepositories("swift")
        await #expect {
            try await gitHub.searchRepositories("sqlite")
        } throws: { error in
            guard case .limitReached(.gitHub, let limit) = error as? SearchError else { return false }
            return limit.retryAt == Date(timeIntervalSince1970: 1_800_000_060)
        }
        #expect(transport.received.count == 1)
        #expect(try await gitHub.userRepositories().page(for: "octocat", at: nil).items.count == 1)
    }

    @Test("concurrent searches with the same query share calls")
    func concurrentSearches() async throws {
        let gate = Gate()
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .held(at: gate, .json(videos(["1"]))))])
        var settings = configuration(transport)
        // Long enough for a heavily loaded machine.
        settings.timeout = .seconds(300)
        let youTube = YouTubeClient(apiKey: "k", configuration: settings)
        let searches = (0..<10).map { _ in Task { try await youTube.search("swift").items.count } }
        await gate.waitForArrivals(1)
        // Meanwhile, other searches join the first call. How many do depends on scheduling.
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        for search in searches { #expect(try await search.value == 1) }
        #expect(transport.received.count < 10)
    }

    @Test("redirects are followed, and the token is not sent to another origin")
    func moved() async throws {
        let transport = StubTransport([
            stub(
                .get,
                "https://api.github.com/users/old/repos",
                returning: .response(
                    HTTPResponse(status: 301, headerFields: [.location: "https://api.github.com/users/octocat/repos"])
                )
            ),
            stub(.get, userRepositories, returning: .json(repositories(["a"]))),
        ])
        let gitHub = GitHubClient(token: "T0KEN", configuration: configuration(transport))
        #expect(try await gitHub.userRepositories().page(for: "old", at: nil).items.map(\.name) == ["a"])
        #expect(transport.received.map { $0.headerFields[.authorization] } == ["Bearer T0KEN", "Bearer T0KEN"])
        transport.stub(
            .get,
            "https://api.github.com/users/gone/repos",
            returning: .response(HTTPResponse(status: 301, headerFields: [.location: "https://evil.example/"]))
        )
        transport.stub(.get, "https://evil.example/", returning: .json(repositories([])))
        _ = try await gitHub.userRepositories().page(for: "gone", at: nil)
        #expect(transport.received.last?.headerFields[.authorization] == nil)
    }
}
