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

extension YouTubeVideo: Codable, FieldCodable {
    /// Decodes a video. Throws if the id is missing or invalid.
    public init(from decoder: any Decoder) throws { self = try Self(id: "").decoded(from: decoder) }

    /// Encodes a video as YouTube sends it, with all parts.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("id", &id)
        try fields.object("snippet") { snippet in
            try snippet.value("title", &title)
            try snippet.value("description", &description)
            try snippet.text("channelId", &channelID)
            try snippet.text("channelTitle", &channelTitle)
            // videos.batchGetStats sends `publishTime`.
            try snippet.date("publishedAt", &publishedAt, orAt: "publishTime")
            try snippet.thumbnails("thumbnails", &thumbnails)
            try snippet.elements("tags", &tags)
            try snippet.value("categoryId", &categoryID)
            try snippet.value("liveBroadcastContent", &liveState)
        }
        try fields.object("contentDetails") { content in
            try content.converted("duration", &duration, from: ISO8601Duration.parse) { "PT\($0.components.seconds)S" }
            try content.value("definition", &definition)
            try content.converted("caption", &hasCaptions, from: { $0 == "true" }, to: { "\($0)" })
        }
        try fields.object("statistics") { statistics in
            try statistics.count("viewCount", &viewCount, asString: true)
            try statistics.count("likeCount", &likeCount, asString: true)
            try statistics.count("commentCount", &commentCount, asString: true)
        }
        try fields.object("status") { status in
            try status.value("privacyStatus", &privacyStatus)
            try status.value("embeddable", &isEmbeddable)
            try status.value("license", &license)
        }
        try fields.value("liveStreamingDetails", &live)
    }
}

extension YouTubeLiveDetails: Codable, FieldCodable {
    /// Decodes the details of a broadcast. All of them are optional.
    public init(from decoder: any Decoder) throws { self = try Self().decoded(from: decoder) }

    /// Encodes the details of a broadcast as YouTube sends them.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.date("scheduledStartTime", &scheduledStart)
        try fields.date("actualStartTime", &actualStart)
        try fields.date("actualEndTime", &actualEnd)
        try fields.count("concurrentViewers", &concurrentViewers, asString: true)
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

extension YouTubeVideoCategory: Codable, FieldCodable {
    /// Decodes a category. Throws if the id is missing or invalid.
    public init(from decoder: any Decoder) throws {
        self = try Self(id: "", title: "", isAssignable: false).decoded(from: decoder)
    }

    /// Encodes a category as YouTube sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("id", &id)
        try fields.object("snippet") { snippet in
            try snippet.value("title", &title)
            try snippet.value("assignable", &isAssignable)
        }
    }
}
