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

extension YouTubeSearchItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, snippet
    }

    private enum IDKeys: String, CodingKey {
        case videoId, channelId, playlistId
    }

    private enum SnippetKeys: String, CodingKey {
        case channelId, title, description, thumbnails, channelTitle, publishedAt, liveBroadcastContent
    }

    /// Decodes a result. Throws if the id is missing or invalid.
    ///
    /// Strict decoding also throws if the channel id, title or thumbnails are missing or invalid, or if the description
    /// is missing or empty and the ``ModelDecoder/Mode`` rejects empty descriptions.
    public init(from decoder: any Decoder) throws {
        let isStrict = decoder.mode != .lenient
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let identity = try container.nestedContainer(keyedBy: IDKeys.self, forKey: .id)
        let kind = Kind.allCases.first { identity.nonEmptyStringIfValid(forKey: Self.idKey(of: $0)) != nil } ?? .video
        self.init(
            id: try identity.nonEmptyString(forKey: Self.idKey(of: kind)),
            kind: kind,
            channelID: "",
            title: "",
            thumbnails: [:]
        )
        let snippet =
            isStrict
            ? try container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
            : container.nestedContainerIfValid(keyedBy: SnippetKeys.self, forKey: .snippet)
        guard let snippet else { return }
        channelID = try snippet.string(forKey: .channelId, isRequired: isStrict)
        title = HTMLEntities.decode(try snippet.string(forKey: .title, isRequired: isStrict))
        let requiresDescription = decoder.mode == .strict(rejectingEmptyDescriptions: true)
        description = HTMLEntities.decode(try snippet.string(forKey: .description, isRequired: requiresDescription))
        thumbnails = try snippet.thumbnails(forKey: .thumbnails, areRequired: isStrict)
        channelTitle = snippet.nonEmptyStringIfValid(forKey: .channelTitle).map(HTMLEntities.decode)
        publishedAt = snippet.date(forKey: .publishedAt)
        liveState = snippet.decodeIfValid(YouTubeLiveState.self, forKey: .liveBroadcastContent)
    }

    private static func idKey(of kind: Kind) -> IDKeys {
        switch kind {
        case .video: .videoId
        case .channel: .channelId
        case .playlist: .playlistId
        }
    }

    /// Encodes a result as YouTube sends it, with HTML entities.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var identity = container.nestedContainer(keyedBy: IDKeys.self, forKey: .id)
        try identity.encode(id, forKey: Self.idKey(of: kind))
        var snippet = container.nestedContainer(keyedBy: SnippetKeys.self, forKey: .snippet)
        try snippet.encode(channelID, forKey: .channelId)
        try snippet.encode(HTMLEntities.encode(title), forKey: .title)
        try snippet.encode(HTMLEntities.encode(description), forKey: .description)
        try snippet.encode(thumbnails, forKey: .thumbnails)
        try snippet.encodeIfPresent(channelTitle.map(HTMLEntities.encode), forKey: .channelTitle)
        try snippet.encode(date: publishedAt, forKey: .publishedAt)
        try snippet.encodeIfPresent(liveState, forKey: .liveBroadcastContent)
    }
}
