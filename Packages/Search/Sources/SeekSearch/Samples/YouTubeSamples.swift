import SeekBasics
import SeekModels
import SeekNetworking

/// The sample responses of YouTube's methods.
enum YouTubeSamples {
    static func response(to method: YouTubeMethod, _ parameters: QueryParameters) -> HTTPResponse {
        let ids = parameters.value(of: "id").map { $0.split(separator: ",").map(String.init) }
        switch method {
        case .search:
            return page(of: searchItems(of: parameters.value(of: "type")), parameters)
        case .videos:
            let parts = (parameters.value(of: "part") ?? "").split(separator: ",").map(String.init)
            return list(withIDs(ids, videos, \.id).map { PartialResource($0, parts: parts + ["id"]) })
        case .statistics:
            return list(withIDs(ids, videos, \.id).map(statistics))
        case .channels:
            guard let handle = parameters.value(of: "forHandle") else { return list(withIDs(ids, channels, \.id)) }
            return list(withValue(handle, in: channels.prefix(1), \.handle))
        case .playlists:
            let playlists = withIDs(ids, playlists, \.id)
            guard let channel = parameters.value(of: "channelId") else { return list(playlists) }
            return page(of: withValue(channel, in: playlists[...], \.channelID), parameters)
        case .playlistItems:
            let playlist = parameters.value(of: "playlistId") ?? playlists[0].id
            return page(of: videos.indices.map { entry(of: playlist, at: $0) }, parameters)
        case .videoCategories:
            return list(categories)
        }
    }

    private static func list(_ items: [some Encodable & Sendable]) -> HTTPResponse {
        HTTPResponse(sample: YouTubeListPage(items: items))
    }

    private static func page(of items: [some Encodable & Sendable], _ parameters: QueryParameters) -> HTTPResponse {
        let page = SamplePage(
            of: items,
            number: parameters.value(of: "pageToken"),
            size: parameters.value(of: "maxResults")
        )
        return HTTPResponse(
            sample: YouTubeListPage(items: page.items, nextPageToken: page.next, totalResults: page.total)
        )
    }

    /// Returns the samples with the given ids, in their order, or all if no ids are given. For an unknown id, one of the
    /// samples is returned with that id.
    private static func withIDs<Sample>(
        _ ids: [String]?,
        _ samples: [Sample],
        _ id: WritableKeyPath<Sample, String>
    ) -> [Sample] {
        guard let ids else { return samples }
        return ids.enumerated().map { position, requested in
            var sample = samples.first { $0[keyPath: id] == requested } ?? samples[position % samples.count]
            sample[keyPath: id] = requested
            return sample
        }
    }

    private static func withValue<Sample>(
        _ value: String,
        in samples: ArraySlice<Sample>,
        _ property: WritableKeyPath<Sample, String?>
    ) -> [Sample] {
        samples.map { sample in
            var sample = sample
            sample[keyPath: property] = value
            return sample
        }
    }

    /// Returns a video with the properties that videos.batchGetStats returns.
    private static func statistics(_ video: YouTubeVideo) -> YouTubeVideo {
        var statistics = YouTubeVideo(id: video.id)
        statistics.publishedAt = video.publishedAt
        statistics.duration = video.duration
        (statistics.viewCount, statistics.likeCount) = (video.viewCount, video.likeCount)
        statistics.commentCount = video.commentCount
        return statistics
    }

    /// Returns search results of the given types, which are separated by commas; nil is all.
    private static func searchItems(of types: String?) -> [YouTubeSearchItem] {
        let types = types.map { $0.split(separator: ",").map(String.init) }
        let items =
            channels.map(YouTubeSearchItem.init) + videos.map(YouTubeSearchItem.init)
            + playlists.map(YouTubeSearchItem.init)
        return items.filter { types?.contains($0.kind.rawValue) ?? true }
    }

