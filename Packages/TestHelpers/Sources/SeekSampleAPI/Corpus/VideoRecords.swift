/// The properties that the snippets of videos, channels and playlists share.
protocol SnippetRecord {
    var publishedAt: String { get }
    var title: String { get }
    var description: String { get }
    var thumbnails: [String: ThumbnailRecord] { get }
}

/// A thumbnail of the sample data, with the names of the YouTube Data API.
struct ThumbnailRecord: Decodable, Sendable {
    var url: String
    var width: Int?
    var height: Int?
}

/// A video of the sample data, with the names of the YouTube Data API.
struct VideoRecord: Decodable, Sendable {
    struct Snippet: SnippetRecord, Decodable, Sendable {
        var publishedAt: String
        var channelId: String
        var title: String
        var description: String
        var thumbnails: [String: ThumbnailRecord]
        var categoryId: String
        var liveBroadcastContent: String
        var defaultAudioLanguage: String?
    }

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
    var snippet: Snippet
    var contentDetails: ContentDetails
    var status: Status
    var statistics: Statistics
    /// The times and the viewers of a live broadcast; nil for other videos.
    var liveStreamingDetails: LiveStreamingDetails?
}

/// A channel of the sample data.
struct ChannelRecord: Decodable, Sendable {
    struct Snippet: SnippetRecord, Decodable, Sendable {
        var publishedAt: String
        var title: String
        var description: String
        var thumbnails: [String: ThumbnailRecord]
    }

    var id: String
    var snippet: Snippet
}

/// A playlist of the sample data.
struct PlaylistRecord: Decodable, Sendable {
    struct Snippet: SnippetRecord, Decodable, Sendable {
        var publishedAt: String
        var channelId: String
        var title: String
        var description: String
        var thumbnails: [String: ThumbnailRecord]
    }

    var id: String
    var snippet: Snippet
}
