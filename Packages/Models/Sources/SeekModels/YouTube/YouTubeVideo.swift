public import SeekBasics

/// A YouTube video, as returned by videos.list and, with fewer properties, by videos.batchGetStats.
///
/// Properties of parts that were not requested are nil or empty. Unlike in search results, strings are not
/// HTML-escaped.
public struct YouTubeVideo: Sendable, Hashable, Identifiable {
    /// The id.
    public var id: String
    /// The title (part `snippet`). Some public videos have an empty one.
    public var title: String?
    /// The complete description (part `snippet`).
    public var description: String?
    /// The id of the channel that published it (part `snippet`).
    public var channelID: String?
    /// The title of that channel (part `snippet`).
    public var channelTitle: String?
    /// The date of publication (part `snippet`).
    public var publishedAt: Date?
    /// The thumbnails by name, such as `medium` (part `snippet`).
    public var thumbnails: [String: YouTubeThumbnail] = [:]
    /// The tags (part `snippet`).
    public var tags: [String] = []
    /// The id of the category, as in ``YouTubeVideoCategory/id`` (part `snippet`).
    public var categoryID: String?
    /// Whether the video is a live broadcast, an upcoming one, or neither (part `snippet`).
    public var liveState: YouTubeLiveState?
    /// The duration; zero during a live broadcast (part `contentDetails`).
    public var duration: Duration?
    /// The resolution: `hd` or `sd` (part `contentDetails`).
    public var definition: String?
    /// Whether it has captions (part `contentDetails`).
    public var hasCaptions: Bool?
    /// The number of views (part `statistics`).
    public var viewCount: Int64?
    /// The number of likes; nil if hidden (part `statistics`).
    public var likeCount: Int64?
    /// The number of comments; nil if they are disabled (part `statistics`).
    public var commentCount: Int64?
    /// The details of a live broadcast; nil for a video that was never one (part `liveStreamingDetails`).
    public var live: YouTubeLiveDetails?
    /// Whether the video is public, unlisted or private (part `status`).
    public var privacyStatus: YouTubePrivacyStatus?
    /// Whether other sites can embed it (part `status`).
    public var isEmbeddable: Bool?
    /// The license: `youtube` or `creativeCommon` (part `status`).
    public var license: String?

    /// The URL of the page on youtube.com, as a string.
    public var webAddress: String { YouTubeSearchItem.Kind.video.webAddress(ofID: id) }
    /// The URL of the page on youtube.com.
    public var webURL: URL? { URL(string: webAddress) }

    /// Creates a video with only an id; the other properties are nil or empty.
    public init(id: String) {
        self.id = id
    }
}

/// The times and the audience of a live broadcast.
public struct YouTubeLiveDetails: Sendable, Hashable {
    /// The scheduled start.
    public var scheduledStart: Date?
    /// The actual start.
    public var actualStart: Date?
    /// The actual end.
    public var actualEnd: Date?
    /// The number of current viewers; nil if there are none, or if the number is hidden.
    public var concurrentViewers: Int64?

    /// Creates the details of a broadcast.
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

extension YouTubeVideo: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet, contentDetails, statistics, liveStreamingDetails, status
    }

    private enum SnippetKeys: String, CodingKey {
        case title, description, channelId, channelTitle, publishedAt, publishTime, thumbnails, tags, categoryId
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

    /// Decodes a video. Throws if the id is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.nonEmptyString(forKey: .id)
        if let snippet = container.nestedContainerIfValid(keyedBy: SnippetKeys.self, forKey: .snippet) {
            title = snippet.decodeIfValid(String.self, forKey: .title)
            description = snippet.decodeIfValid(String.self, forKey: .description)
            channelID = snippet.nonEmptyStringIfValid(forKey: .channelId)
            channelTitle = snippet.nonEmptyStringIfValid(forKey: .channelTitle)
            // videos.batchGetStats sends `publishTime`.
            publishedAt = snippet.date(forKey: .publishedAt) ?? snippet.date(forKey: .publishTime)
            thumbnails = try snippet.thumbnails(forKey: .thumbnails)
            tags = snippet.validElements(of: String.self, forKey: .tags)
            categoryID = snippet.decodeIfValid(String.self, forKey: .categoryId)
            liveState = snippet.decodeIfValid(YouTubeLiveState.self, forKey: .liveBroadcastContent)
        }
        if let content = container.nestedContainerIfValid(keyedBy: ContentKeys.self, forKey: .contentDetails) {
            duration = content.decodeIfValid(String.self, forKey: .duration).flatMap(ISO8601Duration.parse)
            definition = content.decodeIfValid(String.self, forKey: .definition)
            hasCaptions = content.decodeIfValid(String.self, forKey: .caption).map { $0 == "true" }
        }
        if let statistics = container.nestedContainerIfValid(keyedBy: StatisticsKeys.self, forKey: .statistics) {
            viewCount = statistics.count(forKey: .viewCount)
            likeCount = statistics.count(forKey: .likeCount)
            commentCount = statistics.count(forKey: .commentCount)
        }
        if let status = container.nestedContainerIfValid(keyedBy: StatusKeys.self, forKey: .status) {
            privacyStatus = status.decodeIfValid(YouTubePrivacyStatus.self, forKey: .privacyStatus)
            isEmbeddable = status.decodeIfValid(Bool.self, forKey: .embeddable)
            license = status.decodeIfValid(String.self, forKey: .license)
        }
        live = container.decodeIfValid(YouTubeLiveDetails.self, forKey: .liveStreamingDetails)
    }

    /// Encodes a video as YouTube sends it, with all parts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        var snippet = container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        try snippet.encodeIfPresent(title, forKey: .title)
        try snippet.encodeIfPresent(description, forKey: .description)
        try snippet.encodeIfPresent(channelID, forKey: .channelId)
        try snippet.encodeIfPresent(channelTitle, forKey: .channelTitle)
        try snippet.encode(date: publishedAt, forKey: .publishedAt)
        try snippet.encode(thumbnails, forKey: .thumbnails)
        try snippet.encode(tags, forKey: .tags)
        try snippet.encodeIfPresent(categoryID, forKey: .categoryId)
        try snippet.encodeIfPresent(liveState, forKey: .liveBroadcastContent)
        var content = container.nestedContainer(keyedBy: ContentKeys.self, forKey: .contentDetails)
        try content.encodeIfPresent(duration.map { "PT\($0.components.seconds)S" }, forKey: .duration)
        try content.encodeIfPresent(definition, forKey: .definition)
        try content.encodeIfPresent(hasCaptions.map { "\($0)" }, forKey: .caption)
        var statistics = container.nestedContainer(keyedBy: StatisticsKeys.self, forKey: .statistics)
        try statistics.encode(count: viewCount, forKey: .viewCount)
        try statistics.encode(count: likeCount, forKey: .likeCount)
        try statistics.encode(count: commentCount, forKey: .commentCount)
        var status = container.nestedContainer(keyedBy: StatusKeys.self, forKey: .status)
        try status.encodeIfPresent(privacyStatus, forKey: .privacyStatus)
        try status.encodeIfPresent(isEmbeddable, forKey: .embeddable)
        try status.encodeIfPresent(license, forKey: .license)
        try container.encodeIfPresent(live, forKey: .liveStreamingDetails)
    }
}

