import Foundation
import Seek
import SeekTestHelpers
import Testing

/// Fetches all pages of both APIs over a socket and decodes every item in strict mode.
@Suite("The client over the sample server")
struct SeekSampleAPITests {
    private let context: SampleContext
    private let seek: SeekClient

    init() throws {
        context = try SampleContext()
        context.configuration.client.decodingMode = .strict()
        seek = context.client
    }

    /// Returns the items of all pages, and records an issue if more than `limit` calls are needed.
    private func allItems<Item>(
        of source: some SearchSource<Item>,
        _ text: String,
        calls limit: Int
    ) async throws -> [Item] {
        var items: [Item] = []
        var calls = 0
        for try await page in source.pages(for: text) {
            items += page.items
            calls += page.quotaCost
            if calls > limit { break }
        }
        #expect(calls <= limit)
        return items
    }

    @Test("returns each video once, in the same order for any page size", arguments: [("東京 夜景", 6), ("swift", 30)])
    func videos(text: String, minimum: Int) async throws {
        let inLargePages = try await allItems(of: seek.youTube.source { $0.pageSize = 50 }, text, calls: 2)
        let inSmallPages = try await allItems(of: seek.youTube.source { $0.pageSize = 5 }, text, calls: 20)
        #expect(inLargePages.count >= minimum)
        #expect(inSmallPages.map(\.id) == inLargePages.map(\.id))
        #expect(Set(inSmallPages.map(\.id)).count == inSmallPages.count)
    }

    @Test("finds channels and playlists")
    func kinds() async throws {
        for kind in [YouTubeSearchItem.Kind.channel, .playlist] {
            let items = try await allItems(of: seek.youTube.source(of: kind), "swift", calls: 2)
            #expect(!items.isEmpty)
            #expect(items.allSatisfy { $0.kind == kind })
        }
    }

    @Test("fetches durations and statistics, and live broadcasts, of all results in one more request each")
    func details() async throws {
        var query = YouTubeSearchQuery("swift", pageSize: 50)
        query.channelID = "UCYlG8pjIwQjRIq56SYslnJA"
        let items = try await seek.youTube.search(query).items
        let statistics = try await seek.youTube.details(of: items)
        #expect(statistics.map(\.id) == items.map(\.id))
        #expect(statistics.allSatisfy { $0.video?.duration != nil && $0.video?.viewCount != nil })
        let detailed = try await seek.youTube.details(of: items, parts: [.liveStreamingDetails])
        #expect(detailed.map(\.id) == items.map(\.id))
        let live = try #require(detailed.first { $0.item.liveState == .live }?.video?.live)
        #expect(live.concurrentViewers == 87)
        #expect(live.actualStart != nil)
        #expect(live.actualEnd == nil)
        let upcoming = try #require(detailed.first { $0.item.liveState == .upcoming }?.video?.live)
        #expect(upcoming.scheduledStart != nil)
        #expect(upcoming.actualStart == nil)
        #expect(context.server.received.count == 3)
    }

    @Test("follows pagination links and returns each repository once")
    func repositories() async throws {
        let matches = try await allItems(of: seek.gitHub.source(.repositories(), pageSize: 10), "swift", calls: 10)
        #expect(matches.count >= 35)
        #expect(Set(matches.map(\.id)).count == matches.count)
        let many = try await allItems(of: seek.gitHub.userRepositories(pageSize: 100), "manyrepos", calls: 3)
        #expect(many.count > 100)
        #expect(Set(many.map(\.id)).count == many.count)
        #expect(try await allItems(of: seek.gitHub.userRepositories(), "octocat", calls: 1).count >= 8)
        #expect(try await allItems(of: seek.gitHub.userRepositories(), "emptyhanded", calls: 1).isEmpty)
    }
}
