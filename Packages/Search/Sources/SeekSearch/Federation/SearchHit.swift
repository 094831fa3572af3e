public import SeekBasics

/// A search result in the form shared by all sources, as returned by ``FederatedSearch``.
public struct SearchHit: Sendable, Hashable, Identifiable {
    /// The contribution of one source's list to the score of a hit.
    ///
    /// Lists are merged by reciprocal rank fusion: each list contributes weight / (60 + rank).
    public struct Reason: Sendable, Hashable, Codable, CustomStringConvertible {
        /// The source's ``SearchSource/name``.
        public var source: String
        /// The rank in the source's list, starting at 1.
        public var rank: Int
        /// The source's weight.
        public var weight: Double
        /// The contribution to the score.
        public var contribution: Double

        private enum CodingKeys: String, CodingKey {
            case source = "provider"
            case rank, weight, contribution
        }

        /// The source, rank, weight and contribution: `youtube #3 × 2.0 = 0.0317`. A weight of 1 is omitted.
        public var description: String {
            let factor = weight == 1 ? "" : " × \(weight)"
            return "\(source) #\(rank)\(factor) = \((contribution * 10_000).rounded() / 10_000)"
        }
    }

    /// The creator of a result: the channel of a video, the owner of a repository, the author of an issue.
    public struct Author: Sendable, Hashable, Codable {
        /// The name.
        public var name: String
        /// The id in the form of ``SearchHit/id``, such as `youtube:channel:UC…`; nil if unknown.
        public var id: String?
        /// The web page.
        public var url: URL?
        /// The URL of an avatar. YouTube's search does not return one.
        public var image: URL?

        /// Creates an author.
        public init(name: String, id: String? = nil, url: URL? = nil, image: URL? = nil) {
            self.name = name
            self.id = id
            self.url = url
            self.image = image
        }
    }

    /// The number that is most relevant for a kind of results.
    public struct Count: Sendable, Hashable, Codable {
        /// What is counted. Custom sources may define further units.
        public struct Unit: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
            /// The unit's name, a plural: `stars`.
            public let rawValue: String

            /// Creates a unit with a name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Creates a unit with a name.
            public init(stringLiteral value: String) { rawValue = value }

            /// The stars of a repository.
            public static let stars: Unit = "stars"
            /// The comments on an issue or a pull request.
            public static let comments: Unit = "comments"
            /// The views of a video.
            public static let views: Unit = "views"
            /// The subscribers of a channel.
            public static let subscribers: Unit = "subscribers"
            /// The videos of a playlist.
            public static let videos: Unit = "videos"
        }

        /// The number.
        public var value: Int64
        /// What is counted.
        public var unit: Unit

        /// Creates a count.
        public init(_ value: Int64, _ unit: Unit) {
            self.value = value
            self.unit = unit
        }
    }

    /// The id, unique among all sources: `youtube:video:gQ_1zX-F_No`.
    public let id: String
    /// The kind of result.
    public let kind: Kind
    /// The source of the result: `youtube`, `github`, or the name of a custom source.
    public internal(set) var source: String
    /// The title or name. Empty if the source has none; see ``displayTitle``.
    public let title: String
    /// A line whose content depends on the kind: for a video, its channel; for an issue, a file or a commit, its
    /// repository; for a repository, its language. Nil if unknown.
    public let subtitle: String?
    /// The description or body; for a file, the matching fragments; for a commit, the rest of its message. Empty if
    /// there is none.
    public let text: String
    /// The web page.
    public let url: URL?
    /// The date of publication, of the commit, or of the last push or update.
    public let date: Date?
    /// The URL of a thumbnail.
    public let thumbnail: URL?
    /// The URLs of smaller thumbnails, the largest first, in case ``thumbnail`` does not exist. Empty if there are none.
    public var smallerThumbnails: [URL] = []
    /// The channel, owner or author; nil if unknown.
    public var author: Author?
    /// The number of stars, comments, views, subscribers or videos; nil if unknown. YouTube's search does not return
    /// it.
    public var count: Count?
    /// The duration of a video; nil if unknown. YouTube's search does not return it: see
    /// ``YouTubeClient/details(of:)``.
    public var duration: Duration?
    /// The state of an issue or a pull request: `open`, `draft`, `closed` or, for a pull request, `merged`; nil for other
    /// kinds, and if unknown.
    public var state: String?
    /// The names of the labels of an issue or a pull request; empty for other kinds.
    public var labels: [String] = []
    /// The score assigned by ``FederatedSearch``; 0 before.
    public var score = 0.0
    /// The contributions to the score, greatest first; empty before the fusion.
    public var reasons: [Reason] = []
    /// The value by which duplicates are recognized: the normalized URL, or the id if there is no URL. In the URL,
    /// `http` is replaced with `https`, and the case of the host, a leading `www.`, a fragment and a trailing slash of
    /// the path are ignored.
    public let identity: String

    /// Creates a hit.
    public init(
        id: String,
        kind: Kind,
        source: String,
        title: String,
        subtitle: String? = nil,
        text: String = "",
        url: URL? = nil,
        date: Date? = nil,
        thumbnail: URL? = nil
    ) {
        self.id = id
        self.kind = kind
        self.source = source
        self.title = title
        self.subtitle = subtitle
        self.text = text
        self.url = url
        self.date = date
        self.thumbnail = thumbnail
        identity = url.map { Self.normalized($0.absoluteString) } ?? id
    }

    /// The title, or the URL if the title has no visible character; `(untitled)` without a URL.
    public var displayTitle: String {
        let isVisible = title.unicodeScalars.contains {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }
        return isVisible ? title : url?.absoluteString ?? "(untitled)"
    }

    private static func normalized(_ url: String) -> String {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return url }
        let scheme = url[..<colon].lowercased()
        let address = url[url.index(colon, offsetBy: 3)...].prefix { $0 != "#" }
        let hostEnd = address.firstIndex { $0 == "/" || $0 == "?" } ?? address.endIndex
        var host = address[..<hostEnd].lowercased()
        if host.hasPrefix("www.") { host.removeFirst(4) }
        var path = address[hostEnd...].prefix { $0 != "?" }
        let query = address[path.endIndex...]
        if path.hasSuffix("/") { path = path.dropLast() }
        return "\(scheme == "http" ? "https" : scheme)://\(host)\(path)\(query)"
    }
}

