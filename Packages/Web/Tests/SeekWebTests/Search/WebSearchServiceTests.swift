import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@testable import SeekWeb

@Suite("The searches of the web app")
struct WebSearchServiceTests {
    @Test("a search without a text has no results and sends no request", arguments: ["", "offline=1"])
    func empty(query: String) async throws {
        let context = try WebContext()
        let results = try await context.service().search(query)
        #expect(results.results.isEmpty)
        #expect(results.sources.isEmpty)
        #expect(!results.hasMore)
        #expect(context.server.received.isEmpty)
    }

    @Test("the merged pages contain each result once, in the order of a single long page")
    func mergedPages() async throws {
        let context = try WebContext()
        let service = context.service()
        var search = try SearchParameters(["q": "swift"])
        var pages: [[String]] = []
        while true {
            let results = await service.search(search)
            pages.append(results.results.map(\.hit.id))
            guard results.hasMore else { break }
            search = search.next
        }
        #expect(pages.count > 2)
        #expect(pages.dropLast().allSatisfy { $0.count == SearchParameters.pageSize })
        let ids = pages.flatMap { $0 }
        #expect(Set(ids).count == ids.count)
        let longPage = try await service.search("q=swift&pages=\(pages.count)")
        #expect(longPage.results.map(\.hit.id) == ids)
        #expect(!longPage.hasMore)
        #expect(longPage.quotaCost == 0)
    }

    @Test("a page of stored results costs nothing")
    func stored() async throws {
        let context = try WebContext()
        let service = context.service()
        let first = try await service.search("q=swift")
        let requestCount = context.server.received.count
        let again = try await service.search("q=swift")
        #expect(first.quotaCost == 2)
        #expect(first.lookupCost == 1)
        #expect(again.quotaCost == 0)
        #expect(again.lookupCost == 0)
        #expect(again.results == first.results)
        #expect(again.sources.allSatisfy { $0.provenance?.isCached == true })
        #expect(context.server.received.count == requestCount)
    }

    @Test("grouped results contain a page of each source")
    func grouped() async throws {
        let context = try WebContext()
        let results = try await context.service().search("q=swift&view=grouped")
        #expect(results.groups.map(\.source.name) == ["youtube", "github"])
        #expect(Set(results.groups.first?.results.map(\.hit.kind) ?? []) == [.video])
        #expect(Set(results.groups.last?.results.map(\.hit.kind) ?? []) == [.repository])
        #expect(results.groups.allSatisfy { $0.results.count == SearchParameters.pageSize })
        #expect(results.hasMore)
    }

    @Test("only the last update is final, and all its sources are completed")
    func updates() async throws {
        let context = try WebContext()
        var updates: [SearchResults] = []
        let search = try SearchParameters(["q": "swift"])
        for await results in context.service().updates(for: search) { updates.append(results) }
        #expect(updates.dropLast().allSatisfy { !$0.isFinal })
        let last = try #require(updates.last)
        #expect(last.isFinal)
        #expect(last.sources.map(\.name) == ["youtube", "github"])
        #expect(last.sources.allSatisfy { $0.state == .completed })
    }

    @Test("a failed source has a message, and the results of the other one remain")
    func failure() async throws {
        let context = try WebContext(reply: {
            $0.url.path().hasPrefix("/youtube") ? .response(HTTPResponse(status: 500)) : nil
        })
        let results = try await context.service().search("q=swift")
        #expect(results.sources.map(\.state) == [.failed, .completed])
        #expect(results.sources[0].message == "YouTube is not available. Try again later.")
        #expect(results.results.allSatisfy { $0.source == "github" })
        #expect(!results.results.isEmpty)
    }

    @Test("an offline search finds stored results and highlights the matches")
    func offline() async throws {
        let context = try WebContext()
        let service = context.service()
        _ = try await service.search("q=swift")
        let requestCount = context.server.received.count
        let results = try await service.search("q=swif&offline=1&kinds=repository")
        #expect(results.sources.map(\.name) == ["offline"])
        #expect(results.results.contains { !$0.title.ranges.isEmpty })
        #expect(results.results.allSatisfy { $0.hit.kind == .repository })
        #expect(results.totalCount == results.sources[0].resultCount)
        #expect(context.server.received.count == requestCount)
    }

    @Test("an offline search without a cache has a message")
    func offlineWithoutCache() async throws {
        let context = try WebContext(configure: { $0.cacheFolder = nil })
        let results = try await context.service().search("q=swift&offline=1")
        #expect(results.sources.map(\.state) == [.failed])
        #expect(results.sources[0].message?.contains("SEEK_CACHE_DIR") == true)
    }

    @Test("an offline search with an unusable index has a message without a path, and reports the error")
    func offlineWithUnusableIndex() async throws {
        let reports = Mutex<[String]>([])
        let context = try WebContext(configure: {
            $0.client.onStoreFailure = { error in reports.withLock { $0.append("\(error)") } }
        })
        let folder = try #require(context.configuration.cacheFolder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A file in place of the index's folder.
        try Data().write(to: folder.appending(path: "index"))
        let results = try await context.service().search("q=swift&offline=1")
        #expect(results.sources[0].message == "Stored results cannot be searched; see the log of the server.")
        #expect(reports.withLock { $0.contains { $0.contains(folder.path) } })
    }

    @Test("a search that is cancelled before all sources have finished is not counted in the metrics")
    func cancelled() async throws {
        let context = try WebContext(reply: { $0.url.path.hasPrefix("/youtube") ? .fault(.stall) : nil })
        let service = context.service()
        let parameters = try SearchParameters(["q": "swift"])
        // The first update cancels the task.
        let search = Task {
            await service.run(parameters, isRecorded: false) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await search.value
        #expect(!service.metrics.text(quota: QuotaReport()).contains("seek_search_sources_total{"))
    }

    @Test("sort and dates are sent to both services")
    func sortAndDates() async throws {
        let context = try WebContext()
        let query = "q=swift&sort=popularity&since=2025-01-01&until=2025-06-30"
        _ = try await context.service().search(query)
        let queries = context.server.received.map { QueryParameters(of: $0.url).items }
        func values(_ name: String) -> Set<String> {
            Set(queries.flatMap { $0 }.filter { $0.name == name }.map(\.value))
        }
        #expect(values("order") == ["viewCount"])
        #expect(values("sort") == ["stars"])
        #expect(values("publishedAfter") == ["2025-01-01T00:00:00Z"])
        #expect(values("publishedBefore") == ["2025-06-30T23:59:59Z"])
        #expect(values("q") == ["swift", "swift pushed:2025-01-01T00:00:00Z..2025-06-30T23:59:59Z"])
    }

    @Test("a title and a description of 10,000 characters are shortened")
    func hostileTitle() async throws {
        let title = String(repeating: "x", count: 10_000)
        let body = """
            {"total_count": 1, "incomplete_results": false, "items": [
            {"id": 1, "name": "\(title)", "html_url": "https://github.com/a/b", "description": "\(title)"}]}
            """
        let context = try WebContext(reply: { $0.url.path().hasPrefix("/search") ? .response(.json(body)) : nil })
        let results = try await context.service().search("q=x&kinds=repository")
        let result = try #require(results.results.first)
        #expect(result.title.text.count == SearchResult.titleLength + 1)
        #expect(result.snippet.text.count == SearchResult.snippetLength + 1)
    }
}
