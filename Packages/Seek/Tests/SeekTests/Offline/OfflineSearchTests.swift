import Foundation
import Seek
import SeekBasics
import SeekCache
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Offline search")
struct OfflineSearchTests {
    @Test("finds the results of earlier searches and listings without sending a request, also from a new client")
    func findsEarlierResults() async throws {
        let context = try SampleContext().storingResponses()
        let first = context.client
        let result = await first.search("swift")
        _ = try await first.gitHub.userRepositories().page(for: "octocat", at: nil)
        let calls = context.server.received.count
        let octocat = try await first.offlineSearch("octocat")
        #expect(octocat.totalCount > 0)
        await first.close()

        let second = context.client
        let video = try #require(result.hits.first { $0.kind == .video })
        let page = try await second.offlineSearch(video.title, kinds: [.video])
        let match = try #require(page.hits.first { $0.hit.id == video.id })
        #expect(match.hit.url == video.url)
        #expect(match.hit.thumbnail == video.thumbnail)
        #expect(match.hit.date == video.date)
        #expect(match.hit.score > 0)
        #expect(match.title.text == video.title)
        #expect(!match.title.ranges.isEmpty)
        let repositories = try await second.offlineSearch("swift", kinds: [.repository], limit: 3)
        #expect(repositories.hits.count == 3)
        #expect(repositories.nextOffset == 3)
        #expect(repositories.hits.allSatisfy { $0.hit.kind == .repository })
        // A text without words, which would be invalid in SQL and FTS5.
        #expect(try await second.offlineSearch("\"').").hits.isEmpty)
        #expect(context.server.received.count == calls)
        await second.close()
    }

    @Test("finds the results of the README's sample")
    func readme() async throws {
        let context = try SampleContext().storingResponses()
        let seek = context.client

        let result = await seek.search("swift concurrency")  // does not throw: see result.failures
        print(result.hits.map(\.title), result.failures.compactMap(\.problem))
        let page = try await seek.offlineSearch("concurr", kinds: [.video])
        for match in page.hits { print(match.title.marked("[", "]"), match.snippet.text, match.hit.url as Any) }
        await seek.close()  // waits until the results are indexed

        #expect(!result.hits.isEmpty)
        #expect(!page.hits.isEmpty)
    }

    @Test(
        "leaves no responses or indexed words on disk after the cache is cleared",
        arguments: [false, true]
    )
    func clearing(whileIndexing: Bool) async throws {
        let context = try SampleContext().storingResponses()
        let seek = context.client
        let video = try #require(await seek.search("swift").hits.first { $0.kind == .video })
        // An offline search waits until the results are indexed.
        if !whileIndexing { #expect(try await !seek.offlineSearch(video.title).hits.isEmpty) }
        try await seek.clearCache()
        let files = FileManager.default
        let filesWithTitle = try files.subpathsOfDirectory(atPath: context.folder.url.path).filter { name in
            files.contents(atPath: context.folder.path(of: name))?.range(of: Data(video.title.utf8)) != nil
        }
        #expect(filesWithTitle == [])
        #expect(!files.fileExists(atPath: context.folder.path(of: "index")))
        #expect(try await seek.offlineSearch(video.title).hits.isEmpty)
        await seek.close()
    }

    @Test("does not find responses that were removed from the cache")
    func cleaning() async throws {
        struct Everything: CleanupPolicy {
            func itemsToRemove(from items: [CacheItem]) -> [CacheItem] { items }
        }
        let context = try SampleContext().storingResponses()
        let seek = context.client
        _ = try await seek.youTube.search("swift")
        #expect(try await seek.offlineSearch("swift").totalCount > 0)
        _ = try await seek.cache?.clean(policy: Everything())
        #expect(try await seek.offlineSearch("swift").totalCount == 0)
        await seek.close()
    }

    @Test("rebuilds a missing or corrupt index from the cache", arguments: ["missing", "corrupt", "truncated"])
    func rebuilding(kind: String) async throws {
        let context = try SampleContext().storingResponses()
        let first = context.client
        _ = try await first.youTube.search("swift")
        let count = try await first.offlineSearch("swift").totalCount
        #expect(count > 0)
        await first.close()
        let index = context.folder.file("index/index-1.sqlite")
        switch kind {
        case "missing": try FileManager.default.removeItem(at: index.deletingLastPathComponent())
        case "truncated": try Data(contentsOf: index).prefix(20_000).write(to: index)
        default: try Data(repeating: 1, count: 9_000).write(to: index)
        }
        let second = context.client
        #expect(try await second.offlineSearch("swift").totalCount == count)
        await second.close()
    }

    @Test("indexes the new response when a stored one is replaced")
    func replaced() async throws {
        let servedTitle = Mutex("")
        let server = try LoopbackServer { _ in
            let title = JSONValue.string(servedTitle.withLock { $0 })
            let repository: JSONValue = ["id": 1, "name": title, "html_url": "https://github.com/o/r"]
            return .response(HTTPResponse(json: ["items": [repository]]))
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        var configuration = try SeekConfiguration(environment: [
            "SEEK_GITHUB_URL": server.baseURL.absoluteString, "SEEK_CACHE_DIR": folder.url.path(),
        ])
        configuration.client.cacheMode = .reload
        let seek = SeekClient(configuration)
        for title in ["first", "second"] {
            servedTitle.withLock { $0 = title }
            _ = try await seek.gitHub.searchRepositories("r")
            #expect(try await seek.offlineSearch(title).totalCount == 1)
        }
        #expect(try await seek.offlineSearch("first").totalCount == 0)
        await seek.close()
    }

    @Test("throws an error without a cache or a usable index, while online searches still succeed")
    func unusable() async throws {
        let context = try SampleContext().storingResponses()
        var withoutCache = context.configuration
        withoutCache.cacheFolder = nil
        let error = await #expect(throws: OfflineSearchError.noCache) {
            try await SeekClient(withoutCache).offlineSearch("x")
        }
        #expect(error?.description.contains("SEEK_CACHE_DIR") == true)

        // A file at the path of the index folder makes the index unusable.
        _ = try context.folder.write("", to: "index")
        let failures = Mutex(0)
        context.configuration.client.onStoreFailure = { _ in failures.withLock { $0 += 1 } }
        let seek = context.client
        #expect(try await !seek.youTube.search("swift").items.isEmpty)
        let unusable = await #expect(throws: OfflineSearchError.self) { try await seek.offlineSearch("swift") }
        #expect(unusable?.description.contains("cannot be used: Not a directory") == true)
        #expect(failures.withLock { $0 } > 0)
        await seek.close()
    }
}
