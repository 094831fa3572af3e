import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The results of searches")
struct SearchResultsTests {
    @Test("a page of stored results costs nothing")
    func stored() async throws {
        let site = try Site()
        let first = try await site.json("/api/v1/search?q=swift")
        let requestCount = site.context.server.received.count
        let again = try await site.json("/api/v1/search?q=swift")
        #expect(first["quotaCost"] == 2)
        #expect(first["detailsCost"] == 1)
        #expect(again["quotaCost"] == 0)
        #expect(again["detailsCost"] == 0)
        #expect(again["results"] == first["results"])
        #expect(again["sources"].array?.allSatisfy { $0["provenance"]["source"] == "memory" } == true)
        #expect(site.context.server.received.count == requestCount)
    }

    @Test("grouped results contain a page of each source")
    func grouped() async throws {
        let page = try await Site().json("/api/v1/search?q=swift&view=grouped")
        let results = page["results"].array ?? []
        #expect(results.count == 50)
        #expect(results.prefix(25).allSatisfy { $0["provider"] == "youtube" && $0["kind"] == "video" })
        #expect(results.suffix(25).allSatisfy { $0["provider"] == "github" && $0["kind"] == "repository" })
        #expect(!page["next"].isNull)
    }

    @Test("an offline search finds stored results and highlights the matches")
    func offline() async throws {
        let site = try Site()
        let requestCount = try await site.requestCountAfterSearch {
            let page = try await site.json("/api/v1/search?q=swif&offline=1&kinds=repository")
            #expect(page["sources"].array?.map(\.["name"]) == ["offline"])
            let titles = page["results"].array?.map(\.["highlights"]["title"]) ?? []
            #expect(titles.contains { $0.array?.contains { $0["isMatch"] == true } == true })
            #expect(page["results"].array?.allSatisfy { $0["kind"] == "repository" } == true)
            #expect(page["totalCount"] == page["sources"][0]["resultCount"])
        }
        #expect(requestCount == 0)
    }

    @Test("an offline search without a cache has a message")
    func offlineWithoutCache() async throws {
        let site = Site(try WebContext(configure: { $0.cacheFolder = nil }))
        let source = try await site.json("/api/v1/search?q=swift&offline=1")["sources"][0]
        #expect(source["state"] == "failed")
        #expect(source["message"].string?.contains("SEEK_CACHE_DIR") == true)
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
        let source = try await Site(context).json("/api/v1/search?q=swift&offline=1")["sources"][0]
        #expect(source["message"] == "Stored results cannot be searched; see the log of the server.")
        #expect(reports.withLock { $0.contains { $0.contains(folder.path) } })
    }

    @Test("sort and dates are sent to both services")
    func sortAndDates() async throws {
        let site = try Site()
        _ = try await site.results("q=swift&sort=popularity&since=2025-01-01&until=2025-06-30")
        let queries = site.context.server.received.map { QueryParameters(of: $0.url).items }
        func values(_ name: String) -> Set<String> {
            Set(queries.flatMap { $0 }.filter { $0.name == name }.map(\.value))
        }
        #expect(values("order") == ["viewCount"])
        #expect(values("sort") == ["stars"])
        #expect(values("publishedAfter") == ["2025-01-01T00:00:00Z"])
        #expect(values("publishedBefore") == ["2025-06-30T23:59:59Z"])
        #expect(values("q") == ["swift", "swift pushed:2025-01-01T00:00:00Z..2025-06-30T23:59:59Z"])
    }
}