    private static func entry(of playlist: String, at position: Int) -> YouTubePlaylistItem {
        let video = videos[position]
        var entry = YouTubePlaylistItem(id: "\(playlist).\(video.id)", videoID: video.id, title: video.title ?? "")
        entry.description = video.description ?? ""
        (entry.playlistID, entry.position) = (playlist, Int64(position))
        (entry.addedAt, entry.publishedAt) = (video.publishedAt, video.publishedAt)
        entry.thumbnails = video.thumbnails
        (entry.channelID, entry.channelTitle) = (video.channelID, video.channelTitle)
        return entry
    }
}

/// A resource with only the requested parts.
private struct PartialResource: Encodable, Sendable {
    private let members: JSONObject

    init(_ resource: some Encodable, parts: [String]) {
        let all = try? JSONValue(json: JSONEncoder().encode(resource)).object
        members = (all ?? [:]).filter { parts.contains($0.name) }
    }

    func encode(to encoder: any Encoder) throws { try JSONValue.object(members).encode(to: encoder) }
}

extension YouTubeSearchItem {
    fileprivate init(_ video: YouTubeVideo) {
        self.init(
            id: video.id,
            channelID: video.channelID ?? "",
            title: video.title ?? "",
            description: video.description ?? "",
            thumbnails: video.thumbnails,
            channelTitle: video.channelTitle,
            publishedAt: video.publishedAt,
            liveState: video.liveState
        )
    }

    fileprivate init(_ channel: YouTubeChannel) {
        self.init(
            id: channel.id,
            kind: .channel,
            channelID: channel.id,
            title: channel.title,
            description: channel.description,
            thumbnails: channel.thumbnails,
            channelTitle: channel.title,
            publishedAt: channel.publishedAt,
            liveState: .notLive
        )
    }

    fileprivate init(_ playlist: YouTubePlaylist) {
        self.init(
            id: playlist.id,
            kind: .playlist,
            channelID: playlist.channelID ?? "",
            title: playlist.title,
            description: playlist.description,
            thumbnails: playlist.thumbnails,
            channelTitle: playlist.channelTitle,
            publishedAt: playlist.publishedAt,
            liveState: .notLive
        )
    }
}

extension YouTubeSamples {
    /// Long and short titles, titles in Latin and Japanese script, an empty description, a live broadcast, and a video
    /// with hidden likes.
    static let videos: [YouTubeVideo] = videoRows.enumerated().map { index, row in
        let (channel, date, seconds, views, title, description) = row
        var video = YouTubeVideo(id: "sample-vd0\(index + 1)")
        (video.title, video.description) = (title, description)
        (video.channelID, video.channelTitle) = (channel.id, channel.title)
        video.publishedAt = RFC3339.date(date)
        video.thumbnails = thumbnails(of: video.id)
        (video.tags, video.categoryID, video.liveState) = (["sample"], "27", .notLive)
        (video.duration, video.definition, video.hasCaptions) = (.seconds(seconds), "hd", false)
        (video.viewCount, video.likeCount, video.commentCount) = (views, views / 30, views / 400)
        (video.privacyStatus, video.isEmbeddable, video.license) = (.public, true, "youtube")
        if title.hasPrefix("Live") {
            video.liveState = .live
            video.live = YouTubeLiveDetails(actualStart: video.publishedAt, concurrentViewers: 64)
        }
        if title.hasPrefix("One pot") { video.likeCount = nil }
        return video
    }

    private typealias VideoRow = (
        channel: YouTubeChannel, date: String, seconds: Int64, views: Int64, title: String, description: String
    )

