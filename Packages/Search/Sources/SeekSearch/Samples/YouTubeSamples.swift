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
