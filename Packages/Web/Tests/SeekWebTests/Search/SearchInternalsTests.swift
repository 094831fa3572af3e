import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekWeb

@Suite("Searches with several readers, or with none")
struct SearchInternalsTests {
    @Test("a search that is cancelled before all sources have finished is not counted in the metrics")
    func cancelled() async throws {
        let context = try WebContext(reply: { $0.url.path.hasPrefix("/youtube") ? .fault(.stall) : nil })
        let service = WebSearchService(context.configuration)
        let parameters = try SearchParameters(["q": "swift"])
        // The first update cancels the task.
        let search = Task {
            await service.run(parameters, isRecorded: false) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await search.value
        #expect(!service.metrics.text(quota: QuotaReport()).contains("seek_search_sources_total{"))
    }

    @Test("the readers of a running search receive updates in order, including the last one")
    func readers() async throws {
        let (updates, continuation) = AsyncStream<SearchResults>.makeStream()
        let parameters = try SearchParameters(["q": "swift"])
        let search = RunningSearch(updates, of: parameters)
        // The costs number the updates.
        let received = await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                let updates = search.updates
                group.addTask { await updates.reduce(into: []) { $0.append($1.lookupCost) } }
            }
            for cost in 1...100 { continuation.yield(SearchResults(search: parameters, lookupCost: cost)) }
            continuation.finish()
            return await group.reduce(into: []) { $0.append($1) }
        }
        for costs in received {
            #expect(costs == costs.sorted())
            #expect(costs.last == 100)
        }
        #expect(await search.results(within: .seconds(300)).lookupCost == 100)
    }
}
