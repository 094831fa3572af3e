#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A video as videos.list tells it: what a search leaves out.
///
/// Only what was asked for is there (videos.list, `part`); the rest is nil or empty. Its texts carry no HTML entities.
public struct YouTubeVideo: Sendable, Hashable, Identifiable {
    /// The id.
    public var id: String
    /// The title (part `snippet`).
    public var title: String?
    /// The whole description (part `snippet`).
    public var description: String?
    /// The id of the channel that published it (part `snippet`).
    public var channelID: String?
    /// The name of that channel (part `snippet`).
    public var channelTitle: String?
    /// When it was published (part `snippet`).
    public var publishedAt: Date?
    /// The pictures by name (part `snippet`).
    public var thumbnails: [String: YouTubeThumbnail] = [:]
    /// The words its owner tagged it with (part `snippet`).
    public var tags: [String] = []
    /// The id of its category (part `snippet`), as ``YouTubeVideoCategory/id``.
    public var categoryID: String?
    /// `none`, `live` or `upcoming` (part `snippet`).
    public var liveBroadcastContent: String?
    /// How long it is (part `contentDetails`). Zero while it is broadcast.
    public var duration: Duration?
    /// `hd` or `sd` (part `contentDetails`).
    public var definition: String?
    /// Whether it has captions (part `contentDetails`).
    public var hasCaptions: Bool?
    /// How often it was seen (part `statistics`).
    public var viewCount: Int64?
    /// How many liked it (part `statistics`); nil too where its owner hides it.
    public var likeCount: Int64?
    /// How many comments it has (part `statistics`); nil too where they are switched off.
    public var commentCount: Int64?
    /// The broadcast, where it is or was one (part `liveStreamingDetails`).
    public var live: YouTubeLiveDetails?
    /// `public`, `unlisted` or `private` (part `status`).
    public var privacyStatus: String?
    /// Whether other sites may embed it (part `status`).
    public var isEmbeddable: Bool?
    /// `youtube` or `creativeCommon` (part `status`).
    public var license: String?

    /// Makes a video; all but the id is set afterwards.
    public init(id: String) {
        self.id = id
    }
}

/// When a video is or was broadcast live.
public struct YouTubeLiveDetails: Sendable, Hashable {
    /// When it is to begin.
    public var scheduledStart: Date?
    /// When it began.
    public var actualStart: Date?
    /// When it ended.
    public var actualEnd: Date?
    /// How many watch right now; nil after it ended, or where its owner hides it.
    public var concurrentViewers: Int64?

    /// Makes the details of a broadcast.
    public init(
        scheduledStart: Date? = nil,
        actualStart: Date? = nil,
        actualEnd: Date? = nil,
        concurrentViewers: Int64? = nil
    ) {
        self.scheduledStart = scheduledStart
        self.actualStart = actualStart
        self.actualEnd = actualEnd
        self.concurrentViewers = concurrentViewers
    }
}

extension YouTubeVideo: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet, contentDetails, statistics, liveStreamingDetails, status
    }

    private enum SnippetKeys: String, CodingKey {
        case title, description, channelId, channelTitle, publishedAt, thumbnails, tags, categoryId
        case liveBroadcastContent
    }

    private enum ContentKeys: String, CodingKey {
        case duration, definition, caption
    }

    private enum StatisticsKeys: String, CodingKey {
        case viewCount, likeCount, commentCount
    }

    private enum StatusKeys: String, CodingKey {
        case privacyStatus, embeddable, license
    }

    /// Reads a video, refusing one without an id.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.nonEmptyText(forKey: .id)
        if let snippet = container.object(SnippetKeys.self, forKey: .snippet) {
            title = snippet.tolerant(String.self, forKey: .title)
            description = snippet.tolerant(String.self, forKey: .description)
            channelID = snippet.tolerant(String.self, forKey: .channelId)
            channelTitle = snippet.tolerant(String.self, forKey: .channelTitle)
            publishedAt = snippet.date(forKey: .publishedAt)
            thumbnails = snippet.thumbnails(forKey: .thumbnails)
            tags = snippet.tolerant([String].self, forKey: .tags) ?? []
            categoryID = snippet.tolerant(String.self, forKey: .categoryId)
            liveBroadcastContent = snippet.tolerant(String.self, forKey: .liveBroadcastContent)
        }
        if let content = container.object(ContentKeys.self, forKey: .contentDetails) {
            duration = content.tolerant(String.self, forKey: .duration).flatMap(ISO8601Duration.parse)
            definition = content.tolerant(String.self, forKey: .definition)
            hasCaptions = content.tolerant(String.self, forKey: .caption).map { $0 == "true" }
        }
        if let statistics = container.object(StatisticsKeys.self, forKey: .statistics) {
            viewCount = statistics.count(forKey: .viewCount)
            likeCount = statistics.count(forKey: .likeCount)
            commentCount = statistics.count(forKey: .commentCount)
        }
        if let status = container.object(StatusKeys.self, forKey: .status) {
            privacyStatus = status.tolerant(String.self, forKey: .privacyStatus)
            isEmbeddable = status.tolerant(Bool.self, forKey: .embeddable)
            license = status.tolerant(String.self, forKey: .license)
        }
        live = container.tolerant(YouTubeLiveDetails.self, forKey: .liveStreamingDetails)
    }
}

extension YouTubeLiveDetails: Decodable {
    private enum CodingKeys: String, CodingKey {
        case scheduledStartTime, actualStartTime, actualEndTime, concurrentViewers
    }

    /// Reads the details of a broadcast.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            scheduledStart: container.date(forKey: .scheduledStartTime),
            actualStart: container.date(forKey: .actualStartTime),
            actualEnd: container.date(forKey: .actualEndTime),
            concurrentViewers: container.count(forKey: .concurrentViewers)
        )
    }
}
