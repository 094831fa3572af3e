import Foundation
import Seek
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@testable import SeekWeb

@Suite("The details of cards and of single results")
struct CardTests {
    private let videoSearch: SearchParameters

    init() throws { videoSearch = try SearchParameters(["q": "swift", "kinds": "video"]) }

    @Test("each page of videos has durations and views for no unit of quota, and avatars for at most one")
    func cards() async throws {
        let context = try WebContext()
        let service = context.service()
        let results = await service.search(videoSearch)
        #expect(results.lookupCost == 1)
        #expect(results.lookupMessage == nil)
        #expect(results.results.count { $0.hit.duration != nil } > 15)
        #expect(results.results.allSatisfy { $0.hit.count?.unit == .views })
        #expect(results.results.contains { $0.hit.author?.image != nil })
        let twoPages = await service.search(videoSearch.extended)
        #expect(twoPages.lookupCost <= 1)
        #expect(twoPages.results.prefix(25).map(\.hit) == results.results.map(\.hit))
        #expect(twoPages.results.last?.hit.count?.unit == .views)
    }

    @Test("statistics that YouTube fails to return are reported, and those of the other videos are shown")
    func failingStatistics() async throws {
        let all = try WebContext()
        let hit = try #require(await all.service().search(videoSearch).results.first?.hit)
        var configuration = SampleAPIConfiguration()
        configuration.failingStatistics = [try #require(ResultID(hit.id)?.rawID)]
        let context = try WebContext(configuration)
        let results = await context.service().search(videoSearch)
        #expect(results.lookupMessage == "Durations of 1 video are missing: YouTube failed.")
        #expect(results.results.count { $0.hit.count == nil } == 1)
    }

    @Test("if the details of cards are switched off, only the search is requested")
    func withoutDetails() async throws {
        let context = try WebContext()
        let results = await context.service { $0.addsDurationsAndAvatars = false }.search(videoSearch)
        #expect(results.lookupCost == 0)
        #expect(results.results.allSatisfy { $0.hit.duration == nil })
        #expect(context.server.received.allSatisfy { $0.url.path().hasSuffix("/search") })
    }

    @Test("if lookups fail, the results remain, and a message explains what is missing")
    func failure() async throws {
        let context = try WebContext(SampleAPIConfiguration(unitQuota: 0))
        let results = await context.service().search(videoSearch)
        #expect(results.results.count == SearchParameters.pageSize)
        #expect(results.isFinal)
        #expect(results.lookupMessage?.hasPrefix("Durations and avatars are missing: YouTube: ") == true)
    }

    @Test(
        "details have statistics, and their cost is known before they are loaded",
        arguments: [
            ("video", "youtube.units", ["views", "likes"]), ("channel", "youtube.units", ["videos"]),
            ("repository", "core", ["stars", "forks", "open issues"]),
        ]
    )
    func details(kind: String, quota: String, statistics: [String]) async throws {
        let context = try WebContext()
        let service = context.service { $0.addsDurationsAndAvatars = false }
        let hit = try #require(try await service.search("q=swift&kinds=\(kind)").results.first?.hit)
        let requestCount = context.server.received.count
        let cost = try #require(await service.detailsCost(of: hit.id))
        #expect(cost.quota == quota)
        #expect(context.server.received.count == requestCount)
        let details = try await service.details(of: hit.id)
        #expect(details.hit.id == hit.id)
        #expect(details.hit.title == hit.title)
        #expect(Set(statistics).isSubset(of: details.statistics.map(\.name)))
        #expect(details.quotaCost == (kind == "repository" ? 0 : 1))
        #expect(try await service.details(of: hit.id).quotaCost == 0)
        #expect(context.server.received.count == requestCount + 1)
    }

    @Test(
        "the ID of a result without details, or of no result, is an error, and no request is sent",
        arguments: [
            "", "x", "youtube:video:", "youtube:video:a,b", "youtube:video:../x", "youtube:repository:1",
            "github:repository:a", "github:repository:99999999999999999999", "github:issue:1", "notes:video:a",
            "youtube:video:" + String(repeating: "a", count: 101),
        ]
    )
    func invalidID(id: String) async throws {
        let context = try WebContext()
        await #expect(throws: SearchError.noDetails) { try await context.service().details(of: id) }
        #expect(context.server.received.isEmpty)
    }

    @Test("a removed result is an error", arguments: ["youtube:video:gone", "github:repository:1"])
    func removed(id: String) async throws {
        let context = try WebContext()
        let error = await #expect(throws: SearchError.self) { try await context.service().details(of: id) }
        guard case .notFound = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
