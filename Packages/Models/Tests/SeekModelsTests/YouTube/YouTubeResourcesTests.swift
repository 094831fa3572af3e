import Foundation
import SeekModels
import SeekTestHelpers
import Testing

@Suite("Resources of YouTube's list methods")
struct YouTubeResourcesTests {
    func page<Item: Decodable & Sendable>(_ type: Item.Type, _ name: String) throws -> YouTubeListPage<Item> {
        try ModelDecoder().decode(YouTubeListPage<Item>.self, from: load(.bytes("youtube/\(name).json")))
    }

    @Test("A video has the properties of the requested parts; the other properties are nil or empty")
    func videos() throws {
        let page = try page(YouTubeVideo.self, "videos")
        #expect(page.items.map(\.id) == ["Sw1ftSeek02", "Sw1ftSeek01"])
        #expect(page.skipped.map(\.description) == ["items[2].id: is empty"])
        #expect(page.totalResults == 3)
        let broadcast = page.items[0]
        #expect(broadcast.title == "東京の夜景を歩く & more")
        #expect(broadcast.description == "")
        #expect(broadcast.channelID == "UCseekDemoChannel0000002")
        #expect(broadcast.channelTitle == "夜散歩")
        #expect(broadcast.publishedAt == Date(timeIntervalSince1970: 1_763_602_215.25))
        #expect(broadcast.thumbnails.keys.sorted() == ["default"])
        #expect(broadcast.tags == ["東京", "夜景"])
        #expect(broadcast.categoryID == "19")
        #expect(broadcast.liveState == .live)
        #expect(broadcast.duration == .zero)
        #expect(broadcast.definition == "hd")
        #expect(broadcast.hasCaptions == false)
        #expect(broadcast.viewCount == 9_007_199_254_740_993)
        #expect(broadcast.likeCount == nil)
        #expect(broadcast.commentCount == nil)
        #expect(broadcast.privacyStatus == .public)
        #expect(broadcast.isEmbeddable == false)
        #expect(broadcast.license == "creativeCommon")
        #expect(
            broadcast.live
                == YouTubeLiveDetails(
                    scheduledStart: Date(timeIntervalSince1970: 1_763_602_200),
                    actualStart: Date(timeIntervalSince1970: 1_763_602_215),
                    concurrentViewers: 512
                )
        )
        let recording = page.items[1]
        #expect(recording.title == nil)
        #expect(recording.live == nil)
        #expect(recording.thumbnails.isEmpty)
        #expect(recording.privacyStatus == nil)
        #expect(recording.duration == .seconds(6003))
        #expect(recording.hasCaptions == true)
        #expect(recording.viewCount == 1250)
        #expect(recording.likeCount == 98)
        #expect(recording.commentCount == 7)
    }

    @Test(
        "An invalid, negative or too large count is nil",
        arguments: ["-1", #""-1""#, "-9223372036854775808", "1e300", "9223372036854775808", #""1e3""#, "true", "null"]
    )
    func invalidCounts(number: String) throws {
        let json = """
            {"id":"v","snippet":{"thumbnails":{"uhd":
            {"url":"https://i.ytimg.com/a","width":\(number),"height":\(number)}}},
            "statistics":{"viewCount":\(number),"likeCount":\(number),"commentCount":\(number)}}
            """
        let video = try ModelDecoder().decode(YouTubeVideo.self, from: Data(json.utf8))
        #expect(video.viewCount == nil)
        #expect(video.likeCount == nil)
        #expect(video.commentCount == nil)
        #expect(video.thumbnails["uhd"]?.width == nil)
        #expect(video.thumbnails["uhd"]?.height == nil)
        let page = #"{"items":[],"pageInfo":{"totalResults":\#(number)}}"#
        #expect(try ModelDecoder().decode(YouTubeSearchPage.self, from: Data(page.utf8)).totalResults == nil)
        #expect(
            try ModelDecoder().decode(YouTubeListPage<YouTubeVideo>.self, from: Data(page.utf8)).totalResults == nil
        )
    }

    @Test("Thumbnails with unknown names are decoded", arguments: ["fhd", "qhd", "uhd", "8k"])
    func thumbnailSizes(name: String) throws {
        let json = #"{"id":"v","snippet":{"thumbnails":{"\#(name)":{"url":"https://i.ytimg.com/a","width":1920}}}}"#
        let video = try ModelDecoder().decode(YouTubeVideo.self, from: Data(json.utf8))
        #expect(video.thumbnails[name]?.width == 1920)
    }

    @Test("A channel has its handle, counts and uploads; a hidden count is nil")
    func channels() throws {
        let page = try page(YouTubeChannel.self, "channels")
        let channel = try #require(page.items.first)
        #expect(channel.title == "Slow Swift & Friends")
        #expect(channel.handle == "@slowswift")
        #expect(channel.country == "NZ")
        #expect(channel.subscriberCount == 10_700_000)
        #expect(channel.videoCount == 2678)
        #expect(channel.viewCount == 3_331_930_783)
        #expect(channel.uploadsPlaylistID == "UUseekDemoChannel0000001")
        #expect(channel.description == "One language feature at a time.")
        #expect(channel.thumbnails["default"]?.width == 88)
        #expect(channel.publishedAt == Date(timeIntervalSince1970: 1_401_728_400))
        #expect(page.items[1].subscriberCount == nil)
        #expect(page.items[1].videoCount == 0)
        #expect(page.items[1].uploadsPlaylistID == nil)
    }

    @Test("Encoding a channel without a subscriber count does not mark the count as hidden")
    func unknownSubscriberCount() throws {
        let data = try JSONEncoder().encode(YouTubeChannel(id: "c", title: "t"))
        #expect(!String(decoding: data, as: UTF8.self).contains("hiddenSubscriberCount"))
    }

    @Test("Playlists and their entries are decoded, including private videos")
    func playlists() throws {
        let playlists = try page(YouTubePlaylist.self, "playlists")
        #expect(playlists.nextPageToken == "CAUQAA")
        #expect(playlists.totalResults == 9)
        let playlist = try #require(playlists.items.first)
        #expect(playlist.title == "Concurrency, slowly")
        #expect(playlist.itemCount == 12)
        #expect(playlist.channelID == "UCseekDemoChannel0000001")
        #expect(playlist.channelTitle == "Slow Swift & Friends")
        #expect(playlist.publishedAt == Date(timeIntervalSince1970: 1_709_208_000))
        #expect(playlist.thumbnails.count == 1)
        #expect(playlist.description == "From callbacks to actors.")

        let items = try page(YouTubePlaylistItem.self, "playlist_items").items
        #expect(items.map(\.videoID) == ["Sw1ftSeek01", "Sw1ftSeek09"])
        #expect(items.map(\.position) == [0, 1])
        #expect(items.map(\.title) == ["Swift in 100 seconds", "Private video"])
        #expect(items[0].channelID == "UCseekDemoChannel0000003")
        #expect(items[1].channelID == nil)
        #expect(items[0].playlistID == "PLseekDemoPlaylist0001")
        #expect(items[1].thumbnails.isEmpty)
        #expect(items[0].addedAt == Date(timeIntervalSince1970: 1_709_280_000))
    }

    @Test("Categories of videos are decoded")
    func categories() throws {
        let items = try page(YouTubeVideoCategory.self, "video_categories").items
        #expect(
            items == [
                YouTubeVideoCategory(id: "27", title: "Education"),
                YouTubeVideoCategory(id: "18", title: "Short Movies", isAssignable: false),
            ]
        )
    }

    @Test("A list whose response has no `items` is empty")
    func noItems() throws {
        let empty = try ModelDecoder().decode(YouTubeListPage<YouTubeVideo>.self, from: Data("{}".utf8))
        #expect(empty.items.isEmpty)
    }

    @Test("Thumbnails are ordered by size, and by name if the size is unknown")
    func largestFirst() throws {
        let url = try #require(URL(string: "https://i.ytimg.com/a.jpg"))
        func thumbnails(_ sizes: [String: (Int64, Int64)?]) -> [String: YouTubeThumbnail] {
            sizes.mapValues { YouTubeThumbnail(url: url, width: $0?.0, height: $0?.1) }
        }
        let sized = thumbnails(["a": (120, 90), "b": (1_280, 720), "c": (480, 360)])
        #expect(sized.largestFirst.map(\.width) == [1_280, 480, 120])
        let named = ["default", "high", "medium"].reduce(into: [:]) { result, name in
            result[name] = URL(string: "https://i.ytimg.com/\(name).jpg").map { YouTubeThumbnail(url: $0) }
        }
        #expect(named.largestFirst.map(\.url.lastPathComponent) == ["high.jpg", "medium.jpg", "default.jpg"])
    }

    @Test("Statistics contain the date, the duration and the ids of the videos that failed")
    func statistics() throws {
        let json = #"""
            {"items":[{"id":"a","snippet":{"publishTime":"2026-03-01T09:00:00Z"},"contentDetails":{"duration":"PT1M"},
            "statistics":{"viewCount":"5"}}],"summary":{"failedVideoCount":"2","failedVideoIds":["b",null,"c"]}}
            """#
        let page = try ModelDecoder().decode(YouTubeListPage<YouTubeVideo>.self, from: Data(json.utf8))
        #expect(page.items[0].publishedAt == Date(timeIntervalSince1970: 1_772_355_600))
        #expect(page.items[0].duration == .seconds(60))
        #expect(page.items[0].title == nil)
        #expect(page.failedIDs == ["b", "c"])
    }

    @Test(
        "URLs on youtube.com contain the id, percent-encoded if necessary",
        arguments: [
            ("gQ_1zX-F_No", "gQ_1zX-F_No"), ("a b", "a%20b"), ("ü", "%C3%BC"), ("a&b=c", "a%26b%3Dc"), ("x#y", "x%23y"),
            ("%20", "%2520"), ("a/../b", "a%2F..%2Fb"), ("a.~", "a.~"),
        ]
    )
    func addresses(id: String, encoded: String) {
        let expected: [YouTubeSearchItem.Kind: String] = [
            .video: "https://www.youtube.com/watch?v=\(encoded)",
            .channel: "https://www.youtube.com/channel/\(encoded)",
            .playlist: "https://www.youtube.com/playlist?list=\(encoded)",
        ]
        for (kind, address) in expected {
            let item = YouTubeSearchItem(id: id, kind: kind, channelID: "c", title: "t", thumbnails: [:])
            #expect(item.webAddress == address)
            #expect(item.webURL?.absoluteString == address)
        }
        #expect(YouTubeVideo(id: id).webAddress == expected[.video])
        #expect(YouTubeVideo(id: id).webURL?.absoluteString == expected[.video])
        #expect(YouTubePlaylistItem(id: "entry", videoID: id, title: "t").webURL?.absoluteString == expected[.video])
        #expect(YouTubeChannel(id: id, title: "t").webURL?.absoluteString == expected[.channel])
        #expect(YouTubePlaylist(id: id, title: "t").webURL?.absoluteString == expected[.playlist])
    }
}
