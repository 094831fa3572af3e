/// The snippet of a video, a channel or a playlist.
struct SnippetRecord: Decodable, Sendable {
    var publishedAt: String
    /// The channel of a video or a playlist; nil for channels.
    var channelId: String?
    var title: String
    var description: String
    var thumbnails: [String: ThumbnailRecord]
    /// Nil for channels and playlists, as are the properties below.
    var categoryId: String?
    var liveBroadcastContent: String?
    var defaultAudioLanguage: String?
}

/// A thumbnail of the sample data, with the names of the YouTube Data API.
struct ThumbnailRecord: Decodable, Sendable {
    var url: String
    var width: Int?
    var height: Int?
}

/// A video of the sample data, with the names of the YouTube Data API.
struct VideoRecord: Decodable, Sendable {
    struct ContentDetails: Decodable, Sendable {
        var duration: String
        var dimension: String
        var definition: String
        var caption: String
        var licensedContent: Bool
    }

    struct Status: Decodable, Sendable {
        var privacyStatus: String
        var license: String
        var embeddable: Bool
    }

    struct Statistics: Decodable, Sendable {
        var viewCount: String
        var likeCount: String?
        var commentCount: String?
    }

    struct LiveStreamingDetails: Decodable, Sendable {
        var scheduledStartTime: String?
        var actualStartTime: String?
        var actualEndTime: String?
        var concurrentViewers: String?
    }

    var id: String
    var snippet: SnippetRecord
    var contentDetails: ContentDetails
    var status: Status
    var statistics: Statistics
    /// The times and the viewers of a live broadcast; nil for other videos.
    var liveStreamingDetails: LiveStreamingDetails?
}

/// A channel or a playlist of the sample data.
struct ChannelRecord: Decodable, Sendable {
    var id: String
    var snippet: SnippetRecord
}
