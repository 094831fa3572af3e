#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A playlist as playlists.list tells it.
public struct YouTubePlaylist: Sendable, Hashable, Identifiable {
    /// The id: `PL…`.
    public var id: String
    /// The title.
    public var title: String
    /// The description.
    public var description = ""
    /// The id of the channel that made it.
    public var channelID: String?
    /// The name of that channel.
    public var channelTitle: String?
    /// When it was made.
    public var publishedAt: Date?
    /// The pictures by name.
    public var thumbnails: [String: YouTubeThumbnail] = [:]
    /// How many videos it has.
    public var itemCount: Int64?

    /// Makes a playlist; the rest is set afterwards.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}

extension YouTubePlaylist: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet, contentDetails
    }

    private enum SnippetKeys: String, CodingKey {
        case title, description, channelId, channelTitle, publishedAt, thumbnails
    }

    private enum ContentKeys: String, CodingKey {
        case itemCount
    }

    /// Reads a playlist, refusing one without id or title.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.nonEmptyText(forKey: .id)
        let snippet = try container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        title = try snippet.nonEmptyText(forKey: .title)
        description = snippet.tolerant(String.self, forKey: .description) ?? ""
        channelID = snippet.tolerant(String.self, forKey: .channelId)
        channelTitle = snippet.tolerant(String.self, forKey: .channelTitle)
        publishedAt = snippet.date(forKey: .publishedAt)
        thumbnails = snippet.thumbnails(forKey: .thumbnails)
        itemCount = container.object(ContentKeys.self, forKey: .contentDetails)?.count(forKey: .itemCount)
    }
}

/// An entry of a playlist as playlistItems.list tells it.
public struct YouTubePlaylistItem: Sendable, Hashable, Identifiable {
    /// The entry's id; the same video may be in a playlist twice.
    public var id: String
    /// The video's id.
    public var videoID: String
    /// The video's title; `Private video` and `Deleted video` stand for those that are no more.
    public var title: String
    /// The video's description.
    public var description = ""
    /// The playlist.
    public var playlistID: String?
    /// The place in the playlist, from 0.
    public var position: Int64?
    /// When it was added.
    public var addedAt: Date?
    /// The pictures by name; none for a video that is no more.
    public var thumbnails: [String: YouTubeThumbnail] = [:]
    /// The id of the channel that published the video, where it is there.
    public var channelID: String?
    /// The name of that channel.
    public var channelTitle: String?

    /// Makes an entry; the rest is set afterwards.
    public init(id: String, videoID: String, title: String) {
        self.id = id
        self.videoID = videoID
        self.title = title
    }
}

extension YouTubePlaylistItem: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet
    }

    private enum SnippetKeys: String, CodingKey {
        case title, description, playlistId, position, publishedAt, thumbnails, resourceId
        case videoOwnerChannelId, videoOwnerChannelTitle
    }

    private enum ResourceKeys: String, CodingKey {
        case videoId
    }

    /// Reads an entry, refusing one without id, title or video.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.nonEmptyText(forKey: .id)
        let snippet = try container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        title = try snippet.nonEmptyText(forKey: .title)
        videoID = try snippet.nestedContainer(keyedBy: ResourceKeys.self, forKey: .resourceId)
            .nonEmptyText(forKey: .videoId)
        description = snippet.tolerant(String.self, forKey: .description) ?? ""
        playlistID = snippet.tolerant(String.self, forKey: .playlistId)
        position = snippet.naturalNumber(forKey: .position)
        addedAt = snippet.date(forKey: .publishedAt)
        thumbnails = snippet.thumbnails(forKey: .thumbnails)
        channelID = snippet.tolerant(String.self, forKey: .videoOwnerChannelId)
        channelTitle = snippet.tolerant(String.self, forKey: .videoOwnerChannelTitle)
    }
}