    private static let videoRows: [VideoRow] = [
        (
            programs, "2026-03-02T08:00:00Z", 612, 48_210, "Swift in ten minutes",
            "Values, optionals and closures, one example each."
        ),
        (
            walks, "2026-02-14T20:30:00Z", 3_840, 9_874, "A night walk along the river",
            "No talking, only steps and water. Recorded in one take."
        ),
        (walks, "2026-01-30T11:15:00Z", 1_665, 120_400, "夜の商店街を歩く", "雨上がりの商店街。"),
        (kitchen, "2026-01-12T07:00:00Z", 843, 3_310, "Bread without a machine", "Flour, water, salt & time."),
        (
            programs, "2025-12-05T16:00:00Z", 7_868, 1_204_993,
            "How a compiler reads your code, from the first character to the last instruction",
            "Lexing, parsing, type checking and code generation, followed through one short function."
        ),
        (
            walks, "2026-03-20T12:00:00Z", 0, 640, "Live: the harbour at noon",
            "A camera on the roof of the ferry building."
        ),
        (walks, "2025-11-08T06:20:00Z", 42, 77, "Tea & rain", ""),
        (
            programs, "2025-10-21T08:00:00Z", 2_000, 25_006, "Actors, tasks and the order of things",
            "Why two lines of concurrent code may run in either order, and how to test them."
        ),
        (
            kitchen, "2025-09-15T17:45:00Z", 1_080, 15_730, "One pot, five dinners",
            "Monday to Friday with the same pot of beans."
        ),
    ]

    static let channels = [programs, walks, kitchen]

    private static let programs = channel(
        1,
        "Small Programs",
        "@smallprograms-sample",
        88_200,
        "One idea of programming per video."
    )
    private static let walks = channel(2, "Slow Steps", "@slowsteps-sample", 412_000, "Walks without words.")
    private static let kitchen = channel(3, "Kitchen Notes", "@kitchennotes-sample", 5_340, "Plain food, explained.")

    private static func channel(
        _ number: Int,
        _ title: String,
        _ handle: String,
        _ subscriberCount: Int64,
        _ description: String
    ) -> YouTubeChannel {
        var channel = YouTubeChannel(id: "UCsample-channel-000000\(number)", title: title)
        (channel.description, channel.handle, channel.country) = (description, handle, "NZ")
        channel.publishedAt = RFC3339.date("2016-04-01T09:00:00Z")
        channel.thumbnails = thumbnails(of: "sample-vd01")
        (channel.subscriberCount, channel.videoCount) = (subscriberCount, 96)
        channel.viewCount = subscriberCount * 40
        channel.uploadsPlaylistID = "UU\(channel.id.dropFirst(2))"
        return channel
    }

    /// Each contains all sample videos.
    static let playlists = [
        playlist(1, programs, "Start here", "The videos to watch first."),
        playlist(2, walks, "For a rainy evening", "Long ones."),
    ]

    private static func playlist(
        _ number: Int,
        _ channel: YouTubeChannel,
        _ title: String,
        _ description: String
    ) -> YouTubePlaylist {
        var playlist = YouTubePlaylist(id: "PLsample-playlist-0\(number)", title: title)
        (playlist.channelID, playlist.channelTitle, playlist.description) = (channel.id, channel.title, description)
        playlist.publishedAt = RFC3339.date("2025-11-30T18:00:00Z")
        playlist.thumbnails = thumbnails(of: "sample-vd02")
        playlist.itemCount = Int64(videos.count)
        return playlist
    }

    static let categories = [
        YouTubeVideoCategory(id: "1", title: "Film & Animation"), YouTubeVideoCategory(id: "10", title: "Music"),
        YouTubeVideoCategory(id: "19", title: "Travel & Events"), YouTubeVideoCategory(id: "27", title: "Education"),
        YouTubeVideoCategory(id: "30", title: "Movies", isAssignable: false),
    ]

    private static func thumbnails(of video: String) -> [String: YouTubeThumbnail] {
        func thumbnail(_ file: String, _ width: Int64, _ height: Int64) -> YouTubeThumbnail {
            YouTubeThumbnail(url: sampleURL("https://i.ytimg.com/vi/\(video)/\(file)"), width: width, height: height)
        }
        return [
            "default": thumbnail("default.jpg", 120, 90), "medium": thumbnail("mqdefault.jpg", 320, 180),
            "high": thumbnail("hqdefault.jpg", 480, 360),
        ]
    }
}
