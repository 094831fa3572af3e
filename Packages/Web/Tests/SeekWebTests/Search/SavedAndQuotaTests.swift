import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@testable import SeekWeb

@Suite("Saved searches, quotas and health")
struct SavedAndQuotaTests {
    @Test(
        "a search is saved, found again, run and removed",
        arguments: [
            "q=swift", "q=swift&kinds=video&sort=date", "q=swift&kinds=repository&sort=popularity", "q=a&kinds=issue",
            "q=swift&kinds=video,user&since=2010-01-01&sort=date", "q=swift&kinds=repository&language=swift",
        ]
    )
    func saved(query: String) async throws {
        let context = try WebContext()
        let service = context.service()
        let search = try SearchParameters(encoded: query)
        try await service.save(search, as: "mine")
        #expect(try await service.savedSearches().map(\.parameters) == [search])
        #expect(try await service.savedSearch(named: "mine").changes == nil)
        let run = try await service.runSavedSearch(named: "mine")
        #expect(run.isStored)
        #expect(!run.comparison.new.isEmpty)
        #expect(try await service.savedSearch(named: "mine").changes == nil)
        _ = try await service.runSavedSearch(named: "mine")
        #expect(try await service.savedSearch(named: "mine").changes?.isEmpty == true)
        #expect(try await service.removeSavedSearch(named: "mine"))
        #expect(try await !service.removeSavedSearch(named: "mine"))
        #expect(try await service.savedSearches().isEmpty)
    }

