#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A channel as channels.list tells it.
public struct YouTubeChannel: Sendable, Hashable, Identifiable {
    /// The id: `UC…`.
    public var id: String
    /// The title.
    public var title: String
    /// The description.
    public var description = ""
    /// The handle, `@google`, where it has one.
    public var handle: String?
    /// When it was made.
    public var publishedAt: Date?
    /// The pictures by name.
    public var thumbnails: [String: YouTubeThumbnail] = [:]
    /// The country it says it is from, as an ISO 3166-1 code.
    public var country: String?
    /// How many subscribe to it, rounded to three digits; nil where it hides that.
    public var subscriberCount: Int64?
    /// How many public videos it has.
    public var videoCount: Int64?
    /// How often its videos were seen.
    public var viewCount: Int64?
    /// The id of the playlist of all it published; listing that costs a unit a page, not a search.
    public var uploadsPlaylistID: String?

    /// Makes a channel; the rest is set afterwards.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}

extension YouTubeChannel: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet, statistics, contentDetails
    }

    private enum SnippetKeys: String, CodingKey {
        case title, description, customUrl, publishedAt, thumbnails, country
    }

    private enum StatisticsKeys: String, CodingKey {
        case subscriberCount, hiddenSubscriberCount, videoCount, viewCount
    }

    private enum ContentKeys: String, CodingKey {
        case relatedPlaylists
    }

    private enum RelatedKeys: String, CodingKey {
        case uploads
    }

    /// Reads a channel, refusing one without id or title.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.nonEmptyText(forKey: .id)
        let snippet = try container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        title = try snippet.nonEmptyText(forKey: .title)
        description = snippet.tolerant(String.self, forKey: .description) ?? ""
        handle = snippet.tolerant(String.self, forKey: .customUrl)
        publishedAt = snippet.date(forKey: .publishedAt)
        thumbnails = snippet.thumbnails(forKey: .thumbnails)
        country = snippet.tolerant(String.self, forKey: .country)
        if let statistics = container.object(StatisticsKeys.self, forKey: .statistics) {
            let isHidden = statistics.tolerant(Bool.self, forKey: .hiddenSubscriberCount) ?? false
            subscriberCount = isHidden ? nil : statistics.count(forKey: .subscriberCount)
            videoCount = statistics.count(forKey: .videoCount)
            viewCount = statistics.count(forKey: .viewCount)
        }
        uploadsPlaylistID = container.object(ContentKeys.self, forKey: .contentDetails)?
            .object(RelatedKeys.self, forKey: .relatedPlaylists)?
            .tolerant(String.self, forKey: .uploads)
    }
}
