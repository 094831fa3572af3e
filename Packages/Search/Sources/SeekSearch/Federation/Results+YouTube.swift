import SeekBasics
public import SeekModels

extension SearchHit {
    /// Creates a hit from a YouTube result, with the medium thumbnail if available.
    fileprivate init(
        _ kind: YouTubeSearchItem.Kind,
        id: String,
        title: String,
        subtitle: String?,
        text: String,
        url: URL?,
        date: Date?,
        thumbnails: [String: YouTubeThumbnail],
        channelID: String? = nil,
        channelTitle: String? = nil,
        count: Count? = nil
    ) {
        let sizes = thumbnails.largestFirst
        let preferred = ["medium", "default", "high"].lazy.compactMap { thumbnails[$0] }.first ?? sizes.last
        self.init(
            id: "youtube:\(kind.rawValue):\(id)",
            kind: Kind(rawValue: kind.rawValue),
            source: "youtube",
            title: title,
            subtitle: subtitle,
            text: text,
            url: url,
            date: date,
            thumbnail: preferred?.url
        )
        smallerThumbnails = sizes.drop { $0 != preferred }.dropFirst().map(\.url)
        author = channelTitle.map { title in
            Author(
                name: title,
                id: channelID.map { "youtube:channel:\($0)" },
                url: channelID.flatMap { URL(string: YouTubeSearchItem.Kind.channel.webAddress(ofID: $0)) }
            )
        }
        self.count = count
    }
}

extension YouTubeSearchItem: SearchHitConvertible {
    /// The result as a hit. The subtitle is the channel's title; nil for a channel, because it would repeat the title.
    public var searchHit: SearchHit? {
        let channelTitle = kind == .channel ? nil : channelTitle
        return SearchHit(
            kind,
            id: id,
            title: title,
            subtitle: channelTitle,
            text: description,
            url: webURL,
            date: publishedAt,
            thumbnails: thumbnails,
            channelID: kind == .channel || channelID.isEmpty ? nil : channelID,
            channelTitle: channelTitle
        )
    }
}

extension SearchHit {
    /// Adds the duration and the views of a video, unless the hit has them.
    public mutating func add(statisticsOf video: YouTubeVideo) {
        // A live broadcast has the duration 0.
        duration = duration ?? (video.duration == .zero ? nil : video.duration)
        count = count ?? video.viewCount.map { .init($0, .views) }
    }
}

extension YouTubeVideo: SearchHitConvertible {
    /// The video as a hit; nil if the part `snippet` was not fetched: it has neither a title nor a channel.
    public var searchHit: SearchHit? {
        guard title != nil || channelID != nil else { return nil }
        var hit = SearchHit(
            .video,
            id: id,
            title: title ?? "",
            subtitle: channelTitle,
            text: description ?? "",
            url: webURL,
            date: publishedAt,
            thumbnails: thumbnails,
            channelID: channelID,
            channelTitle: channelTitle
        )
        hit.add(statisticsOf: self)
        return hit
    }

    /// The tags.
    public var searchWords: [String] { tags }
}

extension YouTubePlaylistItem: SearchHitConvertible {
    /// The video as a hit; nil if the video is private or deleted.
    public var searchHit: SearchHit? {
        guard channelID != nil else { return nil }
        return SearchHit(
            .video,
            id: videoID,
            title: title,
            subtitle: channelTitle,
            text: description,
            url: webURL,
            date: publishedAt,
            thumbnails: thumbnails,
            channelID: channelID,
            channelTitle: channelTitle
        )
    }
}

extension YouTubeChannel: SearchHitConvertible {
    /// The channel as a hit. The subtitle is the handle.
    public var searchHit: SearchHit? {
        SearchHit(
            .channel,
            id: id,
            title: title,
            subtitle: handle,
            text: description,
            url: webURL,
            date: publishedAt,
            thumbnails: thumbnails,
            count: subscriberCount.map { .init($0, .subscribers) }
        )
    }
}

extension YouTubePlaylist: SearchHitConvertible {
    /// The playlist as a hit.
    public var searchHit: SearchHit? {
        SearchHit(
            .playlist,
            id: id,
            title: title,
            subtitle: channelTitle,
            text: description,
            url: webURL,
            date: publishedAt,
            thumbnails: thumbnails,
            channelID: channelID,
            channelTitle: channelTitle,
            count: itemCount.map { .init($0, .videos) }
        )
    }
}
