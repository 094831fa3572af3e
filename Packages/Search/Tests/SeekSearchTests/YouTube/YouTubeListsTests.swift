import Foundation
import SeekCache
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

private let api = "https://www.googleapis.com/youtube/v3"

@Suite("YouTube lookups and listings")
struct YouTubeListsTests {
    var client: YouTubeClient { YouTubeClient(apiKey: "k", configuration: configuration(.current)) }

    /// Responds to `videos.list` with the requested videos in reverse order, without those whose ids start with `gone`.
    static let echo = StubResponse.closure { request throws(NetworkError) in
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let ids = items.first { $0.name == "id" }?.value?.split(separator: ",") ?? []
        let remaining = ids.reversed().filter { !$0.hasPrefix("gone") }
        return .json(#"{"items":[\#(remaining.map { #"{"id":"\#($0)"}"# }.joined(separator: ","))]}"#)
    }

    @Test(
        "fetches videos 50 at a time without duplicates, and returns them in the order of the ids",
        .stubbed(stub(.get, "\(api)/videos", returning: echo)),
        arguments: [1, 50, 51, 120]
    )
    func batches(count: Int) async throws {
        let ids = (0..<count).map { $0 % 40 == 39 ? "gone\($0)" : "v\($0)" }
        let lookup = try await client.videos(ids + ids.prefix(3))
        #expect(lookup.items.map(\.id) == ids.filter { !$0.hasPrefix("gone") })
        #expect(lookup.missingIDs == ids.filter { $0.hasPrefix("gone") })
        #expect(lookup.quotaCost == (count + 49) / 50)
        #expect(StubTransport.current.received.count == lookup.quotaCost)
    }

    @Test(
        "does not pay again for the batches before one that failed, if it has a store",
        .stubbed(stub(.get, "\(api)/videos", returning: .sequence([echo, echo, .status(400), echo])))
    )
    func failedBatch() async throws {
        var settings = configuration(.current)
        settings.store = MemoryStore(costLimit: 32 << 20)
        let client = YouTubeClient(apiKey: "k", configuration: settings)
        let ids = (0..<120).map { "v\($0)" }
        await #expect(throws: SearchError.self) { try await client.videos(ids) }
        let lookup = try await client.videos(ids)
        #expect(lookup.items.map(\.id) == ids)
        #expect(lookup.quotaCost == 1)
    }

    @Test(
        "reports the playlist or the channel that does not exist",
        .stubbed(
            stub(.get, "\(api)/playlistItems", returning: .status(404)),
            stub(.get, "\(api)/playlists", returning: .status(404))
        )
    )
    func missingParents() async {
        let client = client
        await #expect(throws: SearchError.notFound(.youTube, "playlist 'PLx'")) {
            try await client.playlistItems(of: "PLx")
        }
        await #expect(throws: SearchError.notFound(.youTube, "channel 'UCx'")) {
            try await client.playlists(ofChannel: "UCx")
        }
    }

    @Test(
        "adds details to the videos of a search; channels and playlists have none",
        .stubbed(
            stub(.get, "\(api)/videos:batchGetStats", returning: .json(file: "youtube/videos")),
            stub(.get, "\(api)/videos", returning: .json(file: "youtube/videos"))
        )
    )
    func details() async throws {
        let page = try ModelDecoder().decode(
            YouTubeSearchPage.self,
            from: try load(.bytes("youtube/search_mixed_kinds.json"))
        )
        let detailed = try await client.details(of: page.items)
        #expect(detailed.map(\.id) == page.items.map(\.id))
        #expect(detailed.map { $0.video?.duration } == [.seconds(6003), nil, nil])
        #expect(
            try await client.details(of: page.items, parts: [.liveStreamingDetails]).map(\.id) == page.items.map(\.id)
        )
        let queries = StubTransport.current.received.map { $0.url.query() ?? "" }
        #expect(queries.count == 2)
        #expect(queries[0].contains("part=id%2Csnippet%2Cstatistics%2CcontentDetails&id=Sw1ftSeek01&"))
        #expect(queries[1].contains("part=liveStreamingDetails&id=Sw1ftSeek01&"))
        let encoded = try JSONEncoder().encode(detailed)
        #expect(try JSONDecoder().decode([YouTubeDetailedItem].self, from: encoded) == detailed)
    }

    @Test("fetches details of the sample API's videos")
    func sampleAPI() async throws {
        let client = try YouTubeClient.ofSampleAPI()
        let page = try await client.search(YouTubeSearchQuery("swift", pageSize: 50))
        let detailed = try await client.details(of: page.items, parts: [.contentDetails, .statistics])
        #expect(detailed.count >= 30)
        #expect(detailed.allSatisfy { $0.video?.duration != nil })
        #expect(detailed.contains { ($0.video?.viewCount ?? 0) > 0 })
    }

    @Test("fetches statistics of the sample API's videos")
    func sampleStatistics() async throws {
        let client = try YouTubeClient.ofSampleAPI()
        let page = try await client.search(YouTubeSearchQuery("swift", pageSize: 50))
        let lookup = try await client.statistics(of: page.items.map(\.id) + ["unknown0000"])
        #expect(lookup.items.map(\.id) == page.items.map(\.id))
        #expect(lookup.items.contains { ($0.viewCount ?? 0) > 0 })
        #expect(lookup.missingIDs == ["unknown0000"])
        #expect(lookup.quotaCost == 1)
    }

    @Test("requests statistics once more if the API reports failures, except from the store alone")
    func failedStatistics() async throws {
        func page(_ ids: [String], failed: [String]) -> StubResponse {
            .json([
                "items": .array(ids.map { ["id": .string($0), "contentDetails": ["duration": "PT1M"]] }),
                "summary": ["failedVideoIds": .array(failed.map(JSONValue.string))],
            ])
        }
        let ids = ["a", "b", "c", "d", "a"]
        let transport = StubTransport([
            stub(
                .get,
                "\(api)/videos:batchGetStats",
                returning: .sequence([
                    page(["d", "a"], failed: ["b", "c", "other"]), page(["b"], failed: ["c"]),
                    .status(400),
                ])
            )
        ])
        var configuration = ClientConfiguration(transport: transport)
        configuration.store = MemoryStore(costLimit: 32 << 20)
        let client = YouTubeClient(apiKey: "k", configuration: configuration)
        let first = try await client.statistics(of: ids)
        #expect(first.items.map(\.id) == ["a", "b", "d"])
        #expect((first.failedIDs, first.missingIDs) == (["c"], []))
        #expect(first.quotaCost == 2)
        // The first response is stored; if the second request fails, its results remain.
        let second = try await client.statistics(of: ids)
        #expect(second.items.map(\.id) == ["a", "d"])
        #expect(second.failedIDs == ["b", "c"])
        let stored = try await client.with { $0.cacheMode = .onlyIfCached }.statistics(of: ids)
        #expect(stored.items.map(\.id) == ["a", "d"])
        #expect(transport.received.count == 3)
    }

    @Test(
        "fetches channels by id and by handle",
        .stubbed(stub(.get, "\(api)/channels", returning: .json(file: "youtube/channels")))
    )
    func channels() async throws {
        let lookup = try await client.channels(["UCseekDemoChannel0000002", "UCseekDemoChannel0000001", "UC0"])
        #expect(lookup.items.map(\.title) == ["夜散歩", "Slow Swift & Friends"])
        #expect(lookup.missingIDs == ["UC0"])
        let channel = try await client.channel(handle: "@slowswift")
        #expect(channel.value.handle == "@slowswift")
        #expect(channel.provenance.attempts == 1)
        #expect(StubTransport.current.received.last?.url.query()?.contains("forHandle=%40slowswift") == true)
    }

    @Test(
        "reports an unknown handle as a channel that does not exist",
        .stubbed(stub(.get, "\(api)/channels", returning: .json(["pageInfo": ["totalResults": 0]])))
    )
    func noChannel() async {
        await #expect { try await client.channel(handle: "@nobody") } throws: {
            $0 as? SearchError == .notFound(.youTube, "channel '@nobody'")
        }
    }

    @Test(
        "lists playlists, playlist items and video categories",
        .stubbed(
            stub(.get, "\(api)/playlists", returning: .json(file: "youtube/playlists")),
            stub(.get, "\(api)/playlistItems", returning: .json(file: "youtube/playlist_items")),
            stub(.get, "\(api)/videoCategories", returning: .json(file: "youtube/video_categories"))
        )
    )
    func lists() async throws {
        let playlists = try await client.playlists(ofChannel: "UCseekDemoChannel0000001", pageSize: 1)
        #expect(playlists.items.map(\.itemCount) == [12])
        #expect(playlists.next?.rawValue == "CAUQAA")
        #expect(playlists.quotaCost == 1)
        #expect(try await client.playlists(["PLseekDemoPlaylist0001"]).items.map(\.title) == ["Concurrency, slowly"])
        let entries = try await client.playlistItems(of: "PLseekDemoPlaylist0001", at: PageCursor(rawValue: "P"))
        #expect(entries.items.count == 2)
        #expect(entries.totalCount == 2)
        #expect(try await client.videoCategories(in: "jp", language: "ja_JP").map(\.id) == ["27", "18"])
        let queries = StubTransport.current.received.map { $0.url.query() ?? "" }
        #expect(queries[0].contains("channelId=UCseekDemoChannel0000001&maxResults=1&"))
        #expect(queries[2].contains("playlistId=PLseekDemoPlaylist0001&maxResults=50&prettyPrint=false&pageToken=P"))
        #expect(queries[3].contains("regionCode=JP&hl=ja_JP"))
    }

    @Test("rejects invalid parameters before a request is sent; a lookup of no ids sends nothing", .stubbed())
    func invalidParameters() async throws {
        func expectRejection(_ call: () async throws -> Void) async {
            await #expect { try await call() } throws: { ($0 as? SearchError)?.stage == .query }
        }
        #expect(try await client.videos([]).quotaCost == 0)
        await expectRejection { _ = try await client.videos(["a", ""]) }
        await expectRejection { _ = try await client.videos(["a,b"]) }
        await expectRejection { _ = try await client.videos(["a"], parts: []) }
        await expectRejection { _ = try await client.videos(["a"], fields: "items(") }
        await expectRejection { _ = try await client.channel(handle: " ") }
        await expectRejection { _ = try await client.playlists(ofChannel: "") }
        await expectRejection { _ = try await client.playlistItems(of: "p", pageSize: 51) }
        await expectRejection { _ = try await client.videoCategories(in: "Japan") }
    }

    @Test(
        "reports the page on which to enable the API for the key's project",
        .stubbed(stub(.get, youTubeSearch, returning: .json(file: "youtube/error_not_enabled", status: 403)))
    )
    func notEnabled() async {
        await #expect { try await client.search("a") } throws: {
            guard case .forbidden(.youTube, _) = $0 as? SearchError else { return false }
            return "\($0)".contains("https://console.developers.google.com/apis/api/youtube.googleapis.com")
        }
    }
}
