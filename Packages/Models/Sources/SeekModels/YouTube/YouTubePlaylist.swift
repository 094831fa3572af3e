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

extension YouTubePlaylist: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet, contentDetails
    }

    private enum SnippetKeys: String, CodingKey {
        case title, description, channelId, channelTitle, publishedAt, thumbnails
    }

    private enum ContentKeys: String, CodingKey {
        case itemCount
    }

    /// Decodes a playlist. Throws if the id is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(id: try container.nonEmptyString(forKey: .id), title: "")
        if let snippet = container.nestedContainerIfValid(keyedBy: SnippetKeys.self, forKey: .snippet) {
            title = snippet.decodeIfValid(String.self, forKey: .title) ?? ""
            description = snippet.decodeIfValid(String.self, forKey: .description) ?? ""
            channelID = snippet.nonEmptyStringIfValid(forKey: .channelId)
            channelTitle = snippet.nonEmptyStringIfValid(forKey: .channelTitle)
            publishedAt = snippet.date(forKey: .publishedAt)
            thumbnails = try snippet.thumbnails(forKey: .thumbnails)
        }
        itemCount = container.nestedContainerIfValid(keyedBy: ContentKeys.self, forKey: .contentDetails)?
            .count(forKey: .itemCount)
    }

    /// Encodes a playlist as YouTube sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        var snippet = container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        try snippet.encode(title, forKey: .title)
        try snippet.encode(description, forKey: .description)
        try snippet.encodeIfPresent(channelID, forKey: .channelId)
        try snippet.encodeIfPresent(channelTitle, forKey: .channelTitle)
        try snippet.encode(date: publishedAt, forKey: .publishedAt)
        try snippet.encode(thumbnails, forKey: .thumbnails)
        var content = container.nestedContainer(keyedBy: ContentKeys.self, forKey: .contentDetails)
        try content.encodeIfPresent(itemCount, forKey: .itemCount)
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

extension YouTubePlaylistItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet, contentDetails
    }

    private enum ContentKeys: String, CodingKey {
        case videoPublishedAt
    }

    private enum SnippetKeys: String, CodingKey {
        case title, description, playlistId, position, publishedAt, thumbnails, resourceId
        case videoOwnerChannelId, videoOwnerChannelTitle
    }

    private enum ResourceKeys: String, CodingKey {
        case videoId
    }

    /// Decodes an entry. Throws if the id or video id is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.nonEmptyString(forKey: .id)
        let snippet = try container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        title = snippet.decodeIfValid(String.self, forKey: .title) ?? ""
        videoID = try snippet.nestedContainer(keyedBy: ResourceKeys.self, forKey: .resourceId)
            .nonEmptyString(forKey: .videoId)
        description = snippet.decodeIfValid(String.self, forKey: .description) ?? ""
        playlistID = snippet.nonEmptyStringIfValid(forKey: .playlistId)
        position = snippet.count(forKey: .position)
        addedAt = snippet.date(forKey: .publishedAt)
        publishedAt = container.nestedContainerIfValid(keyedBy: ContentKeys.self, forKey: .contentDetails)?
            .date(forKey: .videoPublishedAt)
        thumbnails = try snippet.thumbnails(forKey: .thumbnails)
        channelID = snippet.nonEmptyStringIfValid(forKey: .videoOwnerChannelId)
        channelTitle = snippet.nonEmptyStringIfValid(forKey: .videoOwnerChannelTitle)
    }

    /// Encodes an entry as YouTube sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        var snippet = container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        try snippet.encode(title, forKey: .title)
        var resource = snippet.nestedContainer(keyedBy: ResourceKeys.self, forKey: .resourceId)
        try resource.encode(videoID, forKey: .videoId)
        try snippet.encode(description, forKey: .description)
        try snippet.encodeIfPresent(playlistID, forKey: .playlistId)
        try snippet.encodeIfPresent(position, forKey: .position)
        try snippet.encode(date: addedAt, forKey: .publishedAt)
        try snippet.encode(thumbnails, forKey: .thumbnails)
        try snippet.encodeIfPresent(channelID, forKey: .videoOwnerChannelId)
        try snippet.encodeIfPresent(channelTitle, forKey: .videoOwnerChannelTitle)
        var content = container.nestedContainer(keyedBy: ContentKeys.self, forKey: .contentDetails)
        try content.encode(date: publishedAt, forKey: .videoPublishedAt)
    }
}
