import Foundation
import Seek
import Testing

@Suite("Federated search")
struct FederatedTests {
    /// Notes of the app, as another source.
    private struct Notes: SearchSource {
        let name = "notes"

        func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<SearchHit> {
            SearchPage(items: [SearchHit(id: "notes:1", kind: "note", source: name, title: "About \(text)")])
        }
    }

    @Test("results of both APIs and of the app are merged")
    func merged() async throws {
        let query = FederatedQuery("swift", limit: 50)
        let result = await (try SeekClient.local()).federation(of: query, adding: [.init(Notes())]).search(query.text)
        #expect(result.failures.isEmpty)
        #expect(Set(result.hits.map(\.source)) == ["youtube", "github", "notes"])
    }

    @Test("a source that fails does not affect the others")
    func failure() async throws {
        let result = await (try SeekClient.local { $0.youTubeAPIKey = nil }).search("swift")
        #expect(!result.hits.isEmpty)
        #expect(result.failures.map(\.name) == ["youtube"])
        #expect(result.failures.first?.problem?.isEmpty == false)
    }
}
