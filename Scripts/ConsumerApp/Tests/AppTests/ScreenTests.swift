import Foundation
import Seek
import SeekCache
import SeekNetworking
import Testing

@Suite("Models of screens")
@MainActor
struct ScreenTests {
    @Test("a search model has results, a total count and a quota cost, and loading more is not an error")
    func search() async throws {
        let model = SearchModel(source: try SeekClient.local().gitHub.source(.repositories()))
        #expect(model.phase == .idle)
        model.text = "swift"
        await model.search().value
        #expect(model.phase == .results)
        #expect(model.totalCount.map { $0 >= model.items.count } == true)
        #expect(model.quotaCost == 1)
        await model.loadMore().value
        #expect(model.loadMoreError == nil)
    }

    @Test("a failure has a message for an alert, and ends the search")
    func failure() async throws {
        let model = SearchModel(source: try SeekClient.local { $0.youTubeAPIKey = nil }.youTube.source())
        model.text = "swift"
        await model.search().value
        #expect(model.phase == .failure(.missingCredential(.youTube)))
        #expect(model.errorMessage?.isEmpty == false)
        #expect(!model.isSearching)
    }

    @Test("a refreshed result is not served from the cache")
    func refresh() async throws {
        let seek = try SeekClient.local { $0.client.store = MemoryStore(costLimit: 1 << 20) }
        let source = seek.gitHub.source(.repositories())
        _ = try await source.page(for: "swift", at: nil)
        let model = SearchModel(source: source)
        model.text = "swift"
        await model.search().value
        #expect(model.provenance?.source == .memory)
        await model.refresh()
        #expect(model.provenance?.source == .network)
        #expect(model.refreshError == nil)
    }

    @Test("the repositories of a user are listed")
    func repositories() async throws {
        let list = GitHubRepositoryListModel(client: try SeekClient.local().gitHub)
        await list.load(user: "octocat")
        #expect(!list.repositories.isEmpty)
    }
}
