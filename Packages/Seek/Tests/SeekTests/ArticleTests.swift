import Foundation
import Seek
import SeekTestHelpers
import Testing

/// The samples of the articles of this module. That of “Getting started” is part of `Scripts/ConsumerApp`.
@Suite("The articles")
struct ArticleTests {
    private let context: SampleContext
    private let seek: SeekClient

    init() throws {
        context = try SampleContext().storingResponses()
        seek = context.client
    }

    // The next three functions are not called, because their clients would use the user's own folders.

    private func makeClient(key: String) -> SeekClient {
        let seek = SeekClient(SeekConfiguration(youTubeAPIKey: key))
        return seek
    }

    private func makeCachingClient(key: String) -> SeekClient {
        var configuration = SeekConfiguration(youTubeAPIKey: key)
        configuration.client.searchTimeToLive = .seconds(3_600)  // 15 minutes by default
        let seek = SeekClient(configuration)
        return seek
    }

    private func makeLimitedClient(key: String) -> SeekClient {
        var configuration = SeekConfiguration(youTubeAPIKey: key)
        configuration.client.budget = CallBudgetMiddleware(10)  // at most 10 calls
        let seek = SeekClient(configuration)
        return seek
    }

    @Test("a repeated search is served from memory")
    func provenance() async throws {
        for source in [Provenance.Source.network, .memory] {
            let page = try await seek.youTube.search("swift")
            print(page.provenance, page.quotaCost)
            // network 1, and the second time: memory, 0 s old 0
            #expect(page.provenance.source == source)
        }
    }

    @Test("a call can have different options")
    func options() async throws {
        // Contacts the servers, and stores their responses.
        let fresh = seek.with { $0.cacheMode = .reload }
        let result = await fresh.search("swift concurrency")

        // Waits for 5 seconds at most.
        let limited = seek.gitHub.with { $0.timeout = .seconds(5) }
        let page = try await limited.searchRepositories("swift")

        #expect(!result.hits.isEmpty)
        #expect(!page.items.isEmpty)
    }

    @Test("the results of an earlier search are found offline")
    func offline() async throws {
        _ = await seek.search("swift concurrency")

        let page = try await seek.offlineSearch("concurr", kinds: [.video])
        for match in page.hits {
            print(match.title.marked("[", "]"), match.hit.url as Any)
        }

        #expect(!page.hits.isEmpty)
    }

    @Test("the cost is estimated before a search")
    func estimate() async throws {
        let query = YouTubeSearchQuery("swift")
        let estimate = try await seek.youTube.dryRun(query, pages: 3)  // sends nothing
        print(estimate.cost, estimate.quota?.remaining ?? 0, estimate.isAffordable)
        // 3 100 true

        #expect(estimate.cost == 3)
        #expect(estimate.quota?.remaining == 100)
        #expect(estimate.isAffordable)
    }

    @Test("a page of a sequence costs one call, and none when it is served again from the cache")
    func pages() async throws {
        let pages = seek.youTube.pages(for: YouTubeSearchQuery("swift", pageSize: 50))
        for try await page in pages {  // each page costs one call
            print(page.items.count, page.quotaCost)
        }
        for try await video in pages.items(limit: 60) {  // at most two calls
            print(video.title)
        }

        // The sample data fits into one page.
        #expect(context.server.received.count == 1)
    }

    @Test("the sample that handles an exhausted quota compiles and runs")
    func exhausted() async throws {
        do {
            let page = try await seek.youTube.search("swift")
            if page.provenance.isStale { print("an older result:", page.provenance) }
        } catch SearchError.limitReached(_, let limit) {
            print(limit)
            // today's quota is used up; it resets at midnight Pacific time, …
        } catch {
            print(error)
        }
        #expect(await seek.youTube.quota().first?.used == 1)
    }

    @Test("GitHub reports its limits")
    func rateLimits() async throws {
        _ = try await seek.gitHub.searchUsers("octo", at: nil)
        print(seek.gitHub.rateLimits.limits["search"]?.remaining ?? 0)  // 29
        let limits = try await seek.gitHub.rateLimitStatus()
        print(limits.first { $0.resource == "core" }?.limit ?? 0)  // 5000

        #expect(limits.first { $0.resource == "core" }?.limit == 5000)
        #expect(seek.gitHub.rateLimits.limits["search"]?.remaining == 29)
    }

    @Test("the sample of a screen compiles and shows results")
    @MainActor
    func screen() async {
        let model = SearchModel(
            source: seek.gitHub.source(.repositories()),
            debounce: .milliseconds(400)
        )
        model.text = "swift"  // starts a search after 400 ms
        await model.search().value  // or at once
        model.rowAppeared(at: model.items.count - 1)  // loads the next page

        switch model.phase {
        case .idle: print("nothing was searched")
        case .searching: print("show the indicator")
        case .results: print("\(model.items.count) of \(model.totalCount ?? 0)")
        case .failure(let error): print(error.message)  // retry() repeats the search
        }
        if let error = model.loadMoreError {
            print(error.message)  // the rows remain; retry() loads the page again
        }
        model.source = seek.gitHub.source(.repositories(sort: .stars))  // repeats the search
        await model.refresh()  // bypasses the cache

        #expect(model.phase == .results)
    }
}
