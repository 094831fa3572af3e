import Foundation
import Seek
import SeekTestHelpers
import Testing

@Suite("A federated search of the client")
struct FederationTests {
    private let context: SampleContext
    private let seek: SeekClient

    init() throws {
        context = try SampleContext()
        seek = context.client
    }

    @Test("finds videos and repositories in one list, weighted")
    func search() async throws {
        var options = FederationOptions()
        options.limit = 10
        options.weights = ["github": 0.5]
        let result = await seek.search("swift", options)
        #expect(result.sources.map(\.name) == ["youtube", "github"])
        #expect(result.failures.isEmpty)
        #expect(result.hits.count == 10)
        #expect(result.hits.first?.kind == .video)
        #expect(result.hits.flatMap(\.reasons).allSatisfy { $0.weight == ($0.provider == "github" ? 0.5 : 1) })
    }

    @Test("searches the requested kinds and custom providers")
    func kinds() async {
        struct Notes: SearchProvider {
            let name = "notes"
            func response(for text: String, limit: Int) async throws(SearchError) -> ProviderResponse {
                ProviderResponse(hits: [SearchHit(id: "1", kind: "note", source: name, title: text)])
            }
        }
        var options = FederationOptions()
        options.kinds = [.playlist, .channel, "note"]
        var last: FederatedResult?
        for await result in seek.updates(for: "swift", options) { last = result }
        #expect(last?.sources.map(\.name) == ["youtube-playlists", "youtube-channels"])
        #expect(last?.isFinal == true)
        #expect(last?.failures.isEmpty == true)
        options.kinds = []
        let own = await seek.federation(options, adding: [.init(Notes())]).search("swift")
        #expect(own.hits.map(\.title) == ["swift"])
    }
}
