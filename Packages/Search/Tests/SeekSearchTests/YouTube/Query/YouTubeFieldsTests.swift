import Foundation
import SeekBasics
import SeekModels
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekSearch

@Suite("The fields of requests to YouTube")
struct YouTubeFieldsTests {
    /// Returns the paths of the leaves of a selection: `items/id` and `items/snippet/title` for
    /// `items(id,snippet/title)`.
    private static func paths(_ fields: YouTubeFields) -> Set<String> {
        var (paths, parents, path): (Set<String>, [String], String) = ([], [], "")
        var isLeaf = true
        func finish() { if isLeaf { paths.insert(path) } }
        for character in fields.text {
            switch character {
            case "(":
                parents.append(path)
                path += "/"
                isLeaf = true
            case ",":
                finish()
                path = parents.last.map { "\($0)/" } ?? ""
                isLeaf = true
            case ")":
                finish()
                path = parents.removeLast()
                isLeaf = false
            default: path.append(character)
            }
        }
        finish()
        return paths
    }

    /// Returns the paths of the leaves of an encoded model. Thumbnails are a leaf.
    private static func paths(_ value: JSONValue, at path: String = "") -> Set<String> {
        if let element = value.array?.first { return paths(element, at: path) }
        guard let object = value.object, !object.isEmpty, !path.hasSuffix("thumbnails") else { return [path] }
        return object.reduce(into: []) {
            $0.formUnion(paths($1.value, at: path.isEmpty ? $1.name : "\(path)/\($1.name)"))
        }
    }

