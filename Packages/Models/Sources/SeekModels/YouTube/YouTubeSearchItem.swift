public import SeekBasics

/// A result of a YouTube search: a video, a channel or a playlist.
public struct YouTubeSearchItem: Sendable, Hashable, Identifiable {
    /// The kinds of results.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
        /// A video.
        case video
        /// A channel.
        case channel
        /// A playlist.
        case playlist

        /// Returns the URL of an item's page on youtube.com, as a string.
        ///
        /// For printing, prefer this string: creating a `URL` takes much longer.
        public func webAddress(ofID id: String) -> String {
            let id = PercentEncoding.encode(id)
            return switch self {
            case .video: "https://www.youtube.com/watch?v=\(id)"
            case .channel: "https://www.youtube.com/channel/\(id)"
            case .playlist: "https://www.youtube.com/playlist?list=\(id)"
            }
        }
    }

    /// The id of the video, channel or playlist, such as `gQ_1zX-F_No`.
    public var id: String
    /// The kind of the result.
    public var kind: Kind
    /// The id of the channel that published the result; empty if YouTube does not send it.
    public var channelID: String
    /// The title, with HTML entities decoded. Some public videos have an empty one.
    public var title: String
    /// The beginning of the description, with HTML entities decoded. It may be empty.
    public var description: String
    /// The thumbnails by name: `default`, `medium`, `high`, `standard`, `maxres` or a later addition.
    /// Empty if YouTube sends none, as for a new channel.
    public var thumbnails: [String: YouTubeThumbnail]
    /// The title of the channel, with HTML entities decoded; nil if YouTube does not send it.
    public var channelTitle: String?
    /// The date of publication; nil if YouTube does not send it.
    public var publishedAt: Date?
    /// Whether it is a live broadcast, an upcoming one, or neither (`liveBroadcastContent`); nil if YouTube does not
    /// send it.
    public var liveState: YouTubeLiveState?

    /// The URL of the page on youtube.com, as a string.
    public var webAddress: String { kind.webAddress(ofID: id) }
    /// The URL of the page on youtube.com.
    public var webURL: URL? { URL(string: webAddress) }

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
        liveState: YouTubeLiveState? = nil
    ) {
        self.id = id
        self.kind = kind
        self.channelID = channelID
        self.title = title
        self.description = description
        self.thumbnails = thumbnails
        self.channelTitle = channelTitle
        self.publishedAt = publishedAt
        self.liveState = liveState
    }
}

extension YouTubeSearchItem: Codable, FieldCodable {
    /// Decodes a result. Throws if the id is missing or invalid.
    ///
    /// Strict decoding also throws if the channel id, title or thumbnails are missing or invalid, or if the description
    /// is missing or empty and the ``ModelDecoder/Mode`` rejects empty descriptions.
    public init(from decoder: any Decoder) throws {
        self = try Self(id: "", channelID: "", title: "", thumbnails: [:]).decoded(from: decoder)
    }

    /// Encodes a result as YouTube sends it, with HTML entities.
    public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }

    mutating func code(_ fields: ModelFields) throws {
        try fields.object("id", isRequired: true) { identity in
            kind = Kind.allCases.first { identity.hasText($0.idKey) } ?? kind
            try identity.required(kind.idKey, &id)
        }
        let (isStrict, mode) = (fields.isStrict, fields.mode)
        try fields.object("snippet", isRequired: isStrict) { snippet in
            try snippet.string("channelId", &channelID, isRequired: isStrict)
            try snippet.html("title", &title, isRequired: isStrict)
            try snippet.html("description", &description, isRequired: mode == .strict(rejectingEmptyDescriptions: true))
            try snippet.thumbnails("thumbnails", &thumbnails, areRequired: isStrict)
            try snippet.converted("channelTitle", &channelTitle, from: Self.decodedTitle, to: HTMLEntities.encode)
            try snippet.date("publishedAt", &publishedAt)
            try snippet.value("liveBroadcastContent", &liveState)
        }
    }

    private static func decodedTitle(_ text: String) -> String? { text.isEmpty ? nil : HTMLEntities.decode(text) }
}

extension YouTubeSearchItem.Kind {
    /// The member of `id` that contains the id of an item of this kind.
    fileprivate var idKey: ModelFields.Key {
        switch self {
        case .video: "videoId"
        case .channel: "channelId"
        case .playlist: "playlistId"
        }
    }
}
