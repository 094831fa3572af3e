#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A result of a YouTube search: a video, a channel or a playlist.
public struct YouTubeSearchItem: Sendable, Hashable, Identifiable {
    /// The kinds of results.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A video.
        case video
        /// A channel.
        case channel
        /// A playlist.
        case playlist
    }

    /// The id of the video, channel or playlist, such as `gQ_1zX-F_No`.
    public var id: String
    /// The kind of the result.
    public var kind: Kind
    /// The id of the channel that published the result.
    public var channelID: String
    /// The title, with HTML entities decoded.
    public var title: String
    /// The beginning of the description, with HTML entities decoded. It may be empty.
    public var description: String
    /// The thumbnails by name: `default`, `medium`, `high`, `standard`, `maxres` or a later addition.
    public var thumbnails: [String: YouTubeThumbnail]
    /// The title of the channel, with HTML entities decoded; nil if YouTube does not send it.
    public var channelTitle: String?
    /// The date of publication; nil if YouTube does not send it.
    public var publishedAt: Date?
    /// The state of the live broadcast: `none`, `live` or `upcoming`; nil if YouTube does not send it.
    public var liveBroadcastContent: String?

    /// Creates a result.
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

    /// Decodes a result. Throws if the id, channel id, title or thumbnails are missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        (kind, id) = try Self.identity(in: container.nestedContainer(keyedBy: IDKeys.self, forKey: .id))

        let snippet = try container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        channelID = try snippet.nonEmptyString(forKey: .channelId)
        title = HTMLEntities.decode(try snippet.nonEmptyString(forKey: .title))
        description = HTMLEntities.decode(snippet.decodeIfValid(String.self, forKey: .description) ?? "")
        if description.isEmpty, decoder.mode == .strict(rejectingEmptyDescriptions: true) {
            throw snippet.error(at: .description, "is empty")
        }
        thumbnails = try snippet.decode(YouTubeThumbnails.self, forKey: .thumbnails).byName
        guard !thumbnails.isEmpty else { throw snippet.error(at: .thumbnails, "is empty") }
        channelTitle = snippet.decodeIfValid(String.self, forKey: .channelTitle).map(HTMLEntities.decode)
        publishedAt = snippet.date(forKey: .publishedAt)
        liveBroadcastContent = snippet.decodeIfValid(String.self, forKey: .liveBroadcastContent)
    }

    private static func identity(in container: KeyedDecodingContainer<IDKeys>) throws -> (Kind, String) {
        if container.contains(.channelId) { return (.channel, try container.nonEmptyString(forKey: .channelId)) }
        if container.contains(.playlistId) { return (.playlist, try container.nonEmptyString(forKey: .playlistId)) }
        return (.video, try container.nonEmptyString(forKey: .videoId))
    }
}