    @Test(
        "the error for a search that cannot be saved explains the reason",
        arguments: [
            ("", "Enter a search text"), ("q=a&kinds=code&since=2026-01-01", "cannot search code by date"),
            ("q=a&region=Japan", "region code"),
        ]
    )
    func unsupported(query: String, message: String) async throws {
        let context = try WebContext()
        let error = await #expect(throws: WebSearchService.SavingError.self) {
            try await context.service().save(SearchParameters(encoded: query), as: "mine")
        }
        #expect(error?.message.contains(message) == true)
    }

    @Test("saving a search with an existing name is an error, unless the existing search is to be replaced")
    func replacing() async throws {
        let context = try WebContext()
        let service = context.service()
        try await service.save(SearchParameters(encoded: "q=a"), as: "mine")
        await #expect(throws: WebSearchService.SavingError.store(.exists("mine"))) {
            try await service.save(SearchParameters(encoded: "q=b"), as: "mine")
        }
        try await service.save(SearchParameters(encoded: "q=b"), as: "mine", replacing: true)
        #expect(try await service.savedSearch(named: "mine").parameters.text == "b")
    }

    @Test("without a state folder, saved searches cannot be listed, read, removed or run")
    func noFolder() async throws {
        let context = try WebContext(configure: { $0.stateFolder = nil })
        let service = context.service()
        await #expect(throws: SavedSearchError.noFolder) { try await service.savedSearches() }
        await #expect(throws: SavedSearchError.noFolder) { try await service.savedSearch(named: "a") }
        await #expect(throws: SavedSearchError.noFolder) { try await service.removeSavedSearch(named: "a") }
        await #expect(throws: SavedSearchError.noFolder) { try await service.runSavedSearch(named: "a") }
    }

    @Test("quotas of YouTube are counted, and GitHub's limits are known after a search")
    func quota() async throws {
        let context = try WebContext()
        let service = context.service { $0.addsDurationsAndAvatars = false }
        let before = await service.quota()
        #expect(before.usages.map(\.name) == ["youtube.search", "youtube.units", "youtube.stats"])
        #expect(before.usages.first?.remaining == 100)
        #expect(before.messages == ["GitHub's limits are known after the first search of GitHub."])
        _ = try await service.search("q=swift")
        let after = await service.quota()
        #expect(after.usages.first?.remaining == 99)
        #expect(after.usages.last?.service == "GitHub")
        #expect(after.usages.last?.name == "search")
        #expect(after.usages.last?.remaining == 29)
        #expect(after.messages.isEmpty)
    }

    @Test("an exhausted quota of YouTube has no remaining calls")
    func exhausted() async throws {
        let context = try WebContext(SampleAPIConfiguration(searchQuota: 0))
        let service = context.service()
        let results = try await service.search("q=swift&kinds=video")
        #expect(results.sources.first?.message?.hasPrefix("YouTube: ") == true)
        let usage = await service.quota().usages.first
        #expect(usage?.isExhausted == true)
        #expect(usage?.remaining == 0)
    }

    @Test("a rate limit has all its calls again after its reset")
    func resetLimit() async throws {
        let offset = Mutex(0.0)
        let context = try WebContext(configure: {
            $0.client.now = { Date(timeIntervalSinceNow: offset.withLock { $0 }) }
        })
        let service = context.service()
        _ = try await service.search("q=swift&kinds=repository")
        func usage() async throws -> QuotaReport.Usage {
            try #require(await service.quota().usages.first { $0.service == "GitHub" })
        }
        let used = try await usage()
        #expect(used.remaining < used.limit)
        offset.withLock { $0 = 2 * 86_400 }
        #expect(try await usage().remaining == used.limit)
    }

    @Test("without a key for YouTube, quotas and health explain what to do")
    func noKey() async throws {
        let context = try WebContext(configure: { $0.youTubeAPIKey = nil })
        let service = context.service()
        #expect(await service.quota().messages.first?.contains("YOUTUBE_API_KEY") == true)
        #expect(!service.health().isHealthy)
        #expect(service.health().checks.first { $0.state == .degraded }?.message?.contains("YOUTUBE_API_KEY") == true)
    }

    @Test("a service whose latest search failed is degraded until another search succeeds")
    func failedService() async throws {
        let isFailing = Mutex(true)
        let context = try WebContext(reply: { request in
            guard isFailing.withLock({ $0 }), request.url.path.hasPrefix("/youtube") else { return nil }
            return .response(HTTPResponse(status: 503))
        })
        let service = context.service()
        _ = try await service.search("q=swift")
        let failed = service.health().checks.filter { $0.state == .degraded }
        #expect(failed.map(\.name) == ["youtube"])
        #expect(failed.first?.message == "The latest search failed: YouTube is not available. Try again later.")
        // An invalid search does not show whether the service works, so the failure remains.
        _ = try await service.search("q=\(String(repeating: "a", count: 900))")
        #expect(!service.health().isHealthy)
        isFailing.withLock { $0 = false }
        _ = try await service.search("q=sqlite")
        #expect(service.health().isHealthy)
    }

    @Test("the health of a service changes with runs of saved searches, and not with stored responses")
    func storedResponse() async throws {
        let isFailing = Mutex(false)
        let context = try WebContext(reply: { request in
            guard isFailing.withLock({ $0 }), request.url.path.hasPrefix("/youtube") else { return nil }
            return .response(HTTPResponse(status: 503))
        })
        let service = context.service()
        try await service.save(SearchParameters(encoded: "q=swift"), as: "mine")
        _ = try await service.search("q=sqlite")
        isFailing.withLock { $0 = true }
        _ = try await service.runSavedSearch(named: "mine")
        #expect(service.health().checks.filter { $0.state == .degraded }.map(\.name) == ["youtube"])
        _ = try await service.search("q=sqlite")
        #expect(!service.health().isHealthy)
        isFailing.withLock { $0 = false }
        _ = try await service.runSavedSearch(named: "mine")
        #expect(service.health().isHealthy)
    }

    @Test("a service with a used-up quota is degraded until the reset")
    func exhaustedHealth() async throws {
        let clock = Mutex(Date())
        let context = try WebContext(SampleAPIConfiguration(searchQuota: 0)) { configuration in
            configuration.client.now = { clock.withLock { $0 } }
        }
        let service = context.service()
        _ = try await service.search("q=swift&kinds=video")
        #expect(service.health().checks.first { $0.state == .degraded }?.name == "youtube")
        clock.withLock { $0 += 86_400 }
        #expect(service.health().isHealthy)
    }

    @Test("health names the parts that are off or have failed")
    func health() async throws {
        let context = try WebContext()
        let complete = context.service().health()
        #expect(complete.isHealthy)
        #expect(complete.checks.filter { $0.state == .off }.map(\.name) == ["redis"])
        let minimal = try WebContext(configure: {
            ($0.cacheFolder, $0.stateFolder, $0.gitHubToken) = (nil, nil, nil)
        })
        #expect(
            minimal.service().health().checks.filter { $0.state == .off }.map(\.name)
                == ["github", "cache", "state", "redis"]
        )
        let unusable = try WebContext(configure: { $0.cacheFolder = URL(filePath: "/proc/none") })
        let report = unusable.service().health()
        #expect(report.checks.contains { $0.name == "cache" && $0.state == .degraded })
        #expect(!report.isHealthy)
    }

    @Test("the history contains searches but not their further pages")
    func history() async throws {
        let context = try WebContext()
        let service = context.service { $0.addsDurationsAndAvatars = false }
        _ = try await service.search("q=swift&offline=1")
        _ = await service.search(try SearchParameters(encoded: "q=swift&kinds=issue&offline=1").next)
        #expect(await service.history.entries.map(\.search.query.encoded) == ["q=swift&offline=1"])
    }
}
