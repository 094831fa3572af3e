public import SeekBasics

/// A YouTube channel, as returned by channels.list.
public struct YouTubeChannel: Sendable, Hashable, Identifiable {
    /// The id: `UC…`.
    public var id: String
    /// The title. It may be empty.
    public var title: String
    /// The description.
    public var description = ""
    /// The handle, such as `@google`.
    public var handle: String?
    /// The creation date.
    public var publishedAt: Date?
    /// The thumbnails by name, such as `medium`.
    public var thumbnails: [String: YouTubeThumbnail] = [:]
    /// The country set by the owner, as an ISO 3166-1 code.
    public var country: String?
    /// The number of subscribers, rounded down to three significant digits; nil if it is hidden or was not sent.
    public var subscriberCount: Int64?
    /// The number of public videos.
    public var videoCount: Int64?
    /// The number of views of all its videos.
    public var viewCount: Int64?
    /// The id of the playlist of all uploads. Listing it costs one quota unit per page, and does not count as a search.
    public var uploadsPlaylistID: String?

    /// The URL of the page on youtube.com.
    public var webURL: URL? { URL(string: YouTubeSearchItem.Kind.channel.webAddress(ofID: id)) }

    /// Creates a channel. Set the other properties afterwards.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}

extension YouTubeChannel: Codable {
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

    /// Decodes a channel. Throws if the id is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(id: try container.nonEmptyString(forKey: .id), title: "")
        if let snippet = container.nestedContainerIfValid(keyedBy: SnippetKeys.self, forKey: .snippet) {
            title = snippet.decodeIfValid(String.self, forKey: .title) ?? ""
            description = snippet.decodeIfValid(String.self, forKey: .description) ?? ""
            handle = snippet.nonEmptyStringIfValid(forKey: .customUrl)
            publishedAt = snippet.date(forKey: .publishedAt)
            thumbnails = try snippet.thumbnails(forKey: .thumbnails)
            country = snippet.nonEmptyStringIfValid(forKey: .country)
        }
        if let statistics = container.nestedContainerIfValid(keyedBy: StatisticsKeys.self, forKey: .statistics) {
            let isHidden = statistics.decodeIfValid(Bool.self, forKey: .hiddenSubscriberCount) ?? false
            subscriberCount = isHidden ? nil : statistics.count(forKey: .subscriberCount)
            videoCount = statistics.count(forKey: .videoCount)
            viewCount = statistics.count(forKey: .viewCount)
        }
        uploadsPlaylistID = container.nestedContainerIfValid(keyedBy: ContentKeys.self, forKey: .contentDetails)?
            .nestedContainerIfValid(keyedBy: RelatedKeys.self, forKey: .relatedPlaylists)?
            .nonEmptyStringIfValid(forKey: .uploads)
    }

    /// Encodes a channel as YouTube sends it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        var snippet = container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        try snippet.encode(title, forKey: .title)
        try snippet.encode(description, forKey: .description)
        try snippet.encodeIfPresent(handle, forKey: .customUrl)
        try snippet.encode(date: publishedAt, forKey: .publishedAt)
        try snippet.encode(thumbnails, forKey: .thumbnails)
        try snippet.encodeIfPresent(country, forKey: .country)
        var statistics = container.nestedContainer(keyedBy: StatisticsKeys.self, forKey: .statistics)
        // Without a count, it is not known whether the channel hides it.
        if subscriberCount != nil { try statistics.encode(false, forKey: .hiddenSubscriberCount) }
        try statistics.encode(count: subscriberCount, forKey: .subscriberCount)
        try statistics.encode(count: videoCount, forKey: .videoCount)
        try statistics.encode(count: viewCount, forKey: .viewCount)
        var content = container.nestedContainer(keyedBy: ContentKeys.self, forKey: .contentDetails)
        var playlists = content.nestedContainer(keyedBy: RelatedKeys.self, forKey: .relatedPlaylists)
        try playlists.encodeIfPresent(uploadsPlaylistID, forKey: .uploads)
    }
}
