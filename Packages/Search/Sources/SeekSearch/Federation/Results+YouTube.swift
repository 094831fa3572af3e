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
        let thumbnail = thumbnails["medium"] ?? thumbnails["default"] ?? thumbnails["high"]
        self.init(
            id: "youtube:\(kind.rawValue):\(id)",
            kind: Kind(rawValue: kind.rawValue),
            source: "youtube",
            title: title,
            subtitle: subtitle,
            text: text,
            url: url,
            date: date,
            thumbnail: (thumbnail ?? thumbnails.min { $0.key < $1.key }?.value)?.url
        )
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
            channelID: kind == .channel ? nil : channelID,
            channelTitle: channelTitle
        )
    }
}

extension YouTubeVideo: SearchHitConvertible {
    /// The video as a hit; nil if the part `snippet` was not fetched.
    public var searchHit: SearchHit? {
        guard let title else { return nil }
        var hit = SearchHit(
            .video,
            id: id,
            title: title,
            subtitle: channelTitle,
            text: description ?? "",
            url: webURL,
            date: publishedAt,
            thumbnails: thumbnails,
            channelID: channelID,
            channelTitle: channelTitle,
            count: viewCount.map { .init($0, .views) }
        )
        // A live broadcast has the duration 0.
        hit.duration = duration == .zero ? nil : duration
        return hit
    }

    /// The tags.
    public var searchWords: [String] { tags }
}

extension YouTubePlaylistItem: SearchHitConvertible {
    /// The video as a hit; nil if the video is private or deleted. The hit has no date, because the item contains only
    /// the date on which the video was added to the playlist.
    public var searchHit: SearchHit? {
        guard channelID != nil else { return nil }
        return SearchHit(
            .video,
            id: videoID,
            title: title,
            subtitle: channelTitle,
            text: description,
            url: webURL,
            date: nil,
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