extension YouTubeLiveDetails: Codable {
    private enum CodingKeys: String, CodingKey {
        case scheduledStartTime, actualStartTime, actualEndTime, concurrentViewers
    }

    /// Decodes the details of a broadcast. All of them are optional.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            scheduledStart: container.date(forKey: .scheduledStartTime),
            actualStart: container.date(forKey: .actualStartTime),
            actualEnd: container.date(forKey: .actualEndTime),
            concurrentViewers: container.count(forKey: .concurrentViewers)
        )
    }

    /// Encodes the details of a broadcast as YouTube sends them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(date: scheduledStart, forKey: .scheduledStartTime)
        try container.encode(date: actualStart, forKey: .actualStartTime)
        try container.encode(date: actualEnd, forKey: .actualEndTime)
        try container.encode(count: concurrentViewers, forKey: .concurrentViewers)
    }
}

/// Whether a video is a live broadcast.
public struct YouTubeLiveState: RawRepresentable, Sendable, Hashable, Codable {
    /// Not live: the video is not a broadcast, or the broadcast has ended.
    public static let notLive = Self(rawValue: "none")
    /// Live now.
    public static let live = Self(rawValue: "live")
    /// Scheduled.
    public static let upcoming = Self(rawValue: "upcoming")

    /// The string of YouTube's API.
    public let rawValue: String

    /// Creates a value, which may be one that Seek does not know.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Which users can watch a video.
public struct YouTubePrivacyStatus: RawRepresentable, Sendable, Hashable, Codable {
    /// All users.
    public static let `public` = Self(rawValue: "public")
    /// Users who have the URL.
    public static let unlisted = Self(rawValue: "unlisted")
    /// Users selected by the owner.
    public static let `private` = Self(rawValue: "private")

    /// The string of YouTube's API.
    public let rawValue: String

    /// Creates a value, which may be one that Seek does not know.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A category of YouTube videos, as returned by videoCategories.list.
public struct YouTubeVideoCategory: Sendable, Hashable, Identifiable {
    /// The id, a number in a string: `27`.
    public var id: String
    /// The title in the requested language.
    public var title: String
    /// Whether videos can be assigned to it. A search accepts assignable categories only.
    public var isAssignable: Bool

    /// Creates a category.
    public init(id: String, title: String, isAssignable: Bool = true) {
        self.id = id
        self.title = title
        self.isAssignable = isAssignable
    }
}

extension YouTubeVideoCategory: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet
    }

    private enum SnippetKeys: String, CodingKey {
        case title, assignable
    }

    /// Decodes a category. Throws if the id is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.nonEmptyString(forKey: .id)
        let snippet = container.nestedContainerIfValid(keyedBy: SnippetKeys.self, forKey: .snippet)
        title = snippet?.decodeIfValid(String.self, forKey: .title) ?? ""
        isAssignable = snippet?.decodeIfValid(Bool.self, forKey: .assignable) ?? false
    }

    /// Encodes a category as YouTube sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        var snippet = container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        try snippet.encode(title, forKey: .title)
        try snippet.encode(isAssignable, forKey: .assignable)
    }
}