extension SearchHit: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, kind, source, title, subtitle, text, url, date, thumbnail, smallerThumbnails, author, count
        case duration, state, labels, score, reasons
    }

    /// Decodes a hit. Only `id`, `kind`, `source` and `title` are required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            kind: try container.decode(Kind.self, forKey: .kind),
            source: try container.decode(String.self, forKey: .source),
            title: try container.decode(String.self, forKey: .title),
            subtitle: try container.decodeIfPresent(String.self, forKey: .subtitle),
            text: try container.decodeIfPresent(String.self, forKey: .text) ?? "",
            url: try container.decodeIfPresent(URL.self, forKey: .url),
            date: try container.decodeIfPresent(Date.self, forKey: .date),
            thumbnail: try container.decodeIfPresent(URL.self, forKey: .thumbnail)
        )
        smallerThumbnails = try container.decodeIfPresent([URL].self, forKey: .smallerThumbnails) ?? []
        author = try container.decodeIfPresent(Author.self, forKey: .author)
        count = try container.decodeIfPresent(Count.self, forKey: .count)
        duration = try container.decodeIfPresent(Int64.self, forKey: .duration).map { .seconds($0) }
        state = try container.decodeIfPresent(String.self, forKey: .state)
        labels = try container.decodeIfPresent([String].self, forKey: .labels) ?? []
        score = try container.decodeIfPresent(Double.self, forKey: .score) ?? 0
        reasons = try container.decodeIfPresent([Reason].self, forKey: .reasons) ?? []
    }

    /// Encodes a hit. The duration is in whole seconds. The score and the reasons are included only after a fusion.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(source, forKey: .source)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(subtitle, forKey: .subtitle)
        if !text.isEmpty { try container.encode(text, forKey: .text) }
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(date, forKey: .date)
        try container.encodeIfPresent(thumbnail, forKey: .thumbnail)
        if !smallerThumbnails.isEmpty { try container.encode(smallerThumbnails, forKey: .smallerThumbnails) }
        try container.encodeIfPresent(author, forKey: .author)
        try container.encodeIfPresent(count, forKey: .count)
        try container.encodeIfPresent(duration?.components.seconds, forKey: .duration)
        try container.encodeIfPresent(state, forKey: .state)
        if !labels.isEmpty { try container.encode(labels, forKey: .labels) }
        guard !reasons.isEmpty else { return }
        try container.encode(score, forKey: .score)
        try container.encode(reasons, forKey: .reasons)
    }
}

/// A result of one source that can be converted to a ``SearchHit``.
public protocol SearchHitConvertible: Sendable {
    /// The result as a hit; nil if it cannot be shown, such as a private video, or a video that was fetched without its
    /// title and channel.
    var searchHit: SearchHit? { get }
    /// Additional words by which offline search finds the result, such as tags, topics, labels and authors. They are
    /// not shown. Empty by default.
    var searchWords: [String] { get }
}

extension SearchHit: SearchHitConvertible {
    /// The hit itself.
    public var searchHit: SearchHit? { self }
}

extension SearchHitConvertible {
    /// An empty array: there are no additional words.
    public var searchWords: [String] { [] }
}
