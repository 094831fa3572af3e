import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

/// A removed result no longer matches the search; a dropped one may still match, but was not fetched.
@Suite("Results that a saved search reports as removed")
struct SavedRemovalTests {
    static let searchURL = "https://www.googleapis.com/youtube/v3/search"
    static let repositoriesURL = "https://api.github.com/search/repositories"

    /// A YouTube page with these videos, and with a next page if there is a token.
    static func page(_ ids: [String], next: String? = nil) -> StubResponse {
        let items = ids.map { id -> JSONValue in
            let snippet: JSONValue = [
                "channelId": "c", "title": .string(id), "thumbnails": ["default": ["url": "https://e.com/a.jpg"]],
            ]
            return ["id": ["videoId": .string(id)], "snippet": snippet]
        }
        var page: JSONValue = ["items": .array(items)]
        if let next { page["nextPageToken"] = .string(next) }
        return .json(page)
    }

    static func repositories(_ ids: [Int]) -> StubResponse {
        let items = ids.map { id -> JSONValue in
            ["id": .number(Double(id)), "name": "r", "html_url": .string("https://github.com/o/r\(id)")]
        }
        return .json(["total_count": .number(Double(ids.count)), "items": .array(items)])
    }

    /// Runs a search twice, with these responses in turn, and returns the comparison of the second run.
    private func secondRun(
        limit: Int,
        _ videos: [StubResponse],
        _ repositories: [StubResponse] = []
    ) async throws -> SavedComparison {
        let transport = StubTransport([
            stub(.get, Self.searchURL, returning: .sequence(videos)),
            stub(.get, Self.repositoriesURL, returning: .sequence(repositories)),
        ])
        let seek = SeekClient(.stubbed(transport))
        let kinds: [SearchHit.Kind] = repositories.isEmpty ? [.video] : [.video, .repository]
        let first = await seek.run(SavedSearch(name: "n", query: FederatedQuery("q", kinds: kinds, limit: limit)))
        return await seek.run(first.search).comparison
    }

    @Test("a result that moves below the limit is not removed")
    func slipped() async throws {
        let comparison = try await secondRun(
            limit: 2,
            [Self.page(["a", "b", "c"], next: "2"), Self.page(["x", "a", "b"], next: "2")]
        )
        #expect(comparison.new.map(\.id) == ["youtube:video:x"])
        #expect(comparison.unchanged.map(\.id) == ["youtube:video:a", "youtube:video:b"])
        #expect(comparison.removed.isEmpty)
        #expect(comparison.dropped.isEmpty)
    }

    @Test("a result that moves back above the limit is not new")
    func returned() async throws {
        let pages = [["a", "b", "c"], ["x", "a", "b"], ["a", "b", "x"]].map { Self.page($0, next: "2") }
        let seek = SeekClient(.stubbed(StubTransport([stub(.get, Self.searchURL, returning: .sequence(pages))])))
        var search = SavedSearch(name: "n", query: FederatedQuery("q", kinds: [.video], limit: 2))
        for _ in 0..<2 { search = await seek.run(search).search }
        #expect(await seek.run(search).comparison.isEmpty)
    }

    @Test("a result that is missing from the fetched pages is removed only if there are no other pages")
    func absent() async throws {
        let partial = try await secondRun(
            limit: 2,
            [Self.page(["a", "b"], next: "2"), Self.page(["a", "x"], next: "2")]
        )
        #expect(partial.removed.isEmpty)
        #expect(partial.dropped.map(\.id) == ["youtube:video:b"])
        let complete = try await secondRun(limit: 2, [Self.page(["a", "b"]), Self.page(["a"])])
        #expect(complete.removed.map(\.id) == ["youtube:video:b"])
        #expect(complete.dropped.isEmpty)
    }

    @Test("results that another source pushes below the limit are not removed")
    func pushedOut() async throws {
        let comparison = try await secondRun(
            limit: 2,
            [Self.page([]), Self.page(["a", "b"])],
            [Self.repositories([1, 2]), Self.repositories([1, 2])]
        )
        #expect(comparison.new.map(\.id) == ["youtube:video:a"])
        #expect(comparison.removed.isEmpty)
        #expect(comparison.dropped.isEmpty)
        #expect(comparison.unchanged.count == 2)
    }

    @Test("results that take the place of those of a failed source are not new")
    func failedSource() async throws {
        let comparison = try await secondRun(
            limit: 4,
            [Self.page(["a", "b", "c"]), .status(500)],
            [Self.repositories([1, 2, 3]), Self.repositories([4, 1, 2, 3])]
        )
        #expect(comparison.new.map(\.id) == ["github:repository:4"])
        #expect(comparison.unchanged.map(\.id) == ["github:repository:1", "github:repository:2"])
        #expect(comparison.dropped.isEmpty)
    }

    @Test("results that are missing from a response that timed out on the server are retained")
    func incomplete() async throws {
        let incomplete = StubResponse.json(["total_count": 0, "incomplete_results": true, "items": []])
        let comparison = try await secondRun(
            limit: 2,
            [Self.page(["a"]), Self.page(["a"])],
            [Self.repositories([1]), incomplete]
        )
        #expect(comparison.isEmpty)
    }

    @Test("results of a source that the changed query does not search are removed, and not retained")
    func unsearched() async throws {
        let transport = StubTransport([
            stub(.get, Self.searchURL, returning: Self.page(["a"])),
            stub(.get, Self.repositoriesURL, returning: Self.repositories([1])),
        ])
        let seek = SeekClient(.stubbed(transport))
        var search = await seek.run(SavedSearch(name: "n", query: FederatedQuery("q"))).search
        search.query.kinds = [.repository]
        let run = await seek.run(search)
        #expect(run.comparison.removed.map(\.id) == ["youtube:video:a"])
        #expect(run.search.lastHits.map(\.source) == ["github"])
    }

    @Test("a source with results that cannot be decoded reports none as removed")
    func skipped() async throws {
        let broken = StubResponse.json(["items": [["id": ["videoId": ""]], ["id": nil]]])
        let comparison = try await secondRun(limit: 2, [Self.page(["a", "b"]), broken])
        #expect(comparison.removed.isEmpty)
    }

    @Test("an unreachable source fails, even if an older response is stored")
    func outage() async throws {
        let page: JSONValue = ["items": [["id": 1, "name": "r", "html_url": "https://github.com/o/r"]]]
        let server = try LoopbackServer { _ in .response(HTTPResponse(json: page)) }
        let folder = try TemporaryFolder()
        var configuration = SeekConfiguration.withoutFolders
        configuration.cacheFolder = folder.url
        configuration.gitHubBaseURL = server.baseURL
        configuration.client.cacheMode = .reload
        configuration.client.clock = ImmediateClock()
        let seek = SeekClient(configuration)
        let first = await seek.run(SavedSearch(name: "n", query: FederatedQuery("q", kinds: [.repository])))
        try #require(first.comparison.new.count == 1)
        server.stop()
        let second = await seek.run(first.search)
        #expect(second.result.error != nil)
        #expect(second.search.lastRunAt == first.search.lastRunAt)
    }
}
