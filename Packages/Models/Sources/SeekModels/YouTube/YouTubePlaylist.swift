public import SeekBasics

/// A YouTube playlist, as returned by playlists.list.
public struct YouTubePlaylist: Sendable, Hashable, Identifiable {
    /// The id: `PL…`.
    public var id: String
    /// The title. It may be empty.
    public var title: String
    /// The description.
    public var description = ""
    /// The id of the owner's channel.
    public var channelID: String?
    /// The title of that channel.
    public var channelTitle: String?
    /// The creation date.
    public var publishedAt: Date?
    /// The thumbnails by name, such as `medium`.
    public var thumbnails: [String: YouTubeThumbnail] = [:]
    /// The number of videos.
    public var itemCount: Int64?

    /// The URL of the page on youtube.com.
    public var webURL: URL? { URL(string: YouTubeSearchItem.Kind.playlist.webAddress(ofID: id)) }

    /// Creates a playlist. Set the other properties afterwards.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}

extension YouTubePlaylist: Codable, FieldCodable {
    /// Decodes a playlist. Throws if the id is missing or invalid.
    public init(from decoder: any Decoder) throws { self = try Self(id: "", title: "").decoded(from: decoder) }

    /// Encodes a playlist as YouTube sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("id", &id)
        try fields.object("snippet") { snippet in
            try snippet.value("title", &title)
            try snippet.value("description", &description)
            try snippet.text("channelId", &channelID)
            try snippet.text("channelTitle", &channelTitle)
            try snippet.date("publishedAt", &publishedAt)
            try snippet.thumbnails("thumbnails", &thumbnails)
        }
        try fields.object("contentDetails") { try $0.count("itemCount", &itemCount) }
    }
}

/// An entry of a YouTube playlist, as returned by playlistItems.list.
public struct YouTubePlaylistItem: Sendable, Hashable, Identifiable {
    /// The id of the entry. A playlist may contain a video more than once.
    public var id: String
    /// The id of the video.
    public var videoID: String
    /// The title of the video. It is `Private video` or `Deleted video` if the video is not available, and may be empty.
    public var title: String
    /// The description of the video.
    public var description = ""
    /// The id of the playlist.
    public var playlistID: String?
    /// The position in the playlist, starting at 0.
    public var position: Int64?
    /// The date on which the video was added.
    public var addedAt: Date?
    /// The date on which the video was published; nil if it is not available.
    public var publishedAt: Date?
    /// The thumbnails by name. Empty if the video is not available.
    public var thumbnails: [String: YouTubeThumbnail] = [:]
    /// The id of the channel that published the video; nil if the video is not available.
    public var channelID: String?
    /// The title of that channel.
    public var channelTitle: String?

    /// The URL of the video's page on youtube.com.
    public var webURL: URL? { URL(string: YouTubeSearchItem.Kind.video.webAddress(ofID: videoID)) }

    /// Creates an entry. Set the other properties afterwards.
    public init(id: String, videoID: String, title: String) {
        self.id = id
        self.videoID = videoID
        self.title = title
    }
}

extension YouTubePlaylistItem: Codable, FieldCodable {
    /// Decodes an entry. Throws if the id or video id is missing or invalid.
    public init(from decoder: any Decoder) throws {
        self = try Self(id: "", videoID: "", title: "").decoded(from: decoder)
    }

    /// Encodes an entry as YouTube sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("id", &id)
        try fields.object("snippet", isRequired: true) { snippet in
            try snippet.value("title", &title)
            try snippet.object("resourceId", isRequired: true) { try $0.required("videoId", &videoID) }
            try snippet.value("description", &description)
            try snippet.text("playlistId", &playlistID)
            try snippet.count("position", &position)
            try snippet.date("publishedAt", &addedAt)
            try snippet.thumbnails("thumbnails", &thumbnails)
            try snippet.text("videoOwnerChannelId", &channelID)
            try snippet.text("videoOwnerChannelTitle", &channelTitle)
        }
        try fields.object("contentDetails") { try $0.date("videoPublishedAt", &publishedAt) }
    }
}