    /// Expects a selection to consist of the properties that the encoded pages contain.
    private func expect(
        _ fields: YouTubeFields,
        toBeThoseOf pages: any Encodable...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var exposed: Set<String> = []
        for page in pages {
            exposed.formUnion(Self.paths(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(page))))
        }
        #expect(Self.paths(fields) == exposed, sourceLocation: sourceLocation)
        #expect(fields.isWellFormed, sourceLocation: sourceLocation)
    }

    /// Returns a page with one item, after a check that all properties of the item have a value.
    private func page<Item: Encodable & Sendable>(_ item: Item) -> YouTubeListPage<Item> {
        for child in Mirror(reflecting: item).children {
            let value = Mirror(reflecting: child.value)
            let isMissing = value.displayStyle == .optional && value.children.isEmpty
            #expect(!isMissing, "\(Item.self).\(child.label ?? "") has no value")
        }
        return YouTubeListPage(items: [item], nextPageToken: "n", totalResults: 1)
    }

    private static let date = Date(timeIntervalSince1970: 0)

    private static func thumbnails() throws -> [String: YouTubeThumbnail] {
        ["t": YouTubeThumbnail(url: try #require(URL(string: "https://i.example.com/t.jpg")), width: 1, height: 1)]
    }

    @Test("of a search are those that the model exposes")
    func search() throws {
        let items = try YouTubeSearchItem.Kind.allCases.map { kind in
            YouTubeSearchPage(
                items: [
                    YouTubeSearchItem(
                        id: "i",
                        kind: kind,
                        channelID: "c",
                        title: "t",
                        thumbnails: try Self.thumbnails(),
                        channelTitle: "c",
                        publishedAt: Self.date,
                        liveState: .live
                    )
                ],
                nextPageToken: "n",
                previousPageToken: "p",
                totalResults: 1,
                regionCode: "JP"
            )
        }
        try expect(.searchModel, toBeThoseOf: items[0], items[1], items[2])
    }

    @Test("of videos are those that the model exposes")
    func videos() throws {
        var video = YouTubeVideo(id: "v")
        (video.title, video.description, video.channelID, video.channelTitle) = ("t", "d", "c", "ct")
        (video.publishedAt, video.thumbnails, video.tags) = (Self.date, try Self.thumbnails(), ["a"])
        (video.categoryID, video.liveState, video.duration, video.definition) = ("1", .live, .zero, "hd")
        (video.hasCaptions, video.viewCount, video.likeCount, video.commentCount) = (true, 1, 2, 3)
        video.live = YouTubeLiveDetails(
            scheduledStart: Self.date,
            actualStart: Self.date,
            actualEnd: Self.date,
            concurrentViewers: 4
        )
        (video.privacyStatus, video.isEmbeddable, video.license) = (.public, true, "youtube")
        try expect(.videoModel, toBeThoseOf: page(video))
        let statistics = Self.paths(.videoModel).filter {
            ["items/id", "items/contentDetails/duration"].contains($0) || $0.hasPrefix("items/statistics/")
        }
        // Other names than in videos.list, or missing there.
        #expect(
            Self.paths(.statisticsModel) == statistics.union(["items/snippet/publishTime", "summary/failedVideoIds"])
        )
    }

    @Test("of channels are those that the model exposes")
    func channels() throws {
        var channel = YouTubeChannel(id: "c", title: "t")
        (channel.handle, channel.publishedAt, channel.thumbnails) = ("@h", Self.date, try Self.thumbnails())
        (channel.country, channel.uploadsPlaylistID) = ("JP", "UU")
        (channel.subscriberCount, channel.videoCount, channel.viewCount) = (1, 2, 3)
        try expect(.channelModel, toBeThoseOf: page(channel))
    }

    @Test("of playlists, their items and video categories are those that the models expose")
    func playlists() throws {
        var playlist = YouTubePlaylist(id: "p", title: "t")
        (playlist.channelID, playlist.channelTitle, playlist.publishedAt) = ("c", "ct", Self.date)
        (playlist.thumbnails, playlist.itemCount) = (try Self.thumbnails(), 1)
        try expect(.playlistModel, toBeThoseOf: page(playlist))
        var item = YouTubePlaylistItem(id: "i", videoID: "v", title: "t")
        (item.playlistID, item.position, item.addedAt, item.publishedAt) = ("p", 0, Self.date, Self.date)
        (item.thumbnails, item.channelID, item.channelTitle) = (try Self.thumbnails(), "c", "ct")
        try expect(.playlistItemModel, toBeThoseOf: page(item))
        try expect(.videoCategoryModel, toBeThoseOf: page(YouTubeVideoCategory(id: "1", title: "t")))
    }

    @Test(
        "are sent by all lookups and lists, unless nil is passed",
        .stubbed(
            stub(.get, "https://www.googleapis.com/youtube/v3/videos", returning: .json(file: "youtube/videos")),
            stub(
                .get,
                "https://www.googleapis.com/youtube/v3/videos:batchGetStats",
                returning: .json(file: "youtube/videos")
            ),
            stub(.get, "https://www.googleapis.com/youtube/v3/channels", returning: .json(file: "youtube/channels")),
            stub(.get, "https://www.googleapis.com/youtube/v3/playlists", returning: .json(file: "youtube/playlists")),
            stub(
                .get,
                "https://www.googleapis.com/youtube/v3/playlistItems",
                returning: .json(file: "youtube/playlist_items")
            ),
            stub(
                .get,
                "https://www.googleapis.com/youtube/v3/videoCategories",
                returning: .json(file: "youtube/video_categories")
            )
        )
    )
    func requests() async throws {
        let client = YouTubeClient(apiKey: "k", configuration: configuration(.current))
        _ = try await client.videos(["a"])
        _ = try await client.videos(["a"], parts: [.statistics])
        _ = try await client.videos(["a"], fields: nil)
        _ = try await client.channels(["a"])
        _ = try await client.channel(handle: "@h")
        _ = try await client.playlists(["a"])
        _ = try await client.playlists(ofChannel: "c")
        _ = try await client.playlistItems(of: "p")
        _ = try await client.videoCategories(in: "JP")
        let sent = StubTransport.current.received.map { request in
            URLComponents(string: request.url.absoluteString)?.queryItems?.first { $0.name == "fields" }?.value
        }
        let expected: [YouTubeFields?] = [
            .videoModel, .statisticsModel, nil, .channelModel, .channelModel, .playlistModel, .playlistModel,
            .playlistItemModel, .videoCategoryModel,
        ]
        #expect(sent == expected.map { $0?.text })
    }
}
