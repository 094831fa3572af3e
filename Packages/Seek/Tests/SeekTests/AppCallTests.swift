import Seek
import SeekTestHelpers
import Testing

/// Calls as written in an app that imports only `Seek`.
@Suite("Calls of an app that imports only Seek")
struct AppCallTests {
    private let transport = StubTransport([
        stub(.get, "https://api.github.com/search/repositories", times: .any, returning: .json(["items": []])),
        stub(.get, "https://api.github.com/users/octocat/repos", times: .any, returning: .json([])),
        stub(.get, "https://www.googleapis.com/youtube/v3/search", times: .any, returning: .json(["items": []])),
    ])

    private var seek: SeekClient { SeekClient(.stubbed(transport)) }

    @Test("can search for a string that is not a literal")
    func text() async throws {
        let text = ["swift", "6"].joined(separator: " ")
        let videos = try await seek.youTube.search(text)
        let repositories = try await seek.gitHub.searchRepositories(text)
        #expect(videos.items.isEmpty)
        #expect(repositories.items.isEmpty)
    }

    @Test("can iterate over the items of a listing, of a search and of the façade")
    func items() async throws {
        var count = 0
        for try await _ in seek.gitHub.repositories(of: "octocat", sort: .stars).items { count += 1 }
        for try await _ in seek.youTube.pages(for: "swift").items(limit: 250) { count += 1 }
        for try await _ in YouTube(client: seek.youTube).videoPages(keyword: "swift").items { count += 1 }
        #expect(count == 0)
        #expect(transport.received.count == 3)
    }

    @Test("can have their own options")
    func options() async throws {
        let fresh = seek.with {
            $0.cacheMode = .reload
            $0.timeout = .seconds(5)
            $0.allowsStale = false
        }
        #expect(try await fresh.gitHub.userRepositories().page(for: "octocat", at: nil).items.isEmpty)
        let page = try await seek.gitHub.source(.repositories()).with { $0.cacheMode = .reload }.page(
            for: "swift",
            at: nil
        )
        #expect(page.provenance.source == .network)
    }
}
