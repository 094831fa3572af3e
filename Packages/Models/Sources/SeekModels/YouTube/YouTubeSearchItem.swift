#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One result of a YouTube search: a video, a channel or a playlist.
public struct YouTubeSearchItem: Sendable, Hashable, Identifiable {
    /// What a result is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A video.
        case video
        /// A channel.
        case channel
        /// A playlist.
        case playlist
    }

    /// The id of the video (or channel, or playlist), such as `gQ_1zX-F_No`.
    public var id: String
    /// What the result is.
    public var kind: Kind
    /// The id of the channel that published it.
    public var channelID: String
    /// The title, its HTML entities decoded.
    public var title: String
    /// The start of the description, its HTML entities decoded. May be empty.
    public var description: String
    /// The pictures under YouTube's names: `default`, `medium`, `high`, `standard`, `maxres`, and others to come.
    public var thumbnails: [String: YouTubeThumbnail]
    /// The name of the channel, its HTML entities decoded, where the answer has it.
    public var channelTitle: String?
    /// When it was published, where the answer has it.
    public var publishedAt: Date?
    /// Whether it is or will be a live broadcast: `none`, `live` or `upcoming`, where the answer has it.
    public var liveBroadcastContent: String?

    /// Makes a result.
    public init(
        id: String,
        kind: Kind = .video,
        channelID: String,
        title: String,
        description: String = "",
        thumbnails: [String: YouTubeThumbnail],
        channelTitle: String? = nil,
        publishedAt: Date? = nil,
        liveBroadcastContent: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.channelID = channelID
        self.title = title
        self.description = description
        self.thumbnails = thumbnails
        self.channelTitle = channelTitle
        self.publishedAt = publishedAt
        self.liveBroadcastContent = liveBroadcastContent
    }
}

extension YouTubeSearchItem: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet
    }

    private enum IDKeys: String, CodingKey {
        case videoId, channelId, playlistId
    }

    private enum SnippetKeys: String, CodingKey {
        case channelId, title, description, thumbnails, channelTitle, publishedAt, liveBroadcastContent
    }

    /// Reads a result of search.list, refusing one without an id, channel id, title or thumbnails.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        (kind, id) = try Self.identity(in: container.nestedContainer(keyedBy: IDKeys.self, forKey: .id))

        let snippet = try container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        channelID = try snippet.nonEmptyText(forKey: .channelId)
        title = HTMLEntities.decode(try snippet.nonEmptyText(forKey: .title))
        description = HTMLEntities.decode(snippet.tolerant(String.self, forKey: .description) ?? "")
        if description.isEmpty, decoder.mode == .strict(refusingEmptyDescriptions: true) {
            throw snippet.error(at: .description, "is empty")
        }
        thumbnails = try snippet.decode(YouTubeThumbnails.self, forKey: .thumbnails).byName
        guard !thumbnails.isEmpty else { throw snippet.error(at: .thumbnails, "holds none") }
        channelTitle = snippet.tolerant(String.self, forKey: .channelTitle).map(HTMLEntities.decode)
        publishedAt = snippet.date(forKey: .publishedAt)
        liveBroadcastContent = snippet.tolerant(String.self, forKey: .liveBroadcastContent)
    }

    private static func identity(in container: KeyedDecodingContainer<IDKeys>) throws -> (Kind, String) {
        if container.contains(.channelId) { return (.channel, try container.nonEmptyText(forKey: .channelId)) }
        if container.contains(.playlistId) { return (.playlist, try container.nonEmptyText(forKey: .playlistId)) }
        return (.video, try container.nonEmptyText(forKey: .videoId))
    }
}
