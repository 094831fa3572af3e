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

extension YouTubeChannel: Codable, FieldCodable {
    /// Decodes a channel. Throws if the id is missing or invalid.
    public init(from decoder: any Decoder) throws { self = try Self(id: "", title: "").decoded(from: decoder) }

    /// Encodes a channel as YouTube sends it.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.required("id", &id)
        try fields.object("snippet") { snippet in
            try snippet.value("title", &title)
            try snippet.value("description", &description)
            try snippet.text("customUrl", &handle)
            try snippet.date("publishedAt", &publishedAt)
            try snippet.thumbnails("thumbnails", &thumbnails)
            try snippet.text("country", &country)
        }
        try fields.object("statistics") { statistics in
            // Without a count, it is not known whether the channel hides it.
            var isHidden: Bool? = subscriberCount == nil ? nil : false
            try statistics.value("hiddenSubscriberCount", &isHidden)
            try statistics.count("subscriberCount", &subscriberCount, asString: true)
            if isHidden == true { subscriberCount = nil }
            try statistics.count("videoCount", &videoCount, asString: true)
            try statistics.count("viewCount", &viewCount, asString: true)
        }
        try fields.object("contentDetails") { try $0.text("uploads", of: "relatedPlaylists", &uploadsPlaylistID) }
    }
}
